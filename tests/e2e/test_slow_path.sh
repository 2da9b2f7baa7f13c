#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The slow path of x86-64 that keeps every register: bytes, registers, and who walks through it.
# usage: test_slow_path.sh BUILD_DIR
#
# What is promised: Documentation/design.rst, "The slow path"; the programs are in tests/lifecycle.  Everything
# else about it, under other compilers and options, is in test_build_matrix.sh.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
. tests/report.sh
build=$(realpath "$1") || exit 1
src=tests/lifecycle
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
flags='-std=gnu11 -g -Wall -Wextra -Werror -Wno-unused-parameter -D_GNU_SOURCE -I.'
libs="-L$build -lmarker -Wl,-rpath,$build"
static="$build/libmarker.a -lurcu-bp -lpthread -ldl"

if [ "$(uname -m)" != x86_64 ]; then
	skip 'the slow path' 'it is that of x86-64'
	exit 0
fi

# The instructions of a function, one a line: "ADDRESS: MNEMONIC OPERANDS".
code() # OBJECT FUNCTION
{
	objdump -d --no-show-raw-insn "$1" |
		awk -v name="<$2>:" '$2 == name { on = 1; next } on && /^$/ { exit } on' |
		sed -E 's/^ +//; s/\t+/ /g'
}

size_of() # OBJECT SYMBOL: in bytes, 0 if there is none
{
	local size
	size=$(nm -S "$1" | awk -v name="$2" '$4 == name { print $2 }')
	echo $((16#${size:-0}))
}

# ---- bytes, and leaves that stay leaves ---------------------------------------------------------

# What is executed while the marker is off: up to the return, which stands before the cold block.
likely() # OBJECT FUNCTION
{
	code "$1" "$2" | sed '/ ret/q'
}

# One instruction more than vanilla has, and no stack.
one_more() # FUNCTION MORE
{
	local marked vanilla
	marked=$(likely "$work/marked.o" "$1") vanilla=$(likely "$work/vanilla.o" "$1")
	grep -E 'push|call|%rsp' <<<"$marked" && { echo "it uses the stack"; return 1; }
	equal "$(wc -l <<<"$marked")" $(($(wc -l <<<"$vanilla") + $2))
}

# Bytes to what stands behind the return, against all of the vanilla function.
likely_grows() # FUNCTION AT-MOST
{
	local start end grown
	start=$(code "$work/marked.o" "$1" | sed -n '1s/:.*//p')
	end=$(code "$work/marked.o" "$1" | sed -nE '/ ret/{n;s/:.*//p;q}')
	[ -n "$end" ] || { echo "no cold block"; return 1; }
	grown=$((16#$end - 16#$start - $(size_of "$work/vanilla.o" "$1")))
	[ $grown -le "$2" ] || { echo "$grown bytes"; return 1; }
}

cold_bytes() # what a marker of two arguments has there
{
	local from to
	from=$(code "$work/marked.o" leaf | sed -nE '/add +\$0xf+80,%rsp/s/:.*//p')
	to=$(code "$work/marked.o" leaf | grep -vE 'nop|xchg +%ax,%ax' | sed -n '$s/:.*//p')
	[ $((16#$to + 5 - 16#$from)) -le 32 ]
}

leaf_objects() # CC OPTIONS...
{
	# shellcheck disable=SC2086
	$1 $flags -g0 "${@:2}" -c -o "$work/marked.o" "$src/leaf.c" &&
		$1 $flags -g0 "${@:2}" -DMARKER_DISABLE -c -o "$work/vanilla.o" "$src/leaf.c"
}

no_stack() # FUNCTION
{
	code "$work/marked.o" "$1" | sed '/add *$0xf*80,%rsp/,$d' | grep -E 'push|call|%rsp'
}

test_bytes()
{
	local o f
	for o in -O2 -O3; do
		leaf_objects gcc $o || { not_ok "leaf.c is built by gcc $o"; return; }
		for f in leaf leaf_expression; do
			check "gcc $o $f: 5 bytes" \
				equal $(($(size_of "$work/marked.o" $f) - $(size_of "$work/vanilla.o" $f))) 5
			check "gcc $o $f: one instruction" one_more $f 1
		done
		check "gcc $o: 24 bytes out of the way" equal "$(size_of "$work/marked.o" leaf.cold)" 24
		silent "gcc $o: a loop of doubles has no stack" no_stack leaf_double
	done
	leaf_objects gcc -Os && check 'gcc -Os: a jump over the block, 2 bytes, too' one_more_os
	for o in -O2 -Os; do
		leaf_objects clang $o || { not_ok "leaf.c is built by clang $o"; return; }
		for f in leaf leaf_expression; do
			check "clang $o $f: one instruction" one_more $f 1
			# A prefix where another register is taken.
			check "clang $o $f: 5 or 6 bytes" likely_grows $f 6
		done
		check "clang $o: at most 32 bytes behind the return" cold_bytes
		silent "clang $o: a loop of doubles has no stack" no_stack leaf_double
	done
}

# What is not executed while the marker is off has the jump before it.
one_more_os()
{
	local marked vanilla
	marked=$(code "$work/marked.o" leaf | sed '/add *$0xf*80,%rsp/,/call/d')
	vanilla=$(code "$work/vanilla.o" leaf)
	grep -E 'push|call|%rsp' <<<"$marked" && return 1
	equal "$(wc -l <<<"$marked")" $(($(wc -l <<<"$vanilla") + 2))
}

# ---- what the slow path is -----------------------------------------------------------------------

calls() # OBJECT: which functions of a slow path it refers to
{
	nm -u "$1" | grep -oE 'marker_(call|hit_[0-9]+)$' | sort -u | tr '\n' ' '
}

called_from() # CC OPTIONS...
{
	# shellcheck disable=SC2086
	$1 $flags "${@:2}" -c -o "$work/calls.o" "$src/leaf.c" && calls "$work/calls.o"
}

test_choice()
{
	local cc
	for cc in gcc clang; do
		check "$cc: words are pushed, a long double is a call" \
			equal "$(called_from $cc -O2)" 'marker_call marker_hit_2 '
		check "$cc -DMARKER_PLAIN: all are calls" equal "$(called_from $cc -O2 -DMARKER_PLAIN)" 'marker_call '
		silent "$cc -DMARKER_NO_CFI: no directive of ours" no_cfi $cc
		check "$cc -DMARKER_ARCH_GENERIC: all are calls" \
			equal "$(called_from $cc -O2 -DMARKER_ARCH_GENERIC)" 'marker_call '
	done
	check 'gcc -mno-80387: all are calls' equal "$(no_x87)" 'marker_call '
	check 'clang, MemorySanitizer: all are calls' \
		equal "$(called_from clang -O1 -fsanitize=memory)" 'marker_call '
}

no_x87()
{
	# shellcheck disable=SC2086
	printf '#include <marker/marker.h>\nvoid f(int v) { MARK(f, "%%d", v); }\n' |
		gcc ${flags/-Wall/} -O2 -mno-80387 -x c -c -o "$work/calls.o" - && calls "$work/calls.o"
}

no_cfi()
{
	# shellcheck disable=SC2086
	$1 $flags -O2 -S -o - -DMARKER_NO_CFI "$src/leaf.c" | grep cfi_undefined
}

# ---- what is kept --------------------------------------------------------------------------------

program() # CC OUTPUT SOURCE OPTIONS...
{
	# shellcheck disable=SC2086
	$1 $flags "$src/$3" -o "$work/$2" "${@:4}" >"$work/log" 2>&1 && return
	not_ok "$3 is built by $1" "$work/log"
	return 1
}

test_registers()
{
	local cc
	for cc in gcc clang; do
		# shellcheck disable=SC2086
		program $cc registers registers.c -O2 $static && relay $cc "$work/registers"
	done
}

# A "general" probe is called without any vector register kept: nothing on the way to it may touch one.
test_general()
{
	silent 'nothing on the way to a general probe uses a vector register' vector_uses
	check 'nothing on the way is called but what was compiled alike' foreign_calls
}

# What the slow path is made of; os_call_mixed() is called for doubles alone, and those are kept.
on_the_way='marker_hit marker_hit_array hit_array marker_call_all call_closure marker_bench_empty marker_bench_copy marker_bench_parse
	marker_bench_count marker_bench_direct_empty marker_bench_direct_copy'

vector_uses()
{
	local f
	for f in $on_the_way; do
		code "$build/libmarker.so.0" "$f" | grep -E '%[xyz]mm|%st|%mm[0-7]|%k[0-7]' | sed "s/^/$f: /"
	done
	for f in 0 1 2 3 4 5 6 7 8 9 10 11 12; do
		code "$build/libmarker.so.0" marker_hit_$f | grep -q 'ret  *\$' || echo "no marker_hit_$f"
		code "$build/libmarker.so.0" marker_hit_$f | grep -E '%[xyz]mm|%st|%mm[0-7]|%k[0-7]'
	done
}

foreign_calls()
{
	local f called allowed=' marker_hit hit_array keep_whole keep_dispatch marker_call_all call_closure os_call_mixed '
	for f in $on_the_way; do
		for called in $(code "$build/libmarker.so.0" "$f" |
				sed -nE 's/.* (call|jmp) +[0-9a-f]+ <([^>+]+)>.*/\2/p' | sort -u); do
			case $allowed in *" ${called%%.*} "*) ;; *) echo "$f calls $called"; return 1 ;; esac
		done
	done
}

# ---- who walks through ---------------------------------------------------------------------------

test_unwind()
{
	local cc o
	for cc in gcc clang; do
		for o in -O2 -Os; do
			# shellcheck disable=SC2086
			program $cc unwind unwind.c $o $libs && relay "$cc $o" "$work/unwind"
		done
	done
}

test_gdb()
{
	local frames
	command -v gdb >/dev/null || { skip 'gdb' 'it is not installed'; return; }
	# shellcheck disable=SC2086
	program gcc unwind unwind.c -O2 $libs || return
	gdb -q -batch -ex 'set startup-with-shell off' -ex 'break look' -ex 'run' -ex 'bt' \
		--args "$work/unwind" loop 1 >"$work/out" 2>&1
	if ! grep -q '^#0 .*look' "$work/out"; then
		skip 'gdb' "it did not get to the probe: $(tail -n 1 "$work/out")"
		return
	fi
	frames=$(sed -nE 's/^#[0-9]+ +(0x[0-9a-f]+ in )?([a-z_0-9]+) .*/\2/p' "$work/out" | tr '\n' ' ')
	check 'gdb: bt from the probe has the whole chain' grep -qE '^look .*marker_hit_2 marked outer hit_for main ' <<<"$frames"
	check 'gdb: with the arguments of the marked function' grep -qE 'marked \(value=(value@entry=)?7, pointer=(pointer@entry=)?0x.*<life_failures>' "$work/out"
}

# Of the samples in a hit, how many come from main(): nine in ten, and enough of them.
perf_chains() # CALL-GRAPH OPTIONS-OF-THE-COMPILER...
{
	local mode=$1
	shift
	# shellcheck disable=SC2086
	program gcc unwind unwind.c "$@" $libs || return 1
	perf record -q -e cpu-clock:u -F 1000 --call-graph "$mode" -o "$work/perf.data" \
		"$work/unwind" loop 400 >"$work/log" 2>&1 || { cat "$work/log"; return 1; }
	perf script -i "$work/perf.data" -F ip,sym 2>/dev/null | awk '
		function done() { if (hit) { all++; good += found } hit = found = 0 }
		/^$/ { done(); next }
		$2 ~ /^(look|marker_hit|marked|arch_keep)/ { hit = 1 }
		$2 == "main" { found = 1 }
		END { done(); printf "%d of %d\n", good, all; exit !(all > 50 && good >= 0.9 * all) }'
}

test_perf()
{
	if ! perf record -q -e cpu-clock:u -o "$work/try.data" true >"$work/log" 2>&1; then
		skip 'perf' "perf record: $(head -n 1 "$work/log")"
		return
	fi
	check 'perf --call-graph fp: samples in a hit come from main()' perf_chains fp -O2 -fno-omit-frame-pointer
	check 'perf --call-graph dwarf: samples in a hit come from main()' perf_chains dwarf,4096 -O2
}

all_tests()
{
	local t
	for t in bytes choice registers general unwind gdb perf; do
		test_$t
	done
}

reported all_tests
exit $failed
