#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff prints the rows that perf diff prints: the same ones, in the same order, with the same
# figures.  Blanks are not compared (perf pads), lines that begin with # neither.
#
# usage: test_perf_diff_equal.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"

rows() { sed -e '/^#/d' -e 's/[ \t]\+/ /g' -e 's/^ //' -e 's/ $//' -e '/^$/d'; }

# Compares both tools' rows for a list of options and files.
same() {
	local name=$1
	shift
	perf diff "$@" 2>/dev/null | rows >"$dir/want"
	"$markdiff" "$@" 2>"$dir/stderr" | rows >"$dir/got"
	if [ -s "$dir/want" ] && cmp -s "$dir/want" "$dir/got"; then
		ok "$name ($(wc -l <"$dir/want") rows)"
	else
		diff "$dir/want" "$dir/got" >"$dir/diff"
		not_ok "$name" "$dir/diff" "$dir/stderr"
	fi
}

build_work() {
	local v
	for v in base: swapped:-DSWAPPED marked:-DMARKED grown:-DGROWN; do
		mkdir -p "$dir/${v%%:*}"
		gcc -g -O2 ${v#*:} -o "$dir/${v%%:*}/work" "$tree/tests/data/work.c" || return 1
	done
}

record() {
	local out=$1 what=$2
	shift 2
	perf record -q "$@" -o "$dir/$out" "$dir/$what/work" 2500 >/dev/null 2>&1
}

record_all() {
	local v
	for v in base marked swapped grown; do
		record $v.data $v -F 2000 -e cpu-clock || return 1
	done
	for v in base marked; do
		record two-$v.data $v -F 2000 -e cpu-clock,task-clock || return 1
		record graph-$v.data $v -F 2000 -e cpu-clock -g || return 1
		record fixed-$v.data $v -c 1000000 -e cpu-clock || return 1
		record ids-$v.data $v -F 2000 -e cpu-clock --buildid-mmap || return 1
		record group-$v.data $v -F 2000 -e '{cpu-clock,task-clock}:S' || return 1
		record rich-$v.data $v -F 2000 -e cpu-clock --all-cgroups --sample-cpu --weight \
			--code-page-size || return 1
	done
	perf record -q -e sched:sched_switch,sched:sched_process_exec,raw_syscalls:sys_enter,signal:* \
		-o "$dir/traced.data" sh -c 'ls -l /usr/bin; true' >/dev/null 2>"$dir/why"
	return 0
}

# Stored recordings have no program to find symbols in, so dsos and threads are compared.
stored() {
	local data=$tree/tests/data options
	rows <"$data/small-dso.expected" >"$dir/want"
	"$markdiff" -s dso "$data"/small-{base,marked}.data 2>&1 | rows >"$dir/got"
	check "stored recordings, dsos" diff "$dir/want" "$dir/got"
	rows <"$data/small-ratio.expected" >"$dir/want"
	"$markdiff" -s comm,dso -c ratio -p "$data"/small-{base,marked}.data 2>&1 | rows >"$dir/got"
	check "stored recordings, ratio" diff "$dir/want" "$dir/got"
}

stored
if ! reason=$(perf record -q -e cpu-clock -o "$dir/try.data" true 2>&1); then
	skip "fresh recordings" "perf record: $(echo "$reason" | head -n 1)"
	exit $failed
fi
if ! build_work || ! record_all; then
	not_ok "build and record tests/data/work.c"
	exit 1
fi
cd "$dir" || exit 1
same "base marked"          base.data marked.data
same "base swapped"         base.data swapped.data
same "base grown"           base.data grown.data
same "two events"           two-base.data two-marked.data
same "call chains"          graph-base.data graph-marked.data
same "fixed period"         fixed-base.data fixed-marked.data
same "build-ids in mmap"    ids-base.data ids-marked.data
same "group read"           group-base.data group-marked.data
same "four files"           base.data marked.data swapped.data grown.data
same "other kinds together" base.data graph-base.data fixed-marked.data ids-base.data
same "itself"               base.data base.data
same "delta"                -c delta base.data marked.data
same "ratio"                -c ratio base.data marked.data
same "wdiff"                -c wdiff:3,-2 base.data marked.data
same "order 0"              -o 0 base.data marked.data
same "order 2"              -o 2 base.data marked.data grown.data
same "order 2, ratio"       -o 2 -c ratio base.data marked.data grown.data
same "sort dso"             -s dso base.data marked.data
same "sort symbol"          -s symbol base.data marked.data
same "sort comm and more"   -s comm,dso,symbol base.data marked.data
same "period and formula"   -p -F base.data marked.data
same "formula of ratio"     -F -c ratio base.data marked.data
same "formula of wdiff"     -F -c wdiff:1,1 base.data marked.data
same "quiet"                -q two-base.data two-marked.data
same "one dso"              -d work base.data marked.data
same "two dsos"             -d work,libc.so.6 base.data marked.data
same "one symbol"           -S main,mark base.data marked.data
same "one comm"             -C work base.data marked.data
same "relative"             -d work --percentage relative base.data marked.data
same "force"                -f base.data marked.data
for key in pid comm cpu socket cgroup cgroup_id time addr symbol_size code_page_size local_weight \
	weight local_ins_lat ins_lat dso,pid,cpu,sym comm,symbol,symbol_size pid,time dso,sample \
	overhead,dso,period; do
	same "sort $key"    -s $key rich-base.data rich-marked.data
done
if [ -s traced.data ]; then
	# perf 6.1 ends in a fault where a trace is in the new file only.
	same "sort trace"           -s trace traced.data traced.data
	same "sort comm,trace"      -s comm,trace traced.data traced.data
else
	skip "sort trace" "perf record: no tracepoints: $(head -n 1 why)"
fi
same "sort srcline"         -d work -s srcline,sym base.data marked.data
cpu=$("$markdiff" -q -t, -s cpu -o 0 rich-base.data rich-base.data | cut -d, -f3 | head -n 1)
same "cpu"                  --cpu "$((10#$cpu))" rich-base.data rich-base.data
same "cpus"                 --cpu 0-1 rich-base.data rich-marked.data
pid=$("$markdiff" -q -t, -s tid -C work base.data base.data 2>/dev/null | cut -d, -f3 | head -n 1)
# perf filters the baseline alone: what it shows of another file is of all its processes.
same "pid"                  --pid "$pid" base.data base.data
same "tid"                  --tid "1,$pid" base.data base.data
same "pid, relative"        --pid "$pid" --percentage relative base.data base.data
for time in 10%/2 0%-10% 10%/1,10%/2 20%-30.5%,60%-100% 50%; do
	same "time $time"   --time $time base.data marked.data
done
from=$("$markdiff" -q -t, -s time base.data base.data 2>/dev/null | cut -d, -f3 | sort -n | tail -n 1)
same "time from"            --time "$from," base.data base.data
same "time to"              --time ",$from" base.data base.data
same "time of each file"    --time "$from,:,$from" base.data base.data
same "times"                --time ",1.5 $from," base.data base.data
printf '[diff]\n\torder = 0\n\tcompute = ratio\n[hist]\n\tpercentage = relative\n' >config
PERF_CONFIG=config same "config"        -d work,libc.so.6 base.data marked.data
PERF_CONFIG=config same "config, not"   -c delta -o 1 base.data marked.data

# Records without fields of perf's own, in the order of their text: perf has them in that of time.
dumped() { grep -E ' PERF_RECORD_(SAMPLE|MMAP|MMAP2|COMM|FORK|EXIT|KSYMBOL|CGROUP)' | sort; }
perf diff -D -s dso base.data graph-marked.data 2>/dev/null | dumped >want
"$markdiff" -D -s dso base.data graph-marked.data 2>/dev/null | dumped >got
check "records ($(wc -l <want))" diff want got
check "records come before the table" test "$("$markdiff" -D -s dso base.data base.data 2>&1 |
	grep -n PERF_RECORD | tail -n 1 | cut -d: -f1)" -lt "$("$markdiff" -D -s dso base.data \
	base.data 2>&1 | grep -n '^# Event' | cut -d: -f1)"
exit $failed
