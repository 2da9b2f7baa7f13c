#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markbench as a user meets it.  No figure is judged here: only that it is there.
#
# usage: tests/e2e/test_markbench.sh BUILD_DIR
set -u
# shellcheck source=tests/e2e/markbench.sh
. "$(dirname "$0")/markbench.sh" "$1"

# ---- list, usage ----------------------------------------------------------------------------

exits "list" 0 "$B" list
cp "$T/out" "$T/list"
missing=0
for row in loop-none loop8-jump memcpy-generic straight-immediate-clc leaf-jump leafx-jump \
	bare-rcu call-jump-list unlocked-jump-list trap-jump-int3 cold-generic many-jump rcu-qsbr \
	probes-8-register args-string loop8-pfe uprobe-sampled ptrace-breakpoint trace-marker record-flight record-grow-2 record-clock; do
	has "$T/list" "^  $row " || missing=1
done
verdict "list names the rows" $missing "$T/list"
has "$T/list" "^  record-lttng-output-2 " || has "$T/list" "^lttng-record: "
verdict "list has LTTng-UST recording, or says why not" $? "$T/list"
for peer in lttng sdt sdtsem; do
	if has "$T/list" "^  straight-$peer "; then
		ok "list has $peer"
	else
		skip "list has $peer" "$(grep -A1 "^$peer:" "$T/list" | tail -n 1)"
	fi
done

exits "no command" 2 "$B"
[ ! -s "$T/out" ] && [ -s "$T/err" ]
verdict "usage goes to stderr" $? "$T/out"
exits "unknown command" 2 "$B" frobnicate
exits "unknown option" 2 "$B" run --frobnicate
exits "option of another command" 2 "$B" list --rounds 3
exits "unknown row" 2 "$B" run no-such-row
exits "seed that is no number" 2 "$B" run loop --seed -1
exits "rounds 0" 2 "$B" run loop --rounds 0
exits "rounds that are no number" 2 "$B" run loop --rounds 3x
exits "negative rounds" 2 "$B" run loop --rounds -5
exits "too many loops" 2 "$B" run loop --loops 99999999999999999999
exits "option without its value" 2 "$B" run loop --json
exits "unknown goal" 2 "$B" goals S99
exits "compare of one file" 2 "$B" compare "$T/a.json"
exits "list with an argument" 2 "$B" list loop
exits "help" 0 "$B" --help
has "$T/out" '^usage:'
verdict "help goes to stdout" $? "$T/out"

# ---- run ------------------------------------------------------------------------------------

exits "run of a group" 0 "$B" run loop --rounds 5 --loops 2000 --json "$T/a.json"
has "$T/out" '^loop-jump +[0-9.]+ +' && has "$T/out" 'A/A: the noise floor of loop-none$' &&
	has "$T/out" 'a tick is [0-9.]+ core cycles \['
verdict "run prints rows, A/A and calibration" $? "$T/out"
exits "run of a pattern" 0 "$B" run 'leaf-j*' --rounds 5 --loops 2000
has "$T/out" '^leaf-none ' && has "$T/out" '^leaf-none2 '
verdict "a row brings its base and the copy" $? "$T/out"
exits "run to a file that cannot be written" 1 "$B" run loop-none --rounds 3 --loops 10 \
	--json "$T/no/such/dir.json"

# Every row there is: a figure, or a sentence that says why there is none.
exits "run of all rows" 0 "$B" run --rounds 3 --loops 2000 --json "$T/all.json"
sed -n 's/^  \([a-z0-9-]*\) .*/\1/p' "$T/list" | sort >"$T/listed"
awk '$2 ~ /^[0-9.]+$/ && $2 > 0 || $2 == "missing:" && NF > 2 { print $1 }' "$T/out" | sort >"$T/told"
comm -23 "$T/listed" "$T/told" >"$T/silent"
[ "$(wc -l <"$T/listed")" -gt 100 ] && [ ! -s "$T/silent" ]
verdict "each row has a figure or a reason" $? "$T/silent" "$T/out"
grep ' missing: ' "$T/out" | while read -r row _ reason; do skip "row $row" "$reason"; done
if command -v jq >/dev/null; then
	jq -e '(.rows | length) > 100 and all(.rows[]; .missing or
	       (.cycles.low <= .cycles.median and .cycles.median <= .cycles.high and
		.cycles.high > 0 and .cycles.high < 1e12))' "$T/all.json" >/dev/null 2>"$T/err"
	verdict "JSON has a figure or a reason for each row" $? "$T/err"
fi

exits "run of rows that record" 0 env TMPDIR="$T" "$B" run record --rounds 3 --loops 2000 --json "$T/record.json"
[ -z "$(find "$T" -name 'markbench-*')" ]
verdict "rows that record remove their traces" $? "$T/out"
if command -v jq >/dev/null; then
	jq -e '[.rows[] | select(.name | IN("record-clock", "record-flight", "record-grow")) | .over_base.median] |
	       length == 3 and all(. != null)' "$T/record.json" >/dev/null 2>"$T/err"
	verdict "rows that record are in the JSON" $? "$T/err" "$T/record.json"
fi

exits "run --2006" 0 "$B" run --2006 --rounds 5 --loops 2000 --json "$T/2006.json"
cp "$T/out" "$T/2006"
for kind in immediate immediate-clc jump generic; do
	sed -n "/^kind $kind\$/,/^\$/p" "$T/2006" >"$T/kind"
	missing=0
	for row in $(seq 13); do
		has "$T/kind" "^ +$row  [a-z]" || missing=1
	done
	verdict "--2006: thirteen rows for $kind" $missing "$T/kind"
done
missing=0
for figure in 1.50 4.00 2.67 1298.16 1298.23 1300.28 44.08 52.11 33.63 53.00 55.74 96.22 4233.97; do
	has "$T/2006" " $figure " || missing=1
done
verdict "--2006: the figures of 2006" $missing "$T/2006"
has "$T/2006" 'row 7 - row 9 +10\.45 ' && has "$T/2006" 'row 8 - row 9 +18\.48 '
verdict "--2006: row 9 derived both ways" $? "$T/2006"
if has "$T/2006" 'trap-jump-uprobe: missing: '; then
	skip "--2006: counting uprobe" "$(sed -n 's/.*trap-jump-uprobe: missing: //p' "$T/2006")"
else
	has "$T/2006" ' trap-jump-uprobe$'
	verdict "--2006: counting uprobe" $? "$T/2006"
fi

# ---- events ---------------------------------------------------------------------------------

exits "list events" 0 "$B" list events
has "$T/out" '^hardware: generic' && has "$T/out" ' page-faults ' && has "$T/out" ' dTLB-load-misses ' &&
	has "$T/out" '^software: PMU of type 1$'
verdict "list events: generic ones and PMUs" $? "$T/out"
exits "list of something else" 2 "$B" list event
exits "event of another command" 2 "$B" list -e cycles
has "$T/err" '^markbench: --event is not for list$'
verdict "event of another command is named" $? "$T/err"
exits "-e without an event" 2 "$B" run loop-none -e
many=()
for _ in $(seq 33); do many+=(-e page-faults); done
exits "-e 33 times" 2 "$B" run loop-none "${many[@]}"

refused() # EVENT SENTENCE
{
	exits "event '$1'" 2 "$B" run loop-none --rounds 3 -e "$1"
	[ "$(cat "$T/err")" = "markbench: $2; see markbench list events" ] && [ ! -s "$T/out" ]
	verdict "event '$1' is refused with the reason" $? "$T/err"
}
refused 'page-faults:uz' "page-faults:uz: 'z' is not a modifier here: they are u, k, h, H and G"
exits "event that is wrong, behind one that is right" 2 "$B" run loop-none -e page-faults,task-clok
has "$T/err" 'task-clok: no event of this name; near: task-clock'
verdict "the event that is wrong, and one that is near" $? "$T/err"
refused 'nopmu/event=1' "nopmu/event=1: the second '/' is missing"

counted=1
if "$B" run loop-none --rounds 3 -e page-faults,cycles 2>&1 | grep -q 'not permitted'; then
	skip "events are counted" "$("$B" run loop-none --rounds 3 -e page-faults,cycles 2>&1)"
	counted=0
fi
if [ $counted = 1 ]; then
	exits "run with events" 0 "$B" run loop-jump --rounds 5 --loops 2000 -e page-faults,task-clock,cs:u \
		--event cycles --json "$T/events.json"
	cp "$T/out" "$T/events"
	missing=0
	for event in page-faults task-clock cs:u cycles; do
		sed -n "/^$event: /,/^\$/p" "$T/events" >"$T/event"
		has "$T/event" '^read by .*; counted: ' || missing=1
		has "$T/event" '^loop-none +-?[0-9.]+$' && has "$T/event" '^loop-jump +-?[0-9.]+ +(~|[-+])' ||
			missing=1
	done
	verdict "each event has a table" $missing "$T/events"
	has "$T/events" '^read by read\(\), because it is not an event of the processor; counted: '
	verdict "how an event was read" $? "$T/events"
	exits "compare of a run with events" 0 "$B" compare "$T/a.json" "$T/events.json"
	has "$T/out" '^loop-jump +[0-9.]+ +[0-9.]+ '
	verdict "compare passes events over" $? "$T/out"
fi
if [ $counted = 1 ] && has "$T/events" '^read by time stamp counter, for there is no PMU'; then
	exits "cycles of a level, and no PMU" 1 "$B" run loop-none --rounds 3 -e cycles:u
	has "$T/err" 'cycles:u: no PMU here counts it, and the clock cannot tell levels apart$'
	verdict "the clock is no stand-in for a level" $? "$T/err"
	exits "instructions, and no PMU" 1 "$B" run loop-none --rounds 3 -e instructions
	has "$T/err" 'cannot measure: instructions: no PMU here counts it$'
	verdict "an event without a PMU is named" $? "$T/err"
fi
if [ $counted = 1 ] && [ -d /sys/bus/event_source/devices/msr ]; then
	exits "an event of a PMU in sysfs" 0 "$B" run loop-none --rounds 3 -e msr/tsc/,msr/event=0/
	[ "$(grep -cE '^msr/(tsc|event=0)/: msr, type [0-9]+, config 0x0$' "$T/out")" = 2 ]
	verdict "a name and its terms are one" $? "$T/out"
fi

# ---- JSON, compare --------------------------------------------------------------------------

if command -v jq >/dev/null; then
	jq -e '.tool == "markbench" and (.rows | length) > 4 and
	       (.rows[] | select(.name == "loop-jump") | .over_base.low <= .over_base.high and
		(.ticks | length) == 5) and .seed == 2006 and (.chain.ticks | length) == 5 and
	       .clock_moved.told == false and .interference.left_out == false and
	       (.host.kernel | length) > 0 and (.host.commit | length) > 0' \
		"$T/a.json" >/dev/null 2>"$T/err"
	verdict "JSON is what is documented" $? "$T/err"
	[ $counted = 0 ] || jq -e '(.events | length) == 4 and .events[0].name == "page-faults" and
	       (.rows[] | select(.name == "loop-jump") | .counts[1] |
		.event == "task-clock" and .rounds == 5 and .count.median > 0 and
		.over_base.low <= .over_base.high)' "$T/events.json" >/dev/null 2>"$T/err"
	verdict "JSON has the counts" $? "$T/err"
	[ "$(jq '[.table_2006[] | select(.kind == "jump") | .row] | unique | length' \
		"$T/2006.json")" = 13 ]
	verdict "JSON has the table of 2006" $? "$T/2006.json"
else
	skip "JSON is what is documented" "no jq"
fi
exits "compare" 0 "$B" compare "$T/a.json" "$T/2006.json"
has "$T/out" '^loop-jump +[0-9.]+ +[0-9.]+ ' && has "$T/out" 'only in the second$'
verdict "compare prints pairs, and what is alone" $? "$T/out"
echo '{ "tool": "markbench", "rows": [ 1, { "name": 2 }, {} ] }' >"$T/odd.json"
exits "compare of odd rows" 3 "$B" compare "$T/odd.json" "$T/a.json"
head -c 100 "$T/a.json" >"$T/cut.json"
exits "compare of a cut file" 3 "$B" compare "$T/a.json" "$T/cut.json"
exits "compare of no file" 3 "$B" compare "$T/a.json" "$T/none.json"
echo '{ "rows": {} }' >"$T/other.json"
exits "compare of another tool's file" 3 "$B" compare "$T/other.json" "$T/a.json"

# ---- latency --------------------------------------------------------------------------------

exits "latency with an argument" 2 "$B" latency 1000
exits "latency with too many rounds" 2 "$B" latency --rounds 20002
has "$T/err" '^markbench: --rounds 20002: latency takes at most 20001$'
verdict "latency says how many" $? "$T/err"
if [ "$(nproc)" -lt 2 ]; then
	skip "latency" "one processor"
else
	exits "latency" 0 "$B" latency --rounds 9 --json "$T/latency.json"
	missing=0
	for path in /proc/self/mem mprotect; do
		for sites in '1 site' '1001 sites'; do
			has "$T/out" "^$path, $sites: (a toggle takes [0-9]+ \[|missing: [a-zA-Z])" || missing=1
		done
	done
	verdict "latency: four cases" $missing "$T/out"
	grep ': missing: ' "$T/out" | while read -r line; do
		skip "latency: ${line%: missing*}" "${line#*missing: }"
	done
	[ "$(grep -cE '^  toggle( +[0-9]+){3}  [-+][0-9]+ \[' "$T/out")" = \
		"$(grep -cE '^  idle( +[0-9]+){3}$' "$T/out")" ]
	verdict "latency: windows with and without a toggle" $? "$T/out"
	command -v jq >/dev/null && {
		jq -e '.unit == "ns" and .rounds == 9 and (.latency | length) == 4 and
		       all(.latency[]; .missing or (.toggle.median <= .toggle.max and
			.idle.p99 <= .idle.max and .extra.low <= .extra.high and .call.low > 0))' \
			"$T/latency.json" >/dev/null 2>"$T/err"
		verdict "latency: JSON" $? "$T/err" "$T/latency.json"
	}
fi

# ---- goals ----------------------------------------------------------------------------------

exits "goals" 0 "$B" goals --rounds 5
missing=0
for id in S1 S2 S2b S3 S4 S5 S6 S7 S8 S9 U1 R1 R2; do
	[ "$(grep -cE "^$id +(ok|short) " "$T/out")" = 1 ] || missing=1
done
[ "$(wc -l <"$T/out")" = 13 ] || missing=1
verdict "goals: one line each, ok or short" $missing "$T/out"
exits "goals --json" 0 "$B" goals S4 S7 --rounds 5 --json "$T/goals.json"
if command -v jq >/dev/null; then
	jq -e '[.goals[].id] == ["S4", "S7"] and (.host.kernel | length) > 0 and
	       (.goals[0].parts | length) == 4 and
	       (.goals[].parts[] | .limit >= 0 and (.verdict == "missing" or
		(.measured.low <= .measured.high and (.verdict == "ok" or .verdict == "short"))))' \
		"$T/goals.json" >/dev/null 2>"$T/err"
	verdict "goals: JSON has parts and verdicts" $? "$T/err" "$T/goals.json"
else
	skip "goals: JSON has parts and verdicts" "no jq"
fi
exits "goals to a file that cannot be written" 1 "$B" goals S4 --json "$T/no/such/dir.json"
exits "goals by name" 0 "$B" goals S4 S7 --rounds 5
[ "$(cut -c 1-2 "$T/out" | tr -d '\n')" = S4S7 ]
verdict "goals: those that are asked for" $? "$T/out"

exit $failed
