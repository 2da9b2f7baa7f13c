#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Verdicts of runs, the gate's exit status, JSON.  Recordings are written, so that each figure is known;
# a few are made, of which nothing is expected that depends on the machine.
#	usage: test_markdiff_verdicts.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

page=$tree/Documentation/man/markdiff.1.rst

# Samples of 1 ms, so many in f1 and in f2.
run() # FILE F1 F2
{
	local i at time=10
	{
		echo "$event"
		said_command
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 ${id:-$(build_id x)} $dir/x"
		for i in f1 f2; do
			at=$(address x $i)
			for ((i = $([ $i = f1 ] && echo "$2" || echo "$3"); i > 0; i--)); do
				echo "sample 0 10 $((time += 1000000)) $at 1000000 2"
			done
		done
	} | write_data "$1"
}

# What perf was called with: command= gives it.
said_command()
{
	[ -z "${command:-}" ] || echo "command $command"
}

# The same, called by a library of which the file has no build-id (or y_id), as perf record leaves it
# where no samples fell in it.  IN_IT: so many samples that did.
called_run() # FILE F1 F2 IN_IT
{
	local i at time=10 library=0x900000 caller
	caller=$(printf '%#x' $((library + $(address y g) - load)))
	{
		echo chains
		echo "$event"
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 $(build_id x) $dir/x"
		echo "mmap2 10 1 $library 0x100000 0 ${y_id:--} $dir/y"
		for i in f1 f2; do
			at=$(address x $i)
			for ((i = $([ $i = f1 ] && echo "$2" || echo "$3"); i > 0; i--)); do
				echo "sample 0 10 $((time += 1000000)) $at 1000000 2 $caller"
			done
		done
		for ((i = $4; i > 0; i--)); do
			echo "sample 0 10 $((time += 1000000)) $caller 1000000 2"
		done
	} | write_data "$1"
}

make_runs()
{
	program x <<<'int f1(void) { return 1; } int f2(void) { return 2; }'
	program y <<<'int g(void) { return 1; }'
	called_run called.data 60 40 0
	called_run in-it.data 60 40 20
	run a1.data 600 400; run a2.data 610 395; run a3.data 595 405
	run b1.data 600 480; run b2.data 605 475; run b3.data 598 485
	run few.data 2 1
	id=- run noid.data 600 400
	sed 's/cpu-clock/other/; s/^event 1 0/event 1 1/' <<<"$event" >other
	{ cat other; echo "sample 0 10 2 $load 1 2"; } | write_data other.data
}

v1_table()
{
	expect "v1: verdicts of three runs a side" 0 "" --runs a?.data --vs b?.data
	has "v1: the total first" '^ +1001\.67 +1081\.00 +\+79\.33 .* total$'
	has "v1: f2 is a regression" '^ +400\.00 +480\.00 +\+80\.00 .* 1\.2000 .* regression +x +\[\.\] f2$'
	has "v1: f1 is none" '^ +601\.67 +601\.00 +-0\.67 .* 0\.9989 .* inconclusive +x +\[\.\] f1$'
	has "v1: summary" '^# 1 regression, 0 improvements, 1 inconclusive, 0 equivalent, 0 not tested'
	expect "v1: fields" 0 "" -q -t, --runs a?.data --vs b?.data
	check "v1: as many in each line" equal "$(awk -F, '{ print NF }' stdout | sort -u)" 14
	expect "v1: single runs" 0 "" a1.data b1.data --verdicts
	has "v1: single runs say so" 'one run a side'
	expect "v1: excluded" 0 "" -q --exclude-from-total=f2 --runs a?.data --vs b?.data
	has "v1: excluded from the total" '^ +601\.67 +601\.00 .* total$'
}

v2_gate()
{
	expect "v2: a regression" 1 "" --gate=2 --runs a?.data --vs b?.data
	has "v2: and why" '^# .*\[\.\] f2: a change of 80\.00 ms'
	expect "v2: below the gate" 0 "" --gate=50 --runs a?.data --vs b?.data
	expect "v2: the other way around" 0 "" --gate=20 --runs b?.data --vs a?.data
	expect "v2: not certain" 4 "it may be above" -q --gate=2 --runs a?.data --vs a2.data a3.data a1.data
	expect "v2: that may pass" 0 "" -q --gate=2 --inconclusive=pass --runs a?.data --vs a2.data a3.data a1.data
	expect "v2: a single run" 4 "single run" -q --gate=2 a1.data b1.data
	expect "v2: that may be single" 1 "certainly above" -q --gate=2 --allow-single a1.data b1.data
	expect "v2: single, and below the gate" 0 "" -q --gate=90 --allow-single a1.data b1.data
	expect "v2: few samples" 4 "has 3 samples, fewer than 10" -q --gate=2 --allow-single a1.data few.data
	expect "v2: nothing matches" 4 "nothing matched the filters" -q --gate=2 --runs a?.data --vs b?.data -d none
	expect "v2: no event in common" 4 "no event is in all files" -q --gate=2 --allow-single a1.data other.data
	expect "v2: no event in common, without a gate" 3 "no event in common" --verdicts a1.data other.data
	expect "v2: unverified symbols" 4 "no build-id of .*/x" -q --gate=90 --allow-single a1.data noid.data
	expect "v2: unverified callers" 0 "" -q --gate=90 --allow-single --children called.data called.data
	expect "v2: unverified callers, for stacks" 0 "" -q --gate=90 --allow-single --folded=called.folded \
		called.data called.data
	expect "v2: unverified, with samples in one run" 4 "in-it.data: has no build-id of .*/y" \
		-q --gate=90 --allow-single --children called.data in-it.data
	check "v2: and not in the other" equal "$(grep -c 'has no build-id' stderr)" 1
	expect "v2: unverified, and its symbols are not shown" 0 "" -q --gate=90 --allow-single -d x called.data in-it.data
	expect "v2: unverified, and no symbols are asked for" 0 "" -q --gate=90 --allow-single -s dso \
		in-it.data in-it.data
	touch -d '+1 hour' y
	expect "v2: callers of another build" 0 "" --gate=90 --allow-single --children called.data called.data
	has "v2: that is said" '^# called.data: .*/y was built after the recording'
	expect "v2: unreadable" 3 "nowhere.data" --gate=2 a1.data nowhere.data
}

v3_usage()
{
	local bad
	for bad in nan inf -1 '' text 2% 1e999 0x2; do
		expect "v3: --gate='$bad'" 2 "--gate: bad number" --gate="$bad" a1.data b1.data
	done
	expect "v3: no sides" 2 "--runs A... --vs B..." --gate=2 a1.data a2.data b1.data
	expect "v3: an empty side" 2 "no runs after --vs" a1.data --vs
	expect "v3: odd pairs" 2 "as many runs" --pairs a1.data a2.data --vs b1.data
	expect "v3: a number of work for each" 2 "--work has 2 numbers" --work=1,2 --runs a?.data --vs b?.data
	expect "v3: of the other table" 2 "--period is of the plain table" -p --verdicts a1.data b1.data
	expect "v3: of this table" 2 "--fdr is of the table of verdicts" --fdr=.1 a1.data b1.data
}

v4_json()
{
	expect "v4: JSON" 1 "" --json=v.json --gate=2 --runs a?.data --vs b?.data
	check "v4: of the table's figures" python3 - <<-'END'
		import json
		d = json.load(open("v.json"), parse_constant=lambda c: 1 / 0)
		total, rows = d["events"][0]["total"], d["events"][0]["rows"]
		assert d["markdiff"]["schema"] == 1 and d["gate"]["exit"] == 1
		assert total["self"]["base"] == 1001.67 and total["self"]["new"] == 1081.00
		assert rows[0]["keys"] == {"dso": "x", "symbol": "f2"} and rows[0]["mode"] == "user"
		assert rows[0]["self"]["verdict"] == "regression"
		assert rows[0]["self"]["runs"] == {"base": [400, 395, 405], "new": [480, 475, 485]}
		assert rows[0]["samples"] == {"base": 1200, "new": 1440}
		texts = {f for line in open("stdout") if line[0] != "#" for f in line.split()}
		for row in rows + [total]:
		    for figure in ("difference", "ratio"):
		        for end in ("low", "high"):
		            value = float(row["self"][figure][end])
		            assert any(f.lstrip("+-").replace(".", "").isdigit() and float(f) == value for f in texts)
	END
	expect "v4: rows are in the order of inclusive costs" 0 "" --json --children --verdicts called.data in-it.data
	check "v4: that is said" python3 - <<-'END'
		import json
		d = json.load(open("stdout"))
		assert d["options"]["order"] == "inclusive"
		rows = [row["inclusive"] for row in d["events"][0]["rows"]]
		words = ["regression", "improvement", "inconclusive", "equivalent", "untested"]
		order = [(words.index(f["verdict"]), -abs(f["difference"]["value"])) for f in rows]
		assert order == sorted(order), order
	END
	check "v4: or of self costs" python3 -c "
import json
assert json.load(open('v.json'))['options']['order'] == 'self'
"
	expect "v4: to standard output" 0 "" --json --verdicts a1.data a1.data
	check "v4: the same file is the same" python3 -c "
import json
for row in json.load(open('stdout'))['events'][0]['rows']:
    assert row['self']['verdict'] == 'equivalent' and row['self']['ratio']['low'] == 1
"
}

# The example of the manual page, as it stands there.
v5_example()
{
	if ! can_record; then
		skip "v5: the page's example" "$(tail -n 1 reason)"
		return
	fi
	mkdir example && cd example || return
	gcc -O1 -x c -o old - <<-'END'
		int main(void)
		{
			for (volatile int i = 0; i < 20000000; i++)
				;
			return 0;
		}
	END
	cp old new
	sed -n '/^A build that fails/,/^JSON SCHEMA/p' "$page" | grep -P '^\t' | sed 's/^\t//' >ci.sh
	check "v5: the page has one" test -s ci.sh
	PATH=$build:$PATH bash ci.sh >stdout 2>stderr
	status=$?
	check "v5: it decides" grep -qx "$status" <<<$'0\n1\n4'
	check "v5: and leaves JSON" python3 -c "import json; assert json.load(open('verdicts.json'))['gate']['exit'] == $status"
	expect "v5: recorded, against itself" 0 "" --gate=0 --runs old?.data --vs old?.data
	has_not "v5: no nan" '[^a-z](nan|inf)[^a-z]'
	cd ..
}

# The page is of the JSON that is written beside it; stacks are of the same sides, per unit of work.
v6_outputs()
{
	if ! "$build/markdiff" --html=p.html --verdicts a1.data b1.data >stdout 2>stderr &&
	   grep -q 'built without pages' stderr; then
		skip "v6: the page" "$(cat stderr)"
	else
		expect "v6: JSON and a page" 0 "" --json=p.json --html=p.html --runs a?.data --vs b?.data
		check "v6: of the same digits" python3 - <<-'END'
			import json
			page = open("p.html", encoding="utf-8").read()
			inside = page.split('<script type="application/json" id="comparison">', 1)[1]
			inside = inside[:-len("</script>\n")]
			assert json.loads(inside, parse_float=str) == json.load(open("p.json"), parse_float=str)
		END
		expect "v6: a page on standard output" 1 '^markdiff: gate: regression' \
			--gate=2 --html=- --runs a?.data --vs b?.data
		check "v6: and nothing else" python3 - <<-'END'
			page = open("stdout", encoding="utf-8").read()
			assert page.startswith("<!DOCTYPE html>") and page.endswith("</script>\n")
		END
		expect "v6: a page and JSON, both there" 2 "--json and --html both go to standard output" \
			--json --html=- --runs a?.data --vs b?.data
		expect "v6: a page that cannot be written" 3 "markdiff: no/p.html: " \
			--html=no/p.html --runs a?.data --vs b?.data
		expect "v6: a page without a name" 2 "--html: no file" --html= --runs a?.data --vs b?.data
	fi
	expect "v6: JSON, to -" 0 "" --json=- --runs a?.data --vs b?.data
	check "v6: is JSON on standard output" python3 -c 'import json; json.load(open("stdout"))'
	check "v6: and no file" test ! -e ./-
	expect "v6: JSON and stacks, both there" 2 "--json and --folded both go to standard output" \
		--json --folded --runs a?.data --vs b?.data
	expect "v6: JSON behind records" 2 "--dump-raw-trace and --json both go to standard output" \
		-D --json --runs a?.data --vs b?.data
	expect "v6: stacks of three runs a side" 0 "" --folded --runs a?.data --vs b?.data
	has "v6: are means of the runs" '^f2 400000000 480000000$'
	expect "v6: per unit of work" 0 "" --folded --work=100 --runs a?.data --vs b?.data
	has "v6: are means through work" '^f2 4000000 4800000$'
	expect "v6: of three files, whose sides are not said" 2 "--folded is of two sides" \
		--folded a1.data a2.data b1.data
}

# Where the recording went to, and the folders, are other ones in each run: nothing that differs.
v7_commands()
{
	command='/usr/bin/perf record -e cpu-clock -o a/1.data old/x -n 5' run a.data 600 400
	command='perf record -ob.data -e cpu-clock /new/x -n 5' run b.data 600 400
	command='perf record -o c.data -e cpu-clock /new/x -n 6' run c.data 600 400
	expect "v7: other recordings, other folders" 0 "" --json=v.json --verdicts a.data b.data
	has_not "v7: are the same command" 'command lines'
	check "v7: and the same program" python3 - <<-'END'
		import json
		d = json.load(open("v.json"))
		for side in "base", "new":
		    for run in d[side]["runs"]:
		        assert run["program"] == "x", run
		        assert run["command"] == "perf record -e cpu-clock x -n 5", run
	END
	expect "v7: another argument" 0 "" --verdicts a.data c.data
	has "v7: is another command" '^# command lines of the sides differ: .* x -n 5, then .* x -n 6;'
	expect "v7: not said" 0 "" --json=v.json --verdicts a1.data b1.data
	check "v7: is null" python3 -c "
import json
run = json.load(open('v.json'))['base']['runs'][0]
assert run['program'] is None and run['command'] is None
"
}

# Of what no sample fell in, another build is nothing that rows could be wrong by.
v8_builds()
{
	local i
	for i in 1 2; do
		y_id=$(printf '%040x' $i) called_run no$i.data 60 40 0
		y_id=$(printf '%040x' $i) called_run in$i.data 60 40 20
	done
	expect "v8: another build without samples" 0 "" --runs no?.data --vs no?.data
	has_not "v8: is not told" 'different builds'
	expect "v8: another build with samples" 0 "" --runs in?.data --vs no?.data
	has "v8: is told" '^# runs of the baseline are of different builds of .*/y \(in1.data, in2.data\)'
	expect "v8: of one side alone" 0 "" --runs in1.data no1.data --vs no?.data
	has_not "v8: is not told, either" 'different builds'
}

make_runs
v1_table
v2_gate
v3_usage
v4_json
v5_example
v6_outputs
v7_commands
v8_builds
exit $failed
