#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Writes the corpus of fuzz_markdiff: recordings of one process, each with other symbols.
# usage: make_markdiff.sh BUILD_DIR CORPUS_DIR, after make test-programs
set -eu
tree=$(cd "$(dirname "$0")/../.." && pwd)
recording=$(cd "$1" && pwd)/tests/e2e/recording
corpus=$2
symbols=$tree/tests/fuzz/corpus/symbols
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A program of functions of 8 bytes from 0xf8 on, where the samples are.
build() # FILE SOURCE:FUNCTION...
{
	local file=$1 function i=10
	shift
	for function in "$@"; do
		printf '.file "%s"\n.type "%s", @function\n"%s":\n.skip 8, 0x90\n.size "%s", 8\n' \
			"${function%%:*}" "${function#*:}" "${function#*:}" "${function#*:}" | as -o "$work/$i.o"
		i=$((i + 1))
	done
	ld -e 0 -z noseparate-code -Ttext=0x4000f8 -o "$file" "$work"/??.o
	rm "$work"/??.o
}

# Of each piece of code that a symbol file can tell of, some addresses; the second machine's process
# has its program elsewhere.
process() # PROGRAM-START [DIRECTORY]
{
	local i
	cat <<-END
		event 1 0 0 cpu-clock
		mmap 4294967295 0 0xffffffff81000000 0x100000 0xffffffff81000000 1 [kernel.kallsyms]_text
		mmap 4294967295 0 0xffffffffc0000000 0x1000 0 1 [mod]
		ksymbol 1 0xffffffffd0000000 0x100 bpf_prog_0123456789abcdef_f
		comm 10 10 1 x
		mmap2 10 1 $1 0x2000 0 - ${2:-/bin}/x
		mmap 10 1 0x7f0000001000 0x1000 0 2 //anon
		mmap 10 1 0x7f0000009000 0x1000 0 2 /tmp/jit-10.dump
		comm 11 11 2 child
		fork 11 10 2
	END
	for ((i = 0; i < 12; i++)); do
		echo "sample 0 $((10 + i % 2)) $((3 + i)) $(($1 + 0xf8 + 8 * i)) $((1 + i)) 2"
	done
	cat <<-END
		sample 0 10 20 0x7f0000001010 5 2
		sample 0 10 21 0x7f0000001090 6 2
		sample 0 10 22 0xffffffff81000110 7 1
		sample 0 10 23 0xffffffff81000210 8 1
		sample 0 10 24 0xffffffffc0000010 9 1
		sample 0 10 25 0xffffffffd0000010 9 1
		sample 0 12 26 0x1234 1 2
		lost 0 3
		text 3 host
		text 4 6.1.0-$(($1 >> 20))-amd64
	END
}

part() # LETTER FILE
{
	printf '\nMDPART%s' "$1"
	cat "$2"
}

save() # NAME [LETTER FILE]...
{
	local name=$1
	shift
	{
		cat "$work/base"
		part n "$work/new"
		while [ $# -gt 0 ]; do
			part "$1" "$2"
			shift 2
		done
	} >"$corpus/$name"
}

process 0x400000 | "$recording" "$work/base"
(echo stream; process 0x500000) | "$recording" "$work/new"
mkdir -p "$corpus"
for file in "$symbols"/*.elf "$symbols"/*.o "$symbols"/*.ko; do
	save "$(basename "$file" | tr . -)" e "$file"
done
save kallsyms k "$symbols/kallsyms" m "$symbols/perf.map"
save restricted k "$symbols/kallsyms-restricted" j "$symbols/jit.dump"
save all e "$symbols/dwarf4.elf" k "$symbols/kallsyms" m "$symbols/perf.map" j "$symbols/jit.dump"

# Names are not enough: statics, clones, overloads, Rust; each build has its own.
(echo stream; process 0x500000 /usr) | "$recording" "$work/new"
build "$work/one" a.c:helper b.c:helper a.c:work.constprop.0 a.c:f.llvm.1 a.c:f.cold b.c:_Z1fi \
	b.c:_Z1fd c.rs:_ZN1a1f17h0123456789abcdefE c.rs:_RNvCs1234_7mycrate3foo a.c:g.isra.0
build "$work/two" b.c:helper a.c:helper b.c:f.llvm.22 a.c:work b.c:f.cold.7 b.c:_Z1fl b.c:_Z1fi \
	c.rs:_ZN1a1f17hfedcba9876543210E c.rs:_RNvCs5678_7mycrate3foo a.c:g.part.0 a.c:g.part.1
save names e "$work/one" f "$work/two"
build "$work/two" a.c:helper a.c:helper a.c:work a.c:work.isra.0
save twins e "$work/one" f "$work/two"
(echo big; process 0x400000) | "$recording" "$work/base"
save big e "$symbols/static.elf" k "$symbols/kallsyms"
(echo chains; process 0x400000 | sed 's/^sample .* 2$/& 0x400110 0x40010c/') | "$recording" "$work/base"
save chains e "$symbols/dwarf4.elf"
