#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What markdiff costs beside perf diff: user time, wall time and peak memory, on two large system-wide
# recordings and on two tiny ones.
#	usage: bench/diff/measure.sh [-d DIR] [-n SAMPLES] [-r ROUNDS] [BUILD_DIR]
#
#	-d DIR		where the recordings are kept, and used again; ${XDG_CACHE_HOME:-~/.cache}/marker/diff
#			unless told
#	-n SAMPLES	of each large recording, at least; 1000000 unless told
#	-r ROUNDS	of both programs in turn, 11 unless told; one more before them fills the caches
#
# The large recordings are of a mixed workload (compiling, packing, a script, system calls) at 25 kHz
# of cpu-clock on all processors, for which root is needed (or kernel.perf_event_paranoid -1); they take
# 60 MB each a million samples.  The table goes to standard output, the single measurements are in
# DIR/*.times.  Nothing else should run meanwhile.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
export LC_ALL=C

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/measure.sh" >&2
	exit 2
}

say()
{
	echo "bench-diff: $*" >&2
}

give_up() # REASON
{
	say "FAILED: $1"
	exit 1
}

directory=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/diff samples=1000000 rounds=11
while getopts d:n:r: option; do
	case $option in
	d) directory=$(realpath -m -- "$OPTARG") ;;
	n) samples=$OPTARG ;;
	r) rounds=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[[ $# -le 1 && $samples =~ ^[1-9][0-9]*$ && $rounds =~ ^[1-9][0-9]*$ ]] || usage
build=$(cd "${1:-$here/../../build}" 2>/dev/null && pwd) || give_up "no directory ${1:-build}: make bench-diff"
markdiff=$build/markdiff timed=$build/bench/timed
if ! [ -x "$markdiff" ] || ! [ -x "$timed" ]; then
	give_up "$markdiff or $timed is missing: make bench-diff builds them"
fi
command -v perf >/dev/null || give_up "perf is missing: apt-get install linux-perf"
mkdir -p "$directory" || give_up "no directory $directory"
cd "$directory" || exit 1

rate=25000
busy=()

# Runs until it is killed, and what it started with it.
loop() # COMMAND...
{
	setsid bash -c 'while :; do "$@" >/dev/null 2>&1 || sleep 0.1; done' loop "$@" &
	busy+=($!)
}

stop()
{
	local pid
	for pid in "${busy[@]}"; do kill -- "-$pid" 2>/dev/null; done
	wait "${busy[@]}" 2>/dev/null
	busy=()
}
trap stop EXIT
trap 'exit 1' INT TERM

start() # what there is of it on this machine
{
	find "$here/.." -maxdepth 1 -name '*.c' | head -n 20 | xargs cat | grep -v '^#include "' >work.c
	command -v gcc >/dev/null && loop gcc -O2 -fsyntax-only -w -x c work.c
	command -v python3 >/dev/null &&
		loop python3 -c 'import json; [json.loads(json.dumps({str(i): [i] * 9 for i in range(999)})) for _ in range(99)]'
	loop gzip -c "$markdiff"
	loop dd if=/dev/zero of=/dev/null bs=512 count=200000
}

count() # FILE: its samples
{
	perf report --stats -i "$1" 2>/dev/null | awk '/SAMPLE events:/ { print $3; exit }'
}

# Recorded for as long as it should take; the kernel may lower the rate, so perhaps for longer.
record_large() # FILE
{
	local seconds got try
	seconds=$((samples / (rate * $(nproc)) + 1))
	got=$(count "$1")
	for ((try = 0; try < 4 && ${got:-0} < samples; try++)); do
		say "recording $1, $seconds s"
		start
		rm -f "$1"
		perf record -q -F $rate -m 1024 -e cpu-clock -a -o "$1" sleep "$seconds" 2>record.log
		stop
		got=$(count "$1")
		[ "${got:-0}" -gt 0 ] || give_up "perf record: $(head -n 1 record.log)"
		seconds=$((seconds * samples * 11 / (got * 10) + 1))
	done
	[ "$got" -ge "$samples" ] || give_up "$1 has only $got samples: try a smaller -n"
}

record_tiny() # FILE
{
	rm -f "$1"
	perf record -q -F 4000 -e cpu-clock -o "$1" dd if=/dev/zero of=/dev/null bs=4k count=100000 \
		2>record.log || give_up "perf record: $(head -n 1 record.log)"
}

# Both in turn, so that what happens to the machine happens to both.
measure() # NAME FILE FILE
{
	local round name=$1
	shift
	rm -f "$name".*.times
	for ((round = 0; round <= rounds; round++)); do
		say "$name: round $round of $rounds"
		"$timed" "$name.perf.times" perf diff "$@" >"$name.perf.out" 2>"$name.perf.err" ||
			give_up "perf diff $*: $(head -n 1 "$name.perf.err")"
		"$timed" "$name.markdiff.times" "$markdiff" "$@" >"$name.markdiff.out" 2>"$name.markdiff.err" ||
			give_up "markdiff $*: $(head -n 1 "$name.markdiff.err")"
	done
	sed -i 1d "$name".*.times
}

table() # NAME SAMPLES
{
	paste -d' ' "$1.perf.times" "$1.markdiff.times" |
		awk -v samples="$2" -v goals="$1" -f "$here/../median.awk" -f "$here/table.awk"
}

record_large large-1.data
record_large large-2.data
record_tiny tiny-1.data
record_tiny tiny-2.data
measure large large-1.data large-2.data
measure tiny tiny-1.data tiny-2.data
perf --version
echo "$("$markdiff" --version), $(uname -m), $(nproc) processors, kernel $(uname -r), $rounds rounds"
table large $(($(count large-1.data) + $(count large-2.data)))
table tiny $(($(count tiny-1.data) + $(count tiny-2.data)))
