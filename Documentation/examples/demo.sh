#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
#
# The demo: a real program with markers is listed, run, switched on, counted, measured, compared, recorded
# while it runs.
# Called by "make demo" with the build directory; writes under BUILD_DIR/demo alone.  About a minute.
# usage: demo.sh BUILD_DIR [STEP...]	the steps are those at the end
set -eu

build=${1:?usage: demo.sh BUILD_DIR [STEP...]}
shift
cd "$(dirname "$0")/../.."
exec 2>&1
demo=$build/demo
requests=3000000
shown=

say()
{
	printf '\n== %s\n\n' "$*"
}

# Shows the command as one would type it, then runs it.
run()
{
	printf '$'
	for word; do
		case $word in
		*\**) printf " '%s'" "$word" ;;
		*) printf ' %s' "$word" ;;
		esac
	done
	echo
	"$@"
}

# One step is over: remember its name.
done_with()
{
	shown="${shown:+$shown, }$1"
}

list_markers()
{
	say "The markers of the program, read from its file"
	run "$build/markctl" list "$demo/kv"
	done_with listed
}

run_off()
{
	say "The program with its markers off, and a build that never had any"
	run "$demo/kv" bench -n 1000000
	echo
	run "$demo/kv-vanilla" bench -n 1000000
	done_with "run with markers off"
}

switch_on()
{
	say "Markers switched on from outside: three requests, printed"
	echo "\$ MARKER_ENABLE='req_*:print,get_*:print,set:print' $demo/kv bench -n 3"
	MARKER_ENABLE='req_*:print,get_*:print,set:print' "$demo/kv" bench -n 3
	done_with printed

	say "All of them counted"
	run "$build/markctl" stat -e '*' -- "$demo/kv" bench -n 1000000
	done_with counted
}

# The long form measures longer; either prints the same table.
table_2006()
{
	say "What a marker costs: the table of 2006, measured here (takes some seconds)"
	if "$build/markbench" run --2006 --short 2>"$demo/markbench.log" ||
	   "$build/markbench" run --2006 2>"$demo/markbench.log"; then
		done_with "measured (2006 table)"
	else
		echo "markbench could not run here:"
		tail -n 3 "$demo/markbench.log"
	fi
}

# Two builds of one name, so that their symbols are compared with each other.
place_builds()
{
	mkdir -p "$demo/vanilla" "$demo/marked"
	cp -f "$demo/kv-vanilla" "$demo/vanilla/kv"
	cp -f "$demo/kv" "$demo/marked/kv"
}

# record NAME BUILD EVENT: makes NAME.data
record()
{
	echo "recording $1: kv bench -n $requests (some seconds)"
	LD_LIBRARY_PATH=$build perf record -q -e "$3" -F 4000 --no-buildid-cache \
		-o "$demo/$1.data" "$demo/$2/kv" bench -n $requests \
		>"$demo/$1.out" 2>"$demo/$1.log" && [ -s "$demo/$1.data" ]
}

# Sets base and new to a pair of recordings, again to a second one of the base; sort to options.
make_recordings()
{
	place_builds
	for event in cpu-clock cpu-clock:u; do
		if record vanilla vanilla $event && record marked marked $event &&
		   record again vanilla $event; then
			base=$demo/vanilla.data new=$demo/marked.data again=$demo/again.data sort=
			what="with the vanilla build"
			return 0
		fi
	done
	echo "perf may not record on this machine:"
	tail -n 1 "$demo/vanilla.log"
	return 1
}

# Their program is not here to find symbols in, so they are compared by object.
shipped_recordings()
{
	base=tests/data/small-base.data new=tests/data/small-marked.data again= sort="-s dso"
	what="(recordings of another program)"
	echo "using two small recordings that come with the tests: $base $new"
	[ -s "$base" ] && [ -s "$new" ]
}

# diff_head LINES BASE NEW
diff_head()
{
	echo "\$ $build/markdiff${sort:+ $sort} $2 $3"
	# shellcheck disable=SC2086
	if "$build/markdiff" $sort "$2" "$3" >"$demo/markdiff.out" 2>"$demo/markdiff.log"; then
		head -n "$1" "$demo/markdiff.out"
		return 0
	fi
	echo "markdiff failed:"
	tail -n 3 "$demo/markdiff.log"
	return 1
}

compare_builds()
{
	say "Where the time goes in two builds of a program"
	if ! make_recordings && ! shipped_recordings; then
		echo "no recordings to compare"
		return 0
	fi
	if diff_head 25 "$base" "$new"; then
		done_with "compared $what"
	fi
	[ -n "$again" ] || return 0
	say "The vanilla build twice: so much is noise on this machine"
	diff_head 12 "$base" "$again" || true
}

# Says why on standard output if it cannot be.
kernel_ready()
{
	command -v qemu-system-x86_64 >/dev/null || { echo "no qemu-system-x86_64"; return 1; }
	tests/kernel-deps.sh 6.1 || return 1
	bash -c '. tests/kernel/kernels.sh; kernel_find 6.1 || { echo "$K_REASON"; exit 1; }
		 make -s O="$1" FLAVOUR=6.1 KDIR="$K_KDIR" modules >"$1/demo/modules.log" 2>&1 ||
			{ tail -n 3 "$1/demo/modules.log"; exit 1; }' kernel_ready "$build"
}

in_a_kernel()
{
	say "The same in a kernel: a module's markers, in QEMU (some seconds)"
	if ! kernel_ready; then
		echo "The kernel's part is left out (above: why)."
		return 0
	fi
	if tests/kernel/boot.sh -l demo -o "$demo" -f "$build/kernel/6.1" \
	   "$build" 6.1 Documentation/examples/module/guest_demo.sh >"$demo/kernel.log" 2>&1; then
		cat "$demo/transcript"
		done_with "switched on in a kernel"
	else
		echo "The kernel's part failed:"
		tail -n 5 "$demo/kernel.log"
	fi
}

# The first lines of what a command prints.
head_of() # LINES COMMAND...
{
	lines=$1
	shift
	echo "\$ $* | head -n $lines"
	"$@" | head -n "$lines"
}

# A server that was started without any thought of markers, and a client that gives it work.
begin_live()
{
	rm -rf "$demo/live" "$demo/kv.socket"
	"$demo/kv" serve -s "$demo/kv.socket" >"$demo/server.out" 2>&1 &
	server=$!
	trap 'kill $server $client 2>/dev/null || true' EXIT
	client=
	for i in 1 2 3 4 5 6 7 8 9 10; do
		[ ! -S "$demo/kv.socket" ] || break
		sleep 0.2
	done
	(while "$demo/kv" load -s "$demo/kv.socket" -n 20000 >/dev/null 2>&1; do sleep 0.1; done) &
	client=$!
}

end_live()
{
	trap - EXIT
	kill $client $server 2>/dev/null || true
	wait $client $server 2>/dev/null || true
}

live()
{
	say "A server that runs already: its markers are listed, and counted from outside"
	begin_live
	run "$build/markctl" list -p $server
	run "$build/markctl" enable 'req_*' -p $server --probe count
	run "$build/markctl" status -p $server
	run "$build/markctl" disable 'req_*' -p $server
	done_with "controlled while it runs"

	say "Recorded for half a second: each thread writes a trace that can be read at any moment"
	run "$build/markctl" record -p $server -o "$demo/live" -e 'req_*' -e 'get_*' --duration 0.5
	end_live
	done_with recorded

	say "The same directory by markctl and by babeltrace2"
	head_of 6 "$build/markctl" view "$demo/live"
	head_of 6 babeltrace2 "$demo/live"
	run "$build/markctl" export --chrome -o "$demo/live.json" "$demo/live"
	echo "(for the page ui.perfetto.dev: $demo/live.json)"
	done_with viewed
}

${MAKE:-make} -s O="$build" demo-programs
for step in ${*:-list_markers run_off switch_on table_2006 compare_builds in_a_kernel live}; do
	$step
done
printf '\nShown: kv %s. Everything is under %s.\n' "$shown" "$demo"
