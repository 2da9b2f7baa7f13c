#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The cost of markers: a program with and without them, with the library beside it or inside, the errors.
# Recordings are written, so that each figure is known; the example is recorded, of which nothing is
# expected that depends on the machine.
#	usage: test_markdiff_markers.sh [BUILD_DIR]
set -u
. "$(dirname "$0")/markdiff.sh"

source='
	#include <marker/marker.h>
	static int helper(int i) { return i + 1; }
	int one(int i) { MARK(first, "%d", i); return helper(i); }
	int two(int i) { MARK(second, "%d", i); MARK(third, "%d", i); return i; }
	int plain(int i) { return i; }'

build()
{
	program base/x -x c -I "$tree" -DMARKER_DISABLE <<<"$source"
	program new/x -x c -I "$tree" <<<"$source"
	program whole/x -Wl,--whole-archive "$build/libmarker.a" -Wl,--no-whole-archive -x c -I "$tree" <<<"$source"
	cp "$build/libmarker.so.0" libmarker.so.0
}

# Samples of 1 ms: FUNCTION=NUMBER of the program, and as many of the library as LIBRARY says.
run() # DATA PROGRAM FUNCTION=NUMBER...
{
	local data=$1 program=$2 hit i time=10 at
	shift 2
	{
		echo "$event"
		echo "comm 10 10 1 x"
		echo "mmap2 10 1 $load 0x100000 0 $(build_id "$program") $dir/$program"
		[ -z "${library:-}" ] ||
			echo "mmap2 10 1 0x7f0000000000 0x100000 0 $(build_id libmarker.so.0) $dir/libmarker.so.0"
		for hit in "$@"; do
			at=$(address "$program" "${hit%=*}")
			for ((i = ${hit#*=}; i > 0; i--)); do
				echo "sample 0 10 $((time += 1000000)) $at 1000000 2"
			done
		done
		for ((i = ${library:-0}; i > 0; i--)); do
			echo "sample 0 10 $((time += 1000000)) 0x7f0000008000 1000000 2"
		done
	} | write_data "$data"
}

v1_shared()
{
	run a1.data base/x one=100 two=50 plain=300 helper=20
	run a2.data base/x one=104 two=48 plain=310 helper=22
	library=30 run b1.data new/x one=120 two=60 plain=305 helper=20
	library=34 run b2.data new/x one=124 two=62 plain=300 helper=21
	expect "v1: the library beside the program" 0 "" --markers --runs a?.data --vs b?.data
	has "v1: two functions" '^# Cost of the markers: 3 sites in 2 functions \(2 with samples\).* ms per run'
	has "v1: in all" '^ +151\.00 +215\.00 +\+64\.00 .* \+13\.42 .*all markers$'
	has "v1: the library" '^ +0\.00 +32\.00 +\+32\.00 .*library'
	has "v1: functions" '^ +151\.00 +183\.00 +\+32\.00 .*functions with markers$'
	has "v1: a function of one" '^ +102\.00 +122\.00 +\+20\.00 .*one: first \(1 site\)$'
	has "v1: a function of two" '^ +49\.00 +61\.00 +\+12\.00 .*two: second, third \(2 sites\)$'
	grep -v '^#' stdout >plain
	expect "v1: in colours" 0 "" --color=always --markers --runs a?.data --vs b?.data
	has "v1: verdicts of markers have one" $'\e\\[3[1-3]m(regression|inconclusive) *\e\\[m  all markers$'
	check "v1: colours take no room" diff plain <(sed $'s/\e\\[[0-9]*m//g' stdout | grep -v '^#')
	expect "v1: nothing but the program's own" 0 "" -q -t, --markers --runs a?.data --vs b?.data
	check "v1: fields" equal "$(tail -n 5 stdout | awk -F, '{ print NF }' | sort -u)" 11
	expect "v1: JSON" 0 "" --json --markers --runs a?.data --vs b?.data
	check "v1: as in the text" python3 - <<-'END'
		import json
		m = json.load(open("stdout"), parse_constant=lambda c: 1 / 0)["events"][0]["markers"]
		assert m["total"]["difference"]["value"] == 64 and m["total"]["percent"]["value"] == 13.42
		assert m["total"]["runs"] == {"base": [150, 152], "new": [210, 220]}, m["total"]["runs"]
		assert m["of"]["library"]["new"] == 32 and m["of"]["functions"]["difference"]["value"] == 32
		assert [(r["marker"], r["function"], r["dso"], r["sites"]) for r in m["rows"]] == \
			[("first", "one", "x", 1), ("second, third", "two", "x", 2)]
	END
}

# A function of which only the baseline has samples counts too.
v2_gone()
{
	run gone.data new/x one=100 plain=300
	expect "v2: a function without samples" 0 "" --markers --verdicts a1.data gone.data
	has "v2: what it cost is saved" '^ +50\.00 +0\.00 +-50\.00 .*two: second, third \(2 sites\)$'
	has "v2: and so in all" '^ +150\.00 +100\.00 +-50\.00 .*all markers$'
}

v3_inside()
{
	local hidden
	hidden=$(nm whole/x | awk '$2 == "t" && $3 == "os_lock" { print $3 }')
	check "v3: a hidden function is local when linked" equal "$hidden" os_lock
	run c.data whole/x one=120 two=60 plain=305 helper=20 os_lock=7 marker_call=5
	expect "v3: the library inside the program" 0 "" --markers --verdicts a1.data c.data
	has "v3: its functions" '^ +0\.00 +12\.00 +\+12\.00 .*library'
	has "v3: none but them" '^ +150\.00 +192\.00 +\+42\.00 .*all markers$'
}

v4_errors()
{
	expect "v4: no markers in the new build" 3 "no file of the new runs was found that has markers.*x\)" \
		--markers --verdicts b1.data a1.data
	expect "v4: no such file" 3 "nowhere: No such file" --markers=nowhere --verdicts a1.data b1.data
	expect "v4: no ELF file" 3 "a1.data: at byte" --markers=a1.data --verdicts a1.data b1.data
	expect "v4: another build" 3 "no new run has samples of this build" --markers=whole/x --verdicts a1.data b1.data
	expect "v4: no markers in a file" 3 "base/x: has no markers" --markers=base/x --verdicts b1.data a1.data
	run plain.data new/x plain=300
	expect "v4: nothing is in it" 3 "no sample of either side is in any of the 2 functions" \
		--markers --verdicts plain.data plain.data
	expect "v4: keys" 2 "needs the keys dso and symbol" --markers -s symbol --verdicts a1.data b1.data
	expect "v4: filters" 2 "leave out -d and -S" --markers -S one --verdicts a1.data b1.data
	expect "v4: needs verdicts" 2 "--markers is of the table of verdicts" --markers a1.data b1.data
	expect "v4: both have markers" 0 "" --markers --runs b?.data --vs b?.data
	has "v4: and that is said" "^# .*the baseline's x has markers too"
	mv new/x moved
	expect "v4: a file that has moved" 0 "" --markers=moved --verdicts b1.data b1.data
	has "v4: it is found by its build-id" 'all markers$'
	mv moved new/x
}

# The example, without markers and with them.
v5_example()
{
	local i b
	if ! can_record; then
		skip "v5: the example" "$(tail -n 1 reason)"
		return
	fi
	mkdir vanilla marked
	cp "$build/demo/kv-vanilla" vanilla/kv
	cp "$build/demo/kv" marked/kv
	for i in 1 2; do
		for b in vanilla marked; do
			LD_LIBRARY_PATH=$build MARKER_ENABLE='*:count' perf record -q -e cpu-clock:u -F 2000 \
				-o $b$i.data $b/kv bench -n 100000 >/dev/null 2>&1
		done
	done
	expect "v5: the example, its markers on" 0 "" --markers --json=kv.json --runs vanilla?.data --vs marked?.data
	has "v5: its sites" '^# Cost of the markers: [0-9]+ sites in [0-9]+ functions'
	check "v5: the library has a cost" python3 - <<-'END'
		import json
		m = json.load(open("kv.json"), parse_constant=lambda c: 1 / 0)["events"][0]["markers"]
		assert m["of"]["library"]["base"] == 0 and m["of"]["library"]["new"] > 0
		assert m["total"]["difference"]["low"] <= m["total"]["difference"]["value"] <= m["total"]["difference"]["high"]
		assert any("req_begin" in r["marker"] for r in m["rows"]), m["rows"]
	END
}

build
v1_shared
v2_gone
v3_inside
v4_errors
v5_example
exit $failed
