#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How many instructions a marker takes in the kernel, exactly: in QEMU with -icount the time stamp counter
# counts them.  A row that takes one more than icount.expected says is a failure.
#	usage: test_icount.sh BUILD_DIR [--update]	--update: write icount.expected
#	       test_icount.sh BUILD_DIR --json FILE	nothing is judged: write the rows of the second boot
#
# Two boots: the kernel as it comes up, whose indirect calls are retpolines on QEMU's processor, and one
# with mitigations=off.
# shellcheck disable=SC2317	# functions that check, silent and reported call
set -u
cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/report.sh
. tests/report.sh
# shellcheck source=tests/kernel/kernels.sh
. tests/kernel/kernels.sh
export LC_ALL=C
build=$1
expected=tests/kernel/icount.expected
modules=$build/kernel/6.1
boots=(default mitigations=off)
[ "${2-}" != --json ] || boots=(mitigations=off)
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# A program, its libraries under the names that it knows, and what loads them.
program() # PROGRAM
{
	mkdir -p "$work/program" && cp "$1" "$work/program" &&
		ldd "$1" | grep -oE '/[^ ]+' | xargs -I{} cp -L {} "$work/program"
}

boot() # BOOT
{
	local options=() file
	[ "$1" = default ] || options=(-a "$1")
	for file in "$work"/program/*; do options+=(-f "$file"); done
	tests/kernel/boot.sh -i -t 300 -l "icount-$1" -o "$work/$1" "${options[@]}" -f "$modules/marker.ko" \
		-f "$modules/bench/kernel/marker-bench.ko" "$build" 6.1 tests/kernel/icount.sh
}

# "ROW INSTRUCTIONS" over the empty loop, as markbench says them behind its tables.
counts() # BOOT
{
	"$build/markbench" kernel --from "$work/$1/icount.json" '*' | awk '
		/^row / { n = 0 }
		/^[a-z0-9-]+ +[0-9]+\.[0-9][0-9][0-9]( |$)/ { order[++n] = $1; count[$1] = $2 }
		END {
			for (i = 1; i <= n; i++)
				print order[i], count[order[i]] - count["loop-none"]
		}'
}

# A table of both boots, a line a row.
table()
{
	awk 'FNR == NR { first[$1] = $2; next } $1 in first { print $1, first[$1], $2 }' \
		<(counts "${boots[0]}") <(counts "${boots[1]}") | column -t
}

update()
{
	{
		cat <<-END
			# Instructions of one loop over those of the empty loop (QEMU -icount shift=0), as
			#	tests/kernel/test_icount.sh BUILD_DIR --update
			# wrote them.  kernel: $K_RELEASE, compiler: $(gcc -dumpfullversion)
			#
			# row  ${boots[*]}
		END
		table
	} >"$expected"
}

# What Debian's kernel does behind a breakpoint changes with its releases, and is not ours.
comparable()
{
	if grep -qF "kernel: $K_RELEASE," "$expected"; then
		grep -v '^#' "$expected"
	else
		grep -vE '^#|^trap-|^peer-bpf' "$expected"
	fi
}

differences() # BOOT COLUMN
{
	awk -v boot="$1" -v column="$2" 'FNR == NR { now[$1] = $2; next }
		now[$1] != $column {
			print $1 ", " boot ": " ($1 in now ? now[$1] : "no") " instructions, expected " $column
		}' <(counts "$1") <(comparable)
}

count() # BOOT ROW
{
	counts "$1" | awk -v row="$2" '$1 == row { print $2 }'
}

at_most() # ROW LIMIT, in either boot
{
	local boot nr
	for boot in "${boots[@]}"; do
		nr=$(count "$boot" "$1")
		[ "${nr:-1000}" -le "$2" ] || echo "$1, $boot: ${nr:-no} instructions, at most $2"
	done
}

beside_tracepoint() # BOOT ROW
{
	local ours theirs
	ours=$(count "$1" "$2") theirs=$(count "$1" peer-tracepoint-on)
	[ "${ours:-1000}" -le "${theirs:-0}" ] || echo "$2: ${ours:-no} instructions, a tracepoint $theirs"
}

# Rows whose rounds did not all take the same.
inexact() # BOOT
{
	awk '/"name":/ { name = $0 }
		/"ticks":\[/ { inside = 1; first = ""; next }
		/\]/ { inside = 0 }
		inside && first == "" { first = $1 + 0 }
		inside && $1 + 0 != first { print name, first, "and", $1 + 0 }' "$work/$1/icount.json"
}

missing() # BOOT
{
	"$build/markbench" kernel --from "$work/$1/icount.json" '*' 2>&1 | grep missing
}

judge()
{
	local boot column=1
	for boot in "${boots[@]}"; do
		column=$((column + 1))
		silent "$boot: no row is missing" missing "$boot"
		silent "$boot: all rounds are equal" inexact "$boot"
		silent "$boot: each row takes as many instructions as expected" differences "$boot" $column
	done
	silent 'K1: off, MARK adds 1 instruction' at_most loop-static-key 1
	silent 'K1: off, MARK_IMMEDIATE adds at most 3' at_most loop-immediate 3
	silent 'K1: off, MARK_GENERIC adds at most 3' at_most loop-generic 3
	for boot in "${boots[@]}"; do
		silent "K2, $boot: on, an empty probe costs no more than a tracepoint's" \
			beside_tracepoint "$boot" call-static-key-register
		echo "# K2, $boot: with a list of arguments $(count "$boot" call-static-key-list)," \
			"a tracepoint $(count "$boot" peer-tracepoint-on)"
	done
}

kernel_find 6.1 || { skip 'instructions of a marker' "$K_REASON"; exit 0; }
kernel_modules "$build" 6.1 >"$work/build"
verdict 'the modules are built' $? "$work/build"
[ "$failed" = 0 ] || exit 1
check 'markbench and its libraries are there' program "$build/markbench"
for boot in "${boots[@]}"; do
	reported boot "$boot"
done
[ "$failed" = 0 ] || exit 1
if [ "${2-}" = --json ]; then
	cp "$work/mitigations=off/icount.json" "$3"
	exit
fi
[ "${2-}" != --update ] || update
judge
exit "$failed"
