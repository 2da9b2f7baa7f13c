#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markbench compare on files made by hand, whose right verdicts are known.
#
# usage: tests/e2e/test_compare.sh BUILD_DIR
set -u
# shellcheck source=tests/e2e/markbench.sh
. "$(dirname "$0")/markbench.sh" "$1"

# A run of 101 rounds: "base" and its second copy take LEVEL, "row" ABOVE more, all with noise of a
# percent to both sides that SEED makes.  MORE is what the file says beside it, WITHOUT leaves a row out.
make_run() # LEVEL ABOVE SEED [MORE [WITHOUT]]
{
	awk -v level="$1" -v above="$2" -v seed="$3" -v more="${4-}" -v without="${5-}" '
	function row(name, base, copy, level,	i) {
		if (name == without)
			return
		printf "%s{\"name\":\"%s\",%s%s\"sites\":1,\"loops\":10,\"ticks\":[",
			comma, name, base == "" ? "" : "\"base\":\"" base "\",",
			copy ? "\"copy\":true," : "", level
		for (i = 0; i < 101; i++)
			printf "%s%d", i ? "," : "", level * (0.99 + 0.02 * rand())
		printf "],\"counts\":[{\"event\":\"e:u\",\"samples\":["
		for (i = 0; i < 101; i++)
			printf "%s%.3f", i ? "," : "", level / 1000 * (0.999 + 0.002 * rand())
		printf "]}]}"
		comma = ",\n"
	}
	BEGIN {
		srand(seed)
		printf "{\"tool\":\"markbench\",\"version\":1,"
		printf "\"clock\":{\"name\":\"tsc\",\"cycles_per_tick\":{\"median\":1,\"low\":1,\"high\":1}},"
		printf "\"processor\":1,\"rounds\":101,\"seed\":2006,%s", more
		printf "\"events\":[{\"name\":\"e:u\"}],\"rows\":[\n"
		row("base", "", 0, level)
		row("base2", "base", 1, level)
		row("row", "base", 0, level + above)
		printf "]}\n"
	}'
}

compare() # NAME EXPECTED ARGUMENTS...
{
	local name=$1 expected=$2 status
	shift 2
	timeout 60 "$B" compare "$@" >"$T/out" 2>"$T/err" </dev/null
	status=$?
	[ "$status" = "$expected" ]
	verdict "$name: exit status $expected" $? "$T/out" "$T/err"
}

# The verdict of a figure: in its table, the line of its row.
verdict_of() # ROW TITLE
{
	awk -v row="$1" -v title="$2" '
		index($0, title "  ") == 1 { in_table = 1; next }
		/^$/ { in_table = 0 }
		in_table && $1 == row { sub(/^[^]]*\] *[-0-9.]+  /, ""); sub(/:.*/, ""); print }' "$T/out"
}

CYCLES='core cycles a site' OVER='core cycles a site, over its base'
HOST='"host":{"cpu":"A","kernel":"6.1","compiler":"gcc","commit":"abc"},'
make_run 10000 4000 1 "$HOST" >"$T/a.json"
make_run 10000 4000 2 "$HOST" >"$T/b.json"
make_run 10000 2600 3 "$HOST" >"$T/faster.json"
make_run 10000 4000 4 "$HOST" row >"$T/less.json"
make_run 10000 4000 5 '"host":{"cpu":"B","kernel":"6.1","compiler":"clang","commit":"def"},' \
	>"$T/machine.json"
# The second copy of its base is off by a third: so much is noise.
awk '/"name":"base2"/ { gsub(/[0-9][0-9][0-9][0-9]+,/, "13000,") } { print }' "$T/faster.json" >"$T/noisy.json"

# ---- verdicts -------------------------------------------------------------------------------

compare "a file and itself" 0 "$T/a.json" "$T/a.json" --strict
! grep -qE '  (faster|slower|fewer|more)' "$T/out" && grep -q '^cycles: 0 faster, 0 slower, ' "$T/out"
verdict "nothing differs from itself" $? "$T/out"
! grep -q '^differs: ' "$T/out"
verdict "nor do its circumstances" $? "$T/out"

compare "two runs of the same" 0 "$T/a.json" "$T/b.json" --strict
grep -q '^cycles: 0 faster, 0 slower, ' "$T/out"
verdict "noise is no difference" $? "$T/out"

compare "ten percent faster" 0 "$T/a.json" "$T/faster.json" --strict --json "$T/faster-out.json"
check "a row that is faster" equal "$(verdict_of row "$CYCLES")" faster
check "and over its base" equal "$(verdict_of row "$OVER")" faster
check "an event too" equal "$(verdict_of row 'e:u')" fewer
[ "$(verdict_of base "$CYCLES")" != faster ]
verdict "but not the base" $? "$T/out"
grep -qE '^row +1(39|40)[0-9]\.[0-9]+ +12[56][0-9]\.[0-9]+ +-1[34][0-9]\.' "$T/out"
verdict "by how much" $? "$T/out"

compare "the other way round" 1 "$T/faster.json" "$T/a.json" --strict
check "a row that is slower" equal "$(verdict_of row "$CYCLES")" slower
compare "and without --strict" 0 "$T/faster.json" "$T/a.json"

compare "a noise floor of 30 %" 0 "$T/a.json" "$T/noisy.json"
! grep -qE '^row .*  (faster|slower)$' <(sed '/^e:u/,$d' "$T/out")
verdict "below the noise floor nothing is faster" $? "$T/out"
grep -qE '^row +[0-9.]+ +[0-9.]+ +~ ' "$T/out"
verdict "and no figure is printed" $? "$T/out"

sed '/"base2"/d' "$T/a.json" >"$T/a-bare.json"
sed '/"base2"/d' "$T/faster.json" >"$T/faster-bare.json"
compare "no second copy" 0 "$T/a-bare.json" "$T/faster-bare.json"
check "no noise floor, no verdict" equal "$(verdict_of row "$CYCLES")" 'cannot tell'

compare "a row less" 0 "$T/a.json" "$T/less.json"
grep -qE '^row +only in the first$' "$T/out"
verdict "a row that is only in the first" $? "$T/out"
compare "a row more" 0 "$T/less.json" "$T/a.json"
grep -qE '^row +only in the second$' "$T/out"
verdict "a row that is only in the second" $? "$T/out"

compare "another machine" 0 "$T/a.json" "$T/machine.json"
grep -q '^differs: processor model: A, then B$' "$T/out" &&
	grep -q '^differs: compiler: gcc, then clang$' "$T/out" &&
	grep -q '^differs: commit: abc, then def$' "$T/out" && ! grep -q '^differs: kernel' "$T/out"
verdict "what differs beside the figures" $? "$T/out"

differs() # NAME SED-COMMAND SENTENCE
{
	sed -E "$2" "$T/a.json" >"$T/differs.json"
	compare "$1" 0 "$T/a.json" "$T/differs.json"
	[ "$(grep '^differs: ' "$T/out")" = "differs: $3" ]
	verdict "$1: and nothing else" $? "$T/out"
}
differs "another clock" 's/"median":1,/"median":1.05,/' \
	'clock: core cycles a tick 1.0000, then 1.0500 (+5.0 %)'
differs "a clock that is a little off" 's/"name":"tsc"/"name":"cntvct"/; s/"median":1,/"median":1.005,/' \
	'clock: tsc, then cntvct'
differs "other loops" '/"row"/s/"loops":10/"loops":20/' 'loops of row: 10, then 20'
differs "another event" 's/"name":"e:u"/"name":"f:u"/' 'event e:u: only in the first
differs: event f:u: only in the second'
differs "a clock that moved" 's/"seed"/"clock_moved":{"steps":[{"round":3,"percent":9}]},&/' \
	'the clock moved during the second run, in 1 step'
differs "a clock that drifted" 's/"seed"/"clock_moved":{"drifts":true},&/' \
	'the clock drifted during the second run'
differs "a loud machine" 's/"seed"/"interference":{"rounds":11},&/' \
	'the second run was disturbed in 11 of 101 rounds'
differs "control characters" 's/"cpu":"A"/"cpu":"\\u001b[2J"/' 'processor model: A, then ?[2J'
differs "facts that are none" 's/"kernel":"6.1"/"kernel":[6]/' 'kernel: 6.1, then [ 6 ]'

# ---- JSON, repeatable -----------------------------------------------------------------------

if command -v jq >/dev/null; then
	jq -e '.tool == "markbench" and .adjusted_by == "Holm" and (.files | length) == 2 and
	       .files[0].host.cpu == "A" and
	       (.figures[] | select(.name == "row" and .over == "base" and .event == null) |
		.verdict == "faster" and .change.low <= .change.median and .p_adjusted < 0.05)' \
		"$T/faster-out.json" >/dev/null 2>"$T/err"
	verdict "JSON has the verdicts" $? "$T/err" "$T/faster-out.json"
else
	skip "JSON has the verdicts" "no jq"
fi
compare "once more" 0 "$T/a.json" "$T/b.json"
cp "$T/out" "$T/once"
compare "and again" 0 "$T/a.json" "$T/b.json"
cmp -s "$T/once" "$T/out"
verdict "the same files give the same lines" $? "$T/out"
compare "with another seed" 0 "$T/a.json" "$T/b.json" --seed 5
! cmp -s "$T/once" "$T/out"
verdict "another seed draws others" $? "$T/out"

# What run writes is read: its own intervals come out again.
"$B" run loop-jump --rounds 30 --loops 2000 --seed 9 --json "$T/run.json" >/dev/null 2>"$T/err"
verdict "run --seed" $? "$T/err"
compare "a run and itself" 0 "$T/run.json" "$T/run.json" --json "$T/self.json"
if command -v jq >/dev/null; then
	jq -e '.seed == 9 and (.order | length) > 0 and (.chain.ticks | length) == 30 and
	       .clock_moved.told and .interference.left_out == false and .host.commit != null' \
		"$T/run.json" >/dev/null 2>"$T/err"
	verdict "a run says how it can be made again" $? "$T/err"
	jq -n -e --slurpfile run "$T/run.json" --slurpfile self "$T/self.json" '
		($run[0].rows[] | select(.name == "loop-jump") | .over_base) as $a |
		($self[0].figures[] | select(.name == "loop-jump" and .over == "loop-none") |
		 .first) as $b | $a == $b' >/dev/null 2>"$T/err"
	verdict "intervals are the same when read again" $? "$T/err"
else
	skip "a run says how it can be made again" "no jq"
	skip "intervals are the same when read again" "no jq"
fi

# ---- files that are none --------------------------------------------------------------------

refused() # NAME WORDS
{
	compare "$1" 3 "$T/a.json" "$T/bad.json"
	[ "$(cat "$T/err")" = "markbench: $T/bad.json: $2" ] && [ ! -s "$T/out" ]
	verdict "$1: says what is wrong" $? "$T/err" "$T/out"
}

: >"$T/bad.json"
refused "an empty file" 'no JSON, at byte 0: unexpected end of data'
echo '{ "tool": "markbench", "rows": [ 1, { "name": 2 }, {} ] }' >"$T/bad.json"
refused "no version" '"version" is missing'
sed 's/"loops":10,/"loops":-1,/' "$T/a.json" >"$T/bad.json"
refused "negative loops" 'rows[0]: "loops" is -1, not from 1 to 1000000000'
sed '/"row"/s/"base":"base"/"base":"row"/' "$T/a.json" >"$T/bad.json"
refused "a base that is itself" 'rows[2]: its base is no row before it'
sed '/"base2"/s/"ticks":\[/&1,/' "$T/a.json" >"$T/bad.json"
refused "a round too many" 'rows[1]: "ticks" has 102 of 101 rounds'
sed 's/"median":1/"median":1e999/' "$T/a.json" >"$T/bad.json"
refused "an infinite clock" '"median" is no figure above 0'
head -c 700 "$T/a.json" >"$T/bad.json"
compare "a cut file" 3 "$T/a.json" "$T/bad.json"
grep -q "^markbench: $T/bad.json: no JSON, at byte [0-9]*: " "$T/err"
verdict "a cut file: says where" $? "$T/err"
compare "two files that are none" 3 "$T/bad.json" "$T/none.json"
[ "$(wc -l <"$T/err")" = 2 ] && grep -q "^markbench: $T/none.json: No such file" "$T/err"
verdict "both are named" $? "$T/err"
compare "a folder" 3 "$T" "$T/a.json"
compare "one file" 2 "$T/a.json"
compare "JSON to nowhere" 1 "$T/a.json" "$T/b.json" --json "$T/no/such/file"
exit $failed
