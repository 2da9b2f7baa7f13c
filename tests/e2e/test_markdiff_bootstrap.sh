#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff --bootstrap: intervals from runs and blocks of time.  Recordings are written, with times that
# make known blocks; a few are made, of which nothing is expected that depends on the machine.
#	usage: test_markdiff_bootstrap.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

# One second in ten blocks; f1 (called by main) and f2 take turns in each, N of f2 in the last blocks.
run() # FILE F1 F2
{
	local block
	{
		echo chains
		echo "$event"
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 $(build_id x) $dir/x"
		for block in {0..9}; do
			echo "samples $(($2 + block % 3)) 0 10 $((1000000000 + block * 100000000)) $(address x f1) 1000000 2 $(address x main)"
			echo "samples $(($3 + block % 2)) 0 10 $((1000000001 + block * 100000000)) $(address x f2) 1000000 2"
		done
		echo "sample 0 10 1999999999 $(address x f2) 1000000 2"
	} | write_data "$1"
}

make_runs()
{
	local i
	program x <<<'int main(void) { return 0; } int f1(void) { return 1; } int f2(void) { return 2; }'
	for i in 1 2 3 4 5; do
		run a$i.data $((20 + i % 2)) 30
		run b$i.data $((30 + i % 2)) 30
	done
	echo 'main;f 100' >a.folded
	echo 'main;f 200' >b.folded
}

v1_runs()
{
	expect "v1: with children" 0 "" --children --bootstrap=2000 --seed=4 --runs a?.data --vs b?.data
	has "v1: how intervals were made" '^# q and intervals by bootstrap: BCa, 2000 replicates, seed 4; by the test above: 0 costs, all shares$'
	has "v1: f1 is a regression, as main is by what it calls" '^ .* regression .* inconclusive|regression .*main$'
	cp stdout first
	expect "v1: again" 0 "" --children --bootstrap=2000 --seed=4 --runs a?.data --vs b?.data
	check "v1: the same bytes" cmp first stdout
	expect "v1: JSON" 0 "" --json --children --bootstrap=2000,percentile --runs a?.data --vs b?.data
	check "v1: says what gave each interval" python3 - <<-'END'
		import json
		d = json.load(open("stdout"), parse_constant=lambda c: 1 / 0)
		assert d["options"]["bootstrap"] == 2000 and d["options"]["seed"] == 1
		rows = {r["keys"]["symbol"]: r for r in d["events"][0]["rows"]}
		f1, main = rows["f1"]["self"], rows["main"]["inclusive"]
		assert f1["interval"] == main["interval"] == d["events"][0]["total"]["self"]["interval"] == "percentile"
		assert f1["verdict"] == main["verdict"] == "regression"
		assert f1["difference"] == main["difference"] and f1["p"] == main["p"] == 0.001
		assert rows["main"]["self"]["interval"] is None
		assert f1["difference"]["low"] < 100 < f1["difference"]["high"]
	END
}

v2_single()
{
	expect "v2: one run a side" 0 "" --json --bootstrap=1000 --verdicts a1.data b1.data
	check "v2: by its blocks" python3 -c "
import json
for r in json.load(open('stdout'))['events'][0]['rows']:
    assert r['self']['interval'] == 'bca'
"
	expect "v2: a gate takes it if it may be single" 1 "certainly above" -q --gate=2 --allow-single --bootstrap a1.data b1.data
	expect "v2: else not" 4 "single run" -q --gate=2 --bootstrap a1.data b1.data
	expect "v2: two runs are too few for a gate" 4 "record 5 or more" -q --gate=90 --bootstrap --runs a1.data a2.data --vs b1.data b2.data
	expect "v2: five are not" 1 "certainly above" -q --gate=2 --bootstrap --runs a?.data --vs b?.data
}

v3_refused()
{
	expect "v3: no times" 3 "has no times, which --bootstrap needs" --bootstrap --verdicts a.folded b.folded
	expect "v3: pairs" 2 "give --runs instead of --pairs" --bootstrap --pairs a?.data --vs b?.data
	expect "v3: splits" 2 "leave out --bootstrap" --bootstrap --aa a?.data
	expect "v3: too few replicates" 2 "--bootstrap: bad number" --bootstrap=10 --verdicts a1.data b1.data
	expect "v3: another word" 2 "--bootstrap: bad bootstrap" --bootstrap=1000,bc --verdicts a1.data b1.data
	expect "v3: more rows than replicates can tell apart" 0 "" --bootstrap=100 --fdr=.02 --runs a?.data --vs b?.data
	has "v3: are told" '^# .*: with 100 replicates no p is below 0\.02, .* give --bootstrap=[0-9]+ or more'
}

v4_recorded()
{
	local i
	if ! can_record; then
		skip "v4: recordings" "$(tail -n 1 reason)"
		return
	fi
	for i in 1 2 3 4 5 6; do
		perf record -q -e cpu-clock:u -g -o r$i.data bash -c 'for ((i = 0; i < 60000; i++)); do :; done' 2>reason ||
			not_ok "v4: record" reason
	done
	expect "v4: three runs a side" 0 "" --children --bootstrap=500 --runs r[123].data --vs r[456].data
	has_not "v4: no nan" '[^a-z](nan|inf)[^a-z]'
	cp stdout first
	expect "v4: again" 0 "" --children --bootstrap=500 --runs r[123].data --vs r[456].data
	check "v4: the same bytes" cmp first stdout
}

make_runs
v1_runs
v2_single
v3_refused
v4_recorded
exit $failed
