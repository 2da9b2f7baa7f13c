#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Markers in the life of processes and objects: Documentation/lifecycle.rst says what is promised.
# usage: test_lifecycle.sh BUILD_DIR
#
# The programs are in tests/lifecycle, each with what it is for; here they are built, brought into
# their surroundings and run.  Names that start with A1, A5, A6 are public bug reports of other
# instrumentations, taken over as cases; T38, T39, T57, T70 those of the markers of 2006 to 2011.
# (A2, A3 and A4 are in test_build_matrix.sh.)
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
unset MARKER_ENABLE
. tests/report.sh
build=$(realpath "$1") || exit 1
src=tests/lifecycle
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
flags='-O2 -g -Wall -Wextra -Werror -Wno-unused-parameter -D_GNU_SOURCE -I.'
libs="-L$build -lmarker -Wl,-rpath,$build -lpthread -ldl"
static="$build/libmarker.a -lurcu-bp -lpthread -ldl"

is_root()
{
	[ "$(id -u)" = 0 ]
}

# A program tells its results itself; here only an end that it did not tell of.
run() # NAME SECONDS COMMAND...
{
	local name=$1 seconds=$2 status
	shift 2
	timeout -k 5 "$seconds" "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	grep -E '^(ok|not ok|skip) - ' "$work/out"
	if [ $status = 77 ]; then
		skip "$name" "$(grep -vE '^(ok|not ok|skip) - ' "$work/out" | tail -n 1)"
	elif [ $status != 0 ] || ! grep -q '^ok - ' "$work/out"; then
		grep -q '^not ok - ' "$work/out" || not_ok "$name: exit status $status" "$work/err"
	fi
}

# CC OUTPUT SOURCE OPTIONS...; a program that does not build has failed.
make_program()
{
	local cc=$1 out=$work/$2 file=$src/$3 std=-std=gnu11
	shift 3
	case $cc in *++) std=-std=gnu++17 ;; esac
	# shellcheck disable=SC2086
	$cc $std $flags "$file" -o "$out" "$@" >"$work/log" 2>&1 && return
	not_ok "$file is built by $cc $*" "$work/log"
	return 1
}

# ---- objects that come and go ---------------------------------------------------------------------

test_dlclose()
{
	make_program gcc markers.so plugin.c -shared -fPIC -DPLUGIN_MARKERS $libs
	make_program gcc probe.so plugin.c -shared -fPIC -DPLUGIN_PROBE $libs
	make_program gcc both.so plugin.c -shared -fPIC -DPLUGIN_PROBE -DPLUGIN_MARKERS $libs
	make_program gcc dlclose dlclose.c -rdynamic $libs &&
		run dlclose 120 "$work/dlclose" "$work/markers.so" "$work/probe.so" "$work/both.so" 1000
}

test_archive()
{
	make_program gcc member.o archive.c -c &&
		ar rcs "$work/libarchive.a" "$work/member.o" &&
		make_program gcc archive archive_user.c "$work/libarchive.a" $libs &&
		run T57 20 "$work/archive"
	make_program gcc archive-static archive_user.c -static "$work/libarchive.a" $static &&
		run 'T57, static' 20 "$work/archive-static" | sed 's/ - / - static: /'
}

# ---- before main and after it ---------------------------------------------------------------------

expect() # NAME FILE: what is expected on stdin
{
	diff - "$2" >"$work/diff"
	verdict "$1" $? "$work/diff"
}

hits_of_startup() # ARGUMENTS-OF-MAIN [PLUGIN]
{
	echo 'startup_early: value 200'
	echo 'startup_constructor: value 0'
	echo 'startup_static_constructor: value 1'
	echo 'startup_static_constructor: value 2'
	echo "startup_main: value $1"
	if [ -n "${2:-}" ]; then
		echo 'plugin_loaded: value 1'
		echo 'plugin_unloaded: value 2'
	fi
	echo 'startup_atexit: value 3'
	echo 'startup_static_destructor: value 2'
	echo 'startup_static_destructor: value 1'
	echo 'startup_destructor: value 0'
}

test_startup()
{
	local cc
	for cc in g++ clang++; do
		make_program $cc startup startup.cc -rdynamic $libs || continue
		MARKER_ENABLE='*:print' "$work/startup" "$work/markers.so" 2>"$work/out"
		# Constructors without a priority run in the order of the linker's choice.
		hits_of_startup 2 plugin | sort >"$work/wanted"
		sort "$work/out" | expect \
			"$cc: MARKER_ENABLE reaches constructors, static objects, a plugin, destructors" "$work/wanted"
		"$work/startup" 2>"$work/out"
		expect "$cc: without MARKER_ENABLE nothing is printed" "$work/out" </dev/null
		MARKER_ENABLE="startup_main:count=$work/counts,plugin_*:print" \
			"$work/startup" "$work/markers.so" 2>"$work/out"
		printf 'plugin_loaded: value 1\nplugin_unloaded: value 2\n' |
			expect "$cc: two probes from the environment, each its own markers" "$work/out"
	done
	make_program g++ startup-static startup.cc -static $static || return
	MARKER_ENABLE='*:print' "$work/startup-static" 2>"$work/out"
	hits_of_startup 1 | sort >"$work/wanted"
	sort "$work/out" | expect 'g++ -static: MARKER_ENABLE reaches constructors and destructors' "$work/wanted"
}

test_preload()
{
	local lib=$build/libmarker.so.0
	ls -l /usr/include >"$work/plain"
	LD_PRELOAD=$lib MARKER_ENABLE='*:print' ls -l /usr/include >"$work/preloaded" 2>&1
	verdict 'LD_PRELOAD of the library: a program without markers ends well' $?
	expect 'LD_PRELOAD of the library: and says the same' "$work/preloaded" <"$work/plain"
	LD_PRELOAD=$lib sh -c 'seq 1000 | sort -n --parallel=4 | tail -n 1; (exit 3) & wait $!; exit $?' \
		>"$work/out" 2>&1
	[ $? = 3 ] && [ "$(cat "$work/out")" = 1000 ]
	verdict 'LD_PRELOAD of the library: a shell, pipes, threads, exit status' $? "$work/out"
}

test_secure()
{
	local name='MARKER_ENABLE is ignored in a set-user-ID program'
	make_program gcc secure secure.c -static $static || return
	is_root || { skip "$name" 'root is needed to make one'; return; }
	command -v setpriv >/dev/null || { skip "$name" 'setpriv is not installed'; return; }
	chmod 755 "$work"
	as_nobody "$work/secure"
	printf 'secure_main: value 1\n' | expect 'MARKER_ENABLE works in the same program without the bit' "$work/err"
	chmod 4755 "$work/secure"
	as_nobody "$work/secure"
	if ! grep -q 'AT_SECURE=1' "$work/out"; then
		skip "$name" 'the file system is mounted nosuid'
		return
	fi
	expect "$name" "$work/err" </dev/null
}

as_nobody()
{
	MARKER_ENABLE='*:print' setpriv --reuid=65534 --regid=65534 --clear-groups "$1" \
		>"$work/out" 2>"$work/err"
}

# ---- processes and signals ------------------------------------------------------------------------

test_processes()
{
	make_program gcc fork fork.c $libs && run fork 120 "$work/fork"
	make_program clang fork-static fork.c -static $static &&
		run 'fork, static' 120 "$work/fork-static" | sed 's/ - / - static: /'
	make_program gcc signal signal.c $libs && run signal 120 "$work/signal"
}

test_cancel()
{
	local probe
	make_program gcc cancel cancel.c $libs || return
	for probe in count "count=$work/cancel.counts" print "print=$work/cancel.text" latency \
		"record=$work/cancel.grow" "record=$work/cancel.flight;flight=1M"; do
		run "cancel: ${probe%%/*}" 20 env MARKER_ENABLE="cancel_*:$probe" "$work/cancel" "${probe//$work\//}"
	done
}

# ---- tools that look into the text, or rewrite it -------------------------------------------------

test_valgrind()
{
	make_program gcc toggle toggle.c $libs || return
	run toggle 20 "$work/toggle" 20
	command -v valgrind >/dev/null || { skip valgrind 'it is not installed'; return; }
	# Without its line numbers: valgrind 3.19 ends at the DWARF 5 that clang writes.
	mkdir -p "$work/bare" && strip -g -o "$work/bare/libmarker.so.0" "$build/libmarker.so.0"
	run 'valgrind memcheck' 120 env LD_LIBRARY_PATH="$work/bare" \
		valgrind -q --error-exitcode=9 --leak-check=full "$work/toggle" 3 |
		sed 's/ - / - valgrind memcheck: /'
}

test_gdb()
{
	make_program gcc breakpoint breakpoint.c $libs || return
	command -v gdb >/dev/null || { skip gdb 'it is not installed'; return; }
	cat >"$work/commands" <<-'END'
		set confirm off
		set pagination off
		set startup-with-shell off
		break here
		run
		break *breakpoint_site
		continue
		delete 2
		continue
		break hit
		continue
		delete
		continue
		quit $_exitcode
	END
	if ! gdb -q -batch -ex 'set startup-with-shell off' -ex run /bin/true 2>&1 | grep -q 'exited normally'; then
		skip gdb 'ptrace is not permitted'
		return
	fi
	# gdb 13 may ask for the registers of a thread that is just ending; the agent's ends with the program.
	MARKER_CONTROL=off run gdb 60 gdb -q -batch -x "$work/commands" "$work/breakpoint"
}

test_uprobe()
{
	local line name
	is_root || { skip 'A1 uprobes' 'root is needed'; return; }
	while IFS='|' read -r name line; do
		# shellcheck disable=SC2086
		make_program ${line%% *} uprobe uprobe.c ${line#* } $libs &&
			run "A1 $name" 60 "$work/uprobe" "$name"
	done <<-'END'
		gcc -O2|gcc -O2
		gcc -O0|gcc -O0
		gcc -O2 two bytes, mov|gcc -O2 -DMARKER_JUMP_FORM=NOP8 -DMARKER_IMMEDIATE_FORM=MOV
		gcc -O3 no PIE|gcc -O3 -fno-pie -no-pie
		clang -O2|clang -O2
		clang -Os mov|clang -Os -DMARKER_IMMEDIATE_FORM=MOV
	END
}

# ---- A5: starting -------------------------------------------------------------------------------

thousand() # NAME
{
	echo '#include <marker/marker.h>'
	echo "void thousand_of_$1(int value);"
	echo "void thousand_of_$1(int value)"
	echo '{'
	seq -f "	MARK($1_%g, \"value %%d\", value);" 1000
	echo '}'
}

test_start()
{
	local kind mode
	thousand program >"$work/program.c"
	thousand plugin >"$work/plugin.c"
	for kind in marked vanilla; do
		mode=-DMARKER_DISABLE
		[ $kind = marked ] && mode=-UMARKER_DISABLE
		# shellcheck disable=SC2086
		gcc -std=gnu11 $flags -O1 $mode -shared -fPIC -o "$work/$kind.so" "$work/plugin.c" $libs &&
		make_program gcc start-$kind start.c $mode "$work/program.c" $libs || return
		timeout 300 "$work/start-$kind" 1000 "$work/start-$kind" "$work/$kind.so" >"$work/start.$kind"
		verdict "A5 1000 starts with 2000 markers, $kind: none hangs, all end alike" $?
		tail -n 1 "$work/start.$kind" | sed "s/^/# $kind: /"
	done
	diff <(sed 's/.*status/status/' "$work/start.marked") <(sed 's/.*status/status/' "$work/start.vanilla") \
		>"$work/diff"
	verdict 'A5 the marked program ends and prints as the vanilla one' $? "$work/diff"
	[ "$(tail -n 1 "$work/start.marked" | sed 's/.*status //')" = $((3 << 8)) ]
	verdict 'A5 and with its own exit status' $?
}

# ---- A6: text that may not be written ---------------------------------------------------------------

without_proc() # COMMAND...
{
	unshare -m sh -c 'umount -l /proc && exec "$@"' sh "$@"
}

test_refused()
{
	local r=$work/refused
	make_program gcc refused refused.c $libs || return
	run 'A6 nothing refused' 30 "$r" 'nothing refused' 0 none 1 on
	run 'A6 PR_SET_MDWE' 30 "$r" PR_SET_MDWE 1 none 1 on
	run 'A6 mprotect' 30 "$r" 'seccomp fails mprotect(PROT_EXEC)' 0 mprotect 1 on
	run 'A6 membarrier ENOSYS' 30 "$r" 'membarrier is ENOSYS' 0 enosys 1 on
	run 'A6 membarrier EPERM' 30 "$r" 'membarrier is EPERM' 0 eperm 1 on
	run 'A6 membarrier EPERM from now on' 30 "$r" 'membarrier is EPERM from now on' 0 late 1 on
	if ! is_root || ! without_proc true 2>/dev/null; then
		skip 'A6 no /proc' 'a mount namespace of its own is not permitted'
		return
	fi
	export -f without_proc
	run 'A6 no /proc' 30 bash -c 'without_proc "$@"' sh "$r" 'no /proc' 0 none 0 on
	run 'A6 both refused' 30 bash -c 'without_proc "$@"' sh "$r" 'no /proc, PR_SET_MDWE' 1 none 0 refused
	run 'A6 both refused' 30 bash -c 'without_proc "$@"' sh "$r" 'no /proc, seccomp' 0 mprotect 0 refused
	make_program gcc refused-nop8 refused.c -DMARKER_JUMP_FORM=NOP8 $libs &&
		run 'A6 two bytes under PR_SET_MDWE' 30 "$work/refused-nop8" 'two-byte form, PR_SET_MDWE' 1 none 1 two
}

all_tests()
{
	local t
	for t in dlclose archive startup preload secure processes cancel valgrind gdb uprobe start refused; do
		test_$t
	done
}

reported all_tests
exit $failed
