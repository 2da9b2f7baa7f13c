#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The probe "latency" as MARKER_ENABLE asks for it: what it prints, where, and what it refuses.
set -u
O=${1:?usage: test_latency.sh BUILD_DIR}
cd "$(dirname "$0")/../.." || exit 1
O=$(realpath "$O")
CC=${CC:-gcc}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
. tests/report.sh

cat >"$dir/prog.c" <<'PROG'
#include <marker/marker.h>
#include <sys/wait.h>
#include <unistd.h>

static void work(int id)
{
	MARK(job_begin, "id %d", id);
	MARK(conn_open, "fd %d", id);
	usleep(20000);
	MARK(conn_shut, "fd %d why %s", id, "done");
	MARK(job_end, "id %d", id);
}

int main(void)
{
	int i;

	MARK(job_end, "id %d", 0);
	for (i = 0; i < 3; i++)
		work(i);
	if (!fork()) {
		work(7);
		return 0;
	}
	wait(NULL);
	MARK(conn_open, "fd %d", 9);
	return 0;
}
PROG
$CC -std=gnu11 -D_GNU_SOURCE -O2 -I. "$dir/prog.c" -o "$dir/prog" -L"$O" -Wl,-rpath,"$O" -lmarker >"$dir/log" 2>&1
verdict "a marked program" $? "$dir/log"

run() # VALUE: of MARKER_ENABLE
{
	MARKER_ENABLE=$1 "$dir/prog" >"$dir/out" 2>"$dir/err"
}

has() # FILE PATTERN
{
	grep -qE -- "$2" "$1" || { cat "$1"; return 1; }
}

# Is the least of the times what was slept, or more?
slept() # FILE
{
	awk '/^marker: latency/ { sub(/.*min /, ""); ok = /^[0-9.]+(ms|s),/ && (/^[0-9.]+s/ || $1 + 0 >= 20) } END { exit !ok }' "$1" ||
		{ cat "$1"; return 1; }
}

run 'job_*:latency'
check "pairs by the endings of their names, and of a forked child" has "$dir/err" \
	'^marker: latency from job_begin to job_end: 4 times, mean [0-9.]+m?s, min [0-9.]+m?s, max [0-9.]+m?s$'
check "  the time that was slept" slept "$dir/err"
check "  percentiles" has "$dir/err" '^  50%  [0-9.]+m?s   90%  [0-9.]+m?s   99%  [0-9.]+m?s   99.9%  [0-9.]+m?s$'
check "  four hits in the buckets" equal "$(awk '$4 ~ /^@/ { hits += $3 } END { print hits }' "$dir/err")" 4
check "  an end without a begin" has "$dir/err" '^  ends without a begin: 1$'
check "  once, though two processes exit" equal "$(grep -c '^marker: latency' "$dir/err")" 1

run "conn_*:latency=conn_open:conn_shut;key=fd;file=$dir/report"
check "a pair by name and key, into a file" has "$dir/report" \
	'^marker: latency from conn_open to conn_shut: 4 times,'
check "  one that is open still" has "$dir/report" '^  begins still open: 1$'
check "  and nothing on standard error" equal "$(cat "$dir/err")" ""
run "conn_*:latency=conn_open:conn_shut;key=fd;file=$dir/report"
check "  a second run is appended" equal "$(grep -c '^marker: latency' "$dir/report")" 2

run 'conn_*:latency=conn_open:conn_shut;key=id'
check "a key that no marker has" has "$dir/err" "^  one of them has no argument 'id' that can be a key$"
run 'conn_open:latency=conn_open:conn_shut'
check "a glob that does not match both" has "$dir/err" '^  no marker conn_shut was connected$'
run 'none_*:latency'
check "no pair at all" equal "$(cat "$dir/err")" ""
run 'job_*:latency=job_begin'
check "half a pair is refused" has "$dir/err" "^marker: MARKER_ENABLE: 'job_\*:latency=job_begin': Invalid argument$"
run "job_*:latency=file=$dir/no/such/file"
check "a file that cannot be made is refused" has "$dir/err" ': No such file or directory$'

exit $failed
