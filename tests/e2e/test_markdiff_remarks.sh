#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What markdiff says when programs and their symbols are not what they were when recorded, and when
# rows are not paired by their names; and that -q and --perf-compat say nothing.
#
# usage: test_markdiff_remarks.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
export HOME=$dir # where perf record keeps programs

says() # NAME PATTERN ARGUMENTS...
{
	local name=$1 pattern=$2
	shift 2
	"$markdiff" "$@" >stdout 2>stderr
	grep -qE -- "$pattern" stdout && ok "$name" || not_ok "$name (no line matches $pattern)" stdout stderr
}

says_not() # NAME PATTERN ARGUMENTS...
{
	local name=$1 pattern=$2
	shift 2
	"$markdiff" "$@" >stdout 2>stderr
	[ -s stdout ] && ! grep -qE -- "$pattern" stdout && ok "$name" ||
		not_ok "$name (a line matches $pattern)" stdout stderr
}

# A program whose function is called $1 in its symbol table.
write_program() # NAME FILE
{
	cat >"$2.c" <<EOF
volatile unsigned long sink;
const char program[] = "$2"; /* so that each has a build-id of its own */
void f(int n) __asm__("$1");
__attribute__((noinline)) void f(int n) { for (int i = 0; i < n; i++) sink = sink * 3 + i; }
int main(void) { f(100000000); }
EOF
	gcc -O1 ${3:-} -o "$2" "$2.c"
}

record() # OUT OPTIONS... PROGRAM
{
	local out=$1
	shift
	perf record -q -F 1000 -e cpu-clock -o "$out" "$@" 2>/dev/null
}

if ! reason=$(perf record -q -e cpu-clock -o try.data true 2>&1); then
	skip "remarks about recordings" "perf record: $(echo "$reason" | head -n 1)"
	exit $failed
fi

programs()
{
	write_program work plain
	record plain.data ./plain
	says "totals" '^# Total of plain.data: [0-9]+ samples, 0\.[0-9]+ s of cpu-clock$' plain.data plain.data
	says "totals: the ratio" '^# Total of plain.data: .*cpu-clock \(x1\.000\)$' plain.data plain.data
	says_not "nothing wrong with them" 'symbol|built|lost|differ:' plain.data plain.data
	says_not "-q: no remarks" '^#' -q plain.data plain.data
	says_not "--perf-compat: no remarks" '^# (Total|[0-9]+ samples)' --perf-compat plain.data plain.data

	# Without a build-id in the recording (P13).
	write_program work unsure
	record unsure.data -B -N ./unsure
	says_not "older than the recording" 'was built after' unsure.data plain.data
	says "cannot be verified" 'that it is what ran cannot be verified' -v unsure.data plain.data
	touch -d '+1 hour' unsure
	says "newer than the recording" "unsure.data: $dir/unsure was built after the recording" unsure.data plain.data

	# With it, and another program in its place (P14).
	write_program work gone
	record gone.data -N ./gone
	rm gone
	says "not there any more" "in $dir/gone have no symbol: it was not found; give the tree" gone.data plain.data
	write_program other gone -DOTHER
	says "another build" "in $dir/gone have no symbol: what is there now is another build" gone.data plain.data

	write_program work bare -s
	record bare.data -N ./bare
	says "stripped" "bare.data: [0-9.]+ % in $dir/bare have no symbol" bare.data plain.data
}

pairings()
{
	mkdir one two
	write_program work.constprop.0.isra.0 one/same
	write_program work two/same
	record one.data one/same
	record two.data two/same
	says "canonical: one row" '% +[-+][0-9.]+% +same .*work\.constprop\.0\.isra\.0 -> work$' one.data two.data
	says "canonical: said" '^# 1 symbol was paired by name without suffixes' one.data two.data
	says "exact: two rows" '^ +[0-9.]+% {12,}same .* work\.constprop\.0\.isra\.0$' --match=exact one.data two.data
	says_not "exact: not said" 'without suffixes' --match=exact one.data two.data
	says "address" '% +[-+][0-9.]+% +same .*work\.constprop\.0\.isra\.0 -> work$' --match=address one.data two.data
}

# Modes of counting that differ, and a file that has more.
events()
{
	perf record -q -c 500000 -e cpu-clock -o fixed.data ./plain 2>/dev/null
	perf record -q -F 1000 -e cpu-clock,task-clock -o more.data ./plain 2>/dev/null
	says "frequency and period" 'a frequency of 1000 in plain.data and periods of 500000 in fixed.data' \
		plain.data fixed.data
	says "an event less" '^# plain.data has no task-clock: its column is empty' more.data plain.data
	says "an event more" '^# more.data also has task-clock, which plain.data has not' plain.data more.data
	"$markdiff" plain.data try.data >stdout 2>&1
	perf record -q -e task-clock -o task.data ./plain 2>/dev/null
	"$markdiff" plain.data task.data >stdout 2>stderr
	check "no event in common: exit status" equal $? 3
	check "no event in common: no table" equal "$(wc -c <stdout)" 0
	check "no event in common: what each has" \
		grep -q 'plain.data has cpu-clock, task.data has task-clock' stderr
	perf record -q -F 1000 -e cpu-clock:u -o user.data ./plain 2>/dev/null
	"$markdiff" plain.data user.data >/dev/null 2>stderr
	check "other modifiers are another event" equal $? 3
	says "modifiers are shown" "^# Event 'cpu-clock:u'$" user.data user.data
}

programs
pairings
events
exit $failed
