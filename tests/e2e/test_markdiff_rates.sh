#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# How often verdicts are right: the short form of make check-verdicts.  Most recordings are drawn from
# known costs with a fixed seed, so the rates are the same on each machine; of the few that are made,
# nothing is expected that depends on how fast or how busy it is.
#	usage: test_markdiff_rates.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

splits=50 runs=30

simulate()
{
	program x <<<'int f1(void) { return 1; } int f2(void) { return 2; } int f3(void) { return 3; }'
	{
		echo "$event"
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 $(build_id x) $dir/x"
	} >begin.txt
	python3 "$tree/tests/verdicts/simulate.py" "$recording" $runs begin.txt \
		"$(address x f1)" "$(address x f2)" "$(address x f3)"
}

rates()
{
	python3 "$tree/tests/verdicts/rates.py" -n $splits -j rates.json "$markdiff" base-*.data --vs new-*.data
}

# A condition in Python, of the rates and, as runs(SIDE), of f3's costs in all runs.
holds() # NAME CONDITION
{
	check "$1" python3 - "$2" <<-'END'
		import json, sys
		rates = json.load(open("rates.json"))
		same, three, five, pairs = (rates[k] for k in ("same 5 v 5", "3 v 3", "5 v 5", "5 pairs"))
		f3 = {k: float(v) for k, v in rates["f3"]["ratio"].items()}
		assert eval(sys.argv[1]), rates
	END
}

v1_simulated()
{
	check "v1: the recordings are drawn" simulate
	check "v1: the rates are counted" rates
	holds "v1: of equal sides, at most 5 of 100 have a significant row" 'max(same.values()) <= 5'
	holds "v1: 6 % more is found in 95 of 100, with three runs a side" 'three["f3 found"] >= 95'
	holds "v1: with five in all, and in pairs" 'five["f3 found"] >= 95 and pairs["f3 found"] >= 95'
	holds "v1: what did not change is unchanged by its costs" \
		'max(r[k] for r in (three, five, pairs) for k in ("f2 costs", "f2 verdicts")) <= 5'
	holds "v1: its share is not" 'five["f2 shares"] >= 50'
	holds "v1: 1.06 is in the interval of all runs" '1.05 < f3["low"] < 1.06 < f3["high"] < 1.07'
}

# The counts that were drawn, added up here.
v2_figures()
{
	expect "v2: all runs" 0 "" --json=all.json --runs base-*.data --vs new-*.data
	check "v2: the figures are those of the samples" python3 - <<-'END'
		import json
		event = json.load(open("all.json"))["events"][0]
		rows = {r["keys"]["symbol"]: r for r in event["rows"]}
		assert sorted(rows) == ["f1", "f2", "f3"]
		for row in rows.values():
		    for side in "base", "new":
		        costs = row["self"]["runs"][side]
		        assert len(costs) == 30
		        assert abs(sum(costs) * 10 - row["samples"][side]) < .01
		        assert abs(row["self"][side] - sum(costs) / 30) < .01
		assert rows["f3"]["self"]["verdict"] == "regression"
		assert rows["f2"]["self"]["verdict"] == "equivalent"
	END
}

# Real ones, too short for any verdict to be sure of.
v3_recorded()
{
	if ! can_record; then
		skip "v3: recordings" "$(tail -n 1 reason)"
		return
	fi
	check "v3: the script records, and counts" \
		"$tree/tests/verdicts/rates.sh" -d "$dir/recorded" -n 10 -r 4 -s 2 "$build"
	check "v3: each run of each build" equal "$(find recorded -name '*.data' -size +0 | wc -l)" 20
	check "v3: the build with markers has one" "$build/markctl" list "$dir/recorded/marked/program"
	check "v3: the functions are seen on both sides, and each rate is one" python3 - <<-'END'
		import json
		rates = json.load(open("recorded/rates.json"))
		assert len(rates) == 5
		for name, counts in rates.items():
		    assert name == "f3" or all(0 <= r <= 100 for r in counts.values())
	END
	check "v3: what is there is used again" \
		"$tree/tests/verdicts/rates.sh" -d "$dir/recorded" -n 10 -r 4 -s 1 "$build"
	check "v3: no mistakes in its options" test "$("$tree/tests/verdicts/rates.sh" -n 3 2>/dev/null; echo $?)" = 2
}

v1_simulated
v2_figures
v3_recorded
exit $failed
