#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# bench/diff/measure.sh with few samples: that it measures and says so, not what it measures.
#
# usage: test_bench_diff.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
measure=$tree/bench/diff/measure.sh

"$measure" -n many "$build" >stdout 2>stderr
check "usage: status" equal $? 2
check "usage: one line" equal "$(cat stderr)" "usage: bench/diff/measure.sh [-d DIR] [-n SAMPLES] [-r ROUNDS] [BUILD_DIR]"

mkdir bin
for tool in bash dirname realpath mkdir; do ln -s "$(command -v $tool)" bin/$tool; done
PATH=$dir/bin "$measure" -d here "$build" >stdout 2>stderr
check "without perf: status" equal $? 1
check "without perf: what to do" grep -q 'perf is missing: apt-get install linux-perf' stderr

# Three rounds whose medians, spreads and ratios are known.
cat >rounds <<-END
	800000 100000 900000 400 100000 20000 120000 100
	900000 100000 990000 400 100000 20000 130000 100
	700000 100000 800000 400 140000 20000 110000 100
END
awk -v samples=1000000 -v goals=large -f "$tree/bench/median.awk" -f "$tree/bench/diff/table.awk" rounds >table
check "the median, the least and the most" grep -qE \
	'^user time, s +0\.800 \(0\.700 - 0\.900\) +0\.100 \(0\.100 - 0\.140\) +1/8\.0 \(1/5\.0 - 1/9\.0\) +1/8: reached$' table
check "time of a sample" grep -qE '^us a sample .* 0\.12: reached$' table
check "peak memory" grep -qE '^peak memory, MB +0\.4 .* +0\.1 .* +1/4\.0 .* 1/4: reached$' table
awk -v samples=1000 -v goals=tiny -f "$tree/bench/median.awk" -f "$tree/bench/diff/table.awk" rounds >table
check "a goal that is missed" grep -qE '^wall time, s .* 0\.060: MISSED$' table

if ! perf record -q -a -e cpu-clock -o try.data true 2>reason; then
	skip "a measurement" "perf record -a: $(head -n 1 reason)"
	exit $failed
fi
"$measure" -d here -n 2000 -r 1 "$build" >stdout 2>stderr
verdict "a measurement" $? stderr
check "its recordings are where they should be" test -s here/large-2.data
check "two tables" equal "$(grep -cE '^Two (large|tiny) recordings, [0-9]+ samples$' stdout)" 2
check "their lines" equal "$(grep -cE '^(user|wall) time, s +[0-9.]+ \(' stdout)" 4
check "at least as many samples" test "$(sed -n 's/^Two large recordings, \([0-9]*\) .*/\1/p' stdout)" -ge 4000
check "progress is told" grep -q 'large: round 1 of 1' stderr
exit $failed
