#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff --aa: false findings and noise of runs of one build.  Most recordings are written, so that each
# figure is known; a few are made, of which nothing is expected that depends on the machine.
#	usage: test_markdiff_aa.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

# Samples of 1 ms, so many in f1 (called by main) and in f2.
run() # FILE F1 F2
{
	{
		echo chains
		echo "$event"
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 $(build_id x) $dir/x"
		echo "samples $2 0 10 10 $(address x f1) 1000000 2 $(address x main)"
		echo "samples $3 0 10 20 $(address x f2) 1000000 2"
	} | write_data "$1"
}

make_runs()
{
	program x <<<'int main(void) { return 0; } int f1(void) { return 1; } int f2(void) { return 2; }'
	run a1.data 1000 3000; run a2.data 1010 3010; run a3.data 2000 2990; run a4.data 2010 3000
}

v1_text()
{
	expect "v1: splits of four runs" 0 "" --aa a?.data
	has "v1: how many" '^# All 3 splits, 2 runs a side$'
	has "v1: what is called changed, by costs" '^# costs +1 +33\.33 +1 +6 +16\.67$'
	has "v1: by verdicts" '^# verdicts +1 +33\.33 +1 +6 +16\.67$'
	has "v1: f1" '^ +1505\.00 +32\.58 .* 86\.31 .* 3 +1 +[0-9]+ +1 +x +\[\.\] f1$'
	has "v1: f2 is quiet" '^ +3000\.00 .* 3 +0 +[0-9]+ +0 +x +\[\.\] f2$'
	has "v1: the total is a row" 'total$'
	has "v1: what the total needs" '^# A change of the total is found in four of five cases from [0-9.]+ % \(3 runs a side\), '
	has "v1: a remark where chance does not explain it" '^# cpu-clock.*: costs are called changed in 1 of 3 splits'
	has "v1: and where splits are few" '^# 3 splits: one of them is 33 %'
	has "v1: most often changed first" 'f1$'
	check "v1: in this order" equal "$(grep -o 'f[12]$' stdout | tr '\n' ' ')" "f1 f2 "
	expect "v1: fields" 0 "" -q -t, --aa a?.data
	check "v1: as many in each line" equal "$(awk -F, '{ print NF }' stdout | sort -u)" 12
	expect "v1: with children" 0 "" --children --aa a?.data
	has "v1: has their columns" '^# +Children Cost .* Children Verdicts +Cost'
	has "v1: of main, what f1 costs" '^ +1505\.00 +32\.58 .* 0\.00 .* x +\[\.\] main$'
	has "v1: and their rates" '^# children, costs +1 +33\.33 +2 +9 +22\.22$'
}

# The figures of a split are those of --runs and --vs.
v2_json()
{
	expect "v2: JSON" 0 "" --json=aa.json --aa a?.data
	cp stdout table
	expect "v2: to standard output" 0 "" --json --aa a?.data
	check "v2: the same" python3 - <<-'END'
		import json
		a = json.load(open("aa.json"), parse_constant=lambda c: 1 / 0)
		b = json.load(open("stdout"))
		for d in a, b:
		    del d["markdiff"]["command"]
		assert a == b
		assert a["markdiff"]["schema"] == 1 and [r["file"] for r in a["runs"]] == ["a%d.data" % i for i in (1, 2, 3, 4)]
		assert a["splits"] == {"number": 3, "possible": 3, "per_side": 2, "seed": 1}
		assert "base" not in a and "new" not in a and "gate" not in a
		event, = a["events"]
		assert event["self"]["false"]["costs"] == {"splits": 1, "splits_percent": 33.33, "rows": 1, "tested": 6, "rows_percent": 16.67}
		f1, f2 = event["rows"]
		assert f1["keys"] == {"dso": "x", "symbol": "f1"} and f1["mode"] == "user"
		assert f1["self"]["runs"] == [1000, 1010, 2000, 2010] and f1["self"]["halves"] == 86.31
		assert f1["self"]["tested"] == 3 and f1["self"]["costs"] == 1 and f2["self"]["costs"] == 0
		assert [s["from"] for s in event["self"]["sizes"]] == [10, 1, .1, 0]
		assert [s["rows"] for s in event["self"]["sizes"]] == [2, 0, 0, 0]
		assert event["self"]["sizes"][1]["halves"] is None
		assert [n["per_side"] for n in event["needs"]] == [3, 5, 10, 20]
		texts = {f for line in open("table") if line[0] != "#" for f in line.split()}
		for row in event["rows"]:
		    for name in ("cost", "share", "scatter", "sampling", "halves", "detectable"):
		        assert "%.2f" % row["self"][name] in texts, name
	END
	expect "v2: the split that differs, as two sides" 0 "" --json --runs a1.data a2.data --vs a3.data a4.data
	check "v2: has the same finding" python3 -c "
import json
rows = {r['keys']['symbol']: r['self'] for r in json.load(open('stdout'))['events'][0]['rows']}
assert rows['f1']['verdict'] == 'regression' and rows['f1']['q'] <= .05 and rows['f2']['q'] > .05
"
}

v3_gate()
{
	expect "v3: runs that a gate stops" 1 "" --gate=10 --aa a?.data
	has "v3: and why" '^# 3 splits of one build, in both directions: a gate of 10 % calls 1 of 6 a regression'
	expect "v3: of more than they differ" 0 "" -q --gate=1000 --aa a?.data
	expect "v3: of less than can be told" 4 "gate: inconclusive" -q --gate=0 --fdr=.2 --aa a?.data
	expect "v3: that may pass" 0 "" -q --gate=0 --fdr=.2 --inconclusive=pass --aa a?.data
	expect "v3: what is in the JSON" 1 "gate: regression" --json --gate=10 --aa a?.data
	check "v3: is the same" python3 -c "import json; g = json.load(open('stdout'))['gate']; assert g['exit'] == 1 and g['result'] == 'regression'"
}

v4_usage()
{
	local word
	expect "v4: three files" 2 "4 runs of one build or more" --aa a1.data a2.data a3.data
	expect "v4: none" 2 "4 runs of one build or more" --aa
	expect "v4: two sides" 2 "leave out --runs, --vs" --aa a1.data a2.data --vs a3.data a4.data
	expect "v4: stacks of two sides" 2 "of two sides" --aa --folded a?.data
	expect "v4: a run that is named twice" 3 "a1.data and ./a1.data are the same recording" \
		--aa a1.data ./a1.data a2.data a3.data
	for word in 0 -1 5001 x 1.5 ''; do
		expect "v4: --splits='$word'" 2 "--splits: bad number" --splits="$word" --aa a?.data
	done
	expect "v4: --seed of nothing" 2 "--seed is of" --seed=2 --verdicts a1.data a2.data
	expect "v4: unreadable" 3 "nowhere.data" --aa a1.data a2.data a3.data nowhere.data
}

# The same seed gives the same bytes; which other splits another gives does not matter.
v5_recorded()
{
	local i
	if ! can_record; then
		skip "v5: recordings" "$(tail -n 1 reason)"
		return
	fi
	gcc -O1 -g -x c -o busy - <<-'END'
		__attribute__((noinline)) int work(int n)
		{
			for (volatile int i = 0; i < n; i++)
				;
			return n;
		}
		int main(void)
		{
			return work(60000000) + work(20000000) == 1;
		}
	END
	for i in 1 2 3 4 5 6 7 8 9; do
		perf record -q -e cpu-clock:u -g -o r$i.data ./busy 2>reason || not_ok "v5: record" reason
	done
	expect "v5: nine runs" 0 "" --children --splits=50 --seed=5 --aa r?.data
	has "v5: one is left out of each split" '^# 50 of 315 splits at random \(seed 5\), 4 runs a side, one left out'
	has "v5: the function is there" '\[\.\] work$'
	has_not "v5: no nan" '[^a-z](nan|inf)[^a-z]'
	cp stdout first
	expect "v5: again" 0 "" --children --splits=50 --seed=5 --aa r?.data
	check "v5: the same bytes" cmp first stdout
	expect "v5: another seed" 0 "" --splits=50 --seed=6 --aa r?.data
	has "v5: is told" 'seed 6'
	expect "v5: all splits" 0 "" --splits=5000 --seed=6 --aa r?.data
	has "v5: need no seed" '^# All 315 splits, 4 runs a side'
}

make_runs
v1_text
v2_json
v3_gate
v4_usage
v5_recorded
exit $failed
