#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Call chains and inlined functions, in recordings made here: inclusive cost is what perf report
# --children says, the total is main's (P18 of Documentation/man/markdiff.1.rst), and a function that
# one build inlined pairs (P12).
#
# usage: test_markdiff_chains.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"

if ! reason=$(perf record -q -g -e cpu-clock -o try.data true 2>&1); then
	skip "recordings with call chains" "perf record: $(echo "$reason" | head -n 1)"
	exit 0
fi

cat >work.c <<'END'
#include <stdlib.h>

volatile unsigned long sink;

/* Called by all others, as a function that calls nothing has no frame, and hides its caller. */
__attribute__((noinline)) void nothing(void)
{
	sink++;
}

INLINED static void hot(long n)
{
	for (long i = 0; i < n; i++)
		sink += i * i;
	nothing();
}

__attribute__((noinline)) void outer(long n)
{
	hot(n);
	for (long i = 0; i < n / 20; i++)
		sink ^= i;
	nothing();
}

__attribute__((noinline)) void recurse(int depth)
{
	if (depth)
		recurse(depth - 1);
	for (long i = 0; i < 2000; i++)
		sink ^= i;
	nothing();
}

int main(int argc, char **argv)
{
	for (int i = 0; i < atoi(argv[1]); i++) {
		outer(20000);
		recurse(3);
#ifdef MORE
		for (int more = 0; more < 20; more++)
			recurse(3);
#endif
	}
	return 0;
}
END

make_program() # DIRECTORY OPTIONS...
{
	local to=$1
	shift
	mkdir -p "$to"
	gcc -g -O1 -fno-omit-frame-pointer -fno-shrink-wrap -fno-optimize-sibling-calls "$@" \
		-o "$to/work" work.c && perf record -q -g -F 4000 -e cpu-clock:u -o "$to.data" "$to/work" 8000
}

# The figures of a symbol in the rows of stdout, a blank between them.
figures() # SYMBOL FILE
{
	awk -F, -v name="[.] $1" '$NF == name { $NF = ""; gsub("%", ""); print }' "$2"
}

within() # TOLERANCE A B
{
	awk -v t="$1" -v a="$2" -v b="$3" 'BEGIN { d = a - b; exit !(a != "" && b != "" && d <= t && -d <= t) }' ||
		{ echo "$2 is not $3 within $1"; return 1; }
}

test_inclusive() {
	local name base delta self rest report
	"$markdiff" --children -q -t, -s sym base.data more.data >rows || not_ok "--children: exit status $?"
	perf report --children -g none --stdio -s sym -t, -i base.data 2>/dev/null | tr -d ' %' >report
	for name in main outer hot recurse; do
		read -r base delta self rest < <(figures $name rows)
		report=$(awk -F, -v name="[.]$name" '$3 == name { print $1 }' report)
		check "$name: inclusive cost as perf report has it" within 0.01 "$base" "$report"
		report=$(awk -F, -v name="[.]$name" '$3 == name { print $2 }' report)
		check "$name: self cost as perf report has it" within 0.01 "$self" "$report"
	done
	read -r base delta rest < <(figures main rows)
	check "main has nearly all" within 5 "$base" 100
	"$markdiff" --children -q -t, -s sym -c ratio base.data more.data >rows
	read -r base delta rest < <(figures main rows)
	# How much more depends on how the machine feels in each run.
	awk -v r="$delta" 'BEGIN { exit !(r > 1.2) }' && ok "main has the total change (P18)" ||
		not_ok "main has the total change (P18): $delta"
}

# The first figure of a symbol, or nothing's: its share in the first file.
share() # SYMBOL FILE
{
	figures "$1" "$2" | awk '{ s = $1 } END { print s + 0 }'
}

sum() # NUMBER...
{
	printf '%s\n' "$@" | awk '{ s += $1 } END { print s }'
}

# What is equal by construction, within the two decimals printed. How fast the same loop is when it is
# inlined is the machine's matter: there are some where hot's share grows by 28 % of the whole.
test_inlined() {
	local whole hot own before base delta file rest
	"$markdiff" -q -t, -s sym inlined.data inlined.data >rows
	whole=$(share outer rows)
	"$markdiff" --inline -q -t, -s sym inlined.data inlined.data >rows
	hot=$(share "hot (inlined)" rows) own=$(share outer rows)
	check "hot was recorded" awk -v h="$hot" 'BEGIN { exit !(h > 10) }'
	check "without --inline, outer gets it all" within 0.02 "$whole" "$(sum "$own" "$hot")"
	"$markdiff" -q -t, -s sym base.data base.data >rows
	before=$(share hot rows)
	"$markdiff" --inline -q -t, -s sym base.data inlined.data >rows
	read -r base delta < <(figures "hot -> hot (inlined)" rows)
	check "--inline: hot pairs (P12), its share before" within 0.01 "$base" "$before"
	check "--inline: hot pairs (P12), its share after" within 0.02 "$(sum "$base" "$delta")" "$hot"
	read -r base delta < <(figures outer rows)
	check "--inline: outer keeps its own" within 0.02 "$(sum "$base" "$delta")" "$own"
	for file in base.data inlined.data; do
		"$markdiff" --inline -q -t, -s sym $file $file >rows
		own=$(sum "$(share outer rows)" "$(share hot rows)" "$(share "hot (inlined)" rows)")
		# What outer and hot call is in outer's, too.
		rest=$(sum 0.03 "$(share nothing rows)")
		"$markdiff" --inline --children -q -t, -s sym $file $file >rows
		check "--inline --children: outer has hot in it: $file" within "$rest" "$(share outer rows)" "$own"
	done
	"$markdiff" --inline -q -t, -s sym -S hot inlined.data inlined.data >rows
	check "-S by the plain name" test "$(wc -l <rows)" = 1
}

make_program base -DINLINED='__attribute__((noinline))' &&
	make_program more -DMORE -DINLINED='__attribute__((noinline))' &&
	make_program inlined -DINLINED='inline __attribute__((always_inline))' ||
	{ not_ok "programs"; exit 1; }
test_inclusive
test_inlined
exit $failed
