#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The rules of the house that a script can check: headers, layers, licences, conditionals.
#	usage: test_headers.sh BUILD_DIR
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
. tests/report.sh

# What is or would be tracked.
files() # PATTERN...
{
	git ls-files --cached --others --exclude-standard -- "$@" | while read -r f; do
		[ -f "$f" ] && echo "$f"
	done
}

# ---- each header alone -------------------------------------------------------------------------

syntax() # FILE COMMAND...
{
	local header=$1
	shift
	printf '#include "%s"\n' "$header" | "$@" -Wall -Wextra -Wno-unused-parameter -Wundef -Werror \
		-D_GNU_SOURCE -I. -fsyntax-only - 2>&1
}

alone() # CC HEADER
{
	syntax "$2" "$1" -x c -std=gnu11
}

alone_all() # CC
{
	local header
	while read -r header; do
		silent "$1: $header compiles alone" alone "$1" "$header"
	done < <(files 'marker/*.h' 'probes/*.h' 'user/*.h' 'bench/*.h' |
		 grep -vE '_kernel\.h$|^marker/(arch/|kmod\.h|named\.h)|^bench/kernel/')
}

arch_refused() # CC
{
	local header
	for header in marker/arch/*.h; do
		alone "$1" "$header" | grep -q 'error.*include <marker/marker.h>' || echo "$header"
	done
}

public() # NAME COMMAND...
{
	local name=$1
	shift
	silent "$name: marker/marker.h" syntax marker/marker.h "$@"
}

for cc in gcc clang; do
	cxx=${cc/gcc/g}++
	alone_all $cc
	silent "$cc: headers of targets refuse to be included directly" arch_refused $cc
	public "$cc -std=c11 -pedantic" $cc -x c -std=c11 -pedantic
	public "$cc -std=gnu17" $cc -x c -std=gnu17
	for std in c++17 gnu++17 gnu++20; do
		public "$cxx -std=$std" "${cxx/clangg++/clang++}" -x c++ -std=$std
	done
	public "$cxx -std=c++17 -pedantic" "${cxx/clangg++/clang++}" -x c++ -std=c++17 -pedantic
done

# ---- worlds and conditionals -------------------------------------------------------------------

kernel_word()
{
	files '*.c' '*.h' '*.cc' '*.S' | xargs grep -lw __KERNEL__ | grep -v '^marker/os.h$'
	grep -qw __KERNEL__ marker/os.h || echo "marker/os.h has it not"
}
silent "__KERNEL__ stands in marker/os.h alone" kernel_word

# Not the programs that tests build in variants: those are the point of them.
conditionals()
{
	files '*.c' ':!tests/lifecycle/' ':!tests/data/' | xargs grep -nE '^[[:space:]]*#[[:space:]]*(if|ifdef|ifndef|elif|else|endif)\b'
}
silent "no #if in .c files" conditionals

# A bit-field that two contexts share loses one's store to the other's.
bit_fields()
{
	files 'marker/*.h' 'probes/*.h' 'marker/*.c' 'probes/*.c' |
		xargs grep -nE '^[[:space:]]+(unsigned|signed|int|bool|u8|u16|u32|u64|s32)[a-z ]* \w+ ?: ?[0-9]+;'
}
silent "t14_no_bit_fields in marker/ and probes/" bit_fields

# ---- layers ------------------------------------------------------------------------------------

includes() # PATTERN...: "FILE:INCLUDED", of what is in the tree
{
	files "$@" | xargs grep -oHE '^[[:space:]]*#[[:space:]]*include[[:space:]]*["<][^">]+[">]' |
		sed -E 's/^([^:]+):.*["<]([^">]+)[">]$/\1:\2/'
}

layer() # PATTERN FORBIDDEN ALLOWED
{
	includes "$1*.c" "$1*.h" | grep -E ":(\.\./)*($2)/" | grep -vE "$3"
}
none='^$'
silent "marker/ includes nothing above it" \
	layer marker/ 'probes|user|bench|tests' '^marker/(kmod.c:(\.\./)?probes/bench|named(_user)?.c:(\.\./)?probes/filter/filter).h$'
silent "probes/ includes nothing above it" layer probes/ 'user|bench|tests' "$none"
silent "user/ includes nothing of bench/ and tests/" layer user/ 'bench|tests' "$none"
silent "bench/ includes nothing of tests/" layer bench/ 'tests' "$none"

# ---- licences, sizes ---------------------------------------------------------------------------

spdx() # FILE: of the first line, or of the second behind "#!" or an expectation
{
	sed -n '1,2s/.*SPDX-License-Identifier: \(.*\)/\1/p' "$1" | sed 's, *\*/$,,' | head -n 1
}

licences() # LICENCE PATTERN...
{
	local wanted=$1 f
	shift
	files "$@" | while read -r f; do
		[ "$(spdx "$f")" = "$wanted" ] || echo "$f: '$(spdx "$f")'"
	done
}

sources=('*.c' '*.h' '*.cc' '*.S' '*.sh' '*.mk' '*.map' '*Makefile' '*Kbuild' 'tests/run')
dual()
{
	licences "GPL-2.0-only OR BSD-2-Clause" 'marker/*' 'probes/*'
}
single()
{
	licences "GPL-2.0-only" "${sources[@]}" ':!marker/*' ':!probes/*' ':!tests/fuzz/corpus/*'
}
silent "marker/ and probes/ are GPL-2.0-only OR BSD-2-Clause" dual
silent "the rest is GPL-2.0-only" single

large()
{
	files '*' | while read -r f; do
		[ "$(stat -c %s "$f")" -le 100000 ] || echo "$f"
	done
}
silent "no tracked file over 100 kB" large
exit $failed
