#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Records one program 30 times without markers and 30 times with them, and prints how often markdiff's
# verdicts of these recordings are right (rates.py says of each rate what it is).
#	usage: tests/verdicts/rates.sh [-d DIR] [-n RUNS] [-r ROUNDS] [-s SPLITS] [-c PERIOD] [BUILD_DIR]
#
#	-d DIR		where programs and recordings go; recordings that are there already are used again
#	-n RUNS		of each build, 30 unless told
#	-r ROUNDS	of the program, which say how long a run takes; 200 unless told, three seconds or so
#	-s SPLITS	for each rate, 100 unless told
#	-c PERIOD	of cpu-clock in nanoseconds; 250000 unless told: on a virtual machine, ten times as many
#			samples double what is measured, and scatter it
#
# Base and new take turns, the first of each pair changing too.  Nothing else should run meanwhile: the
# rates are those of the machine as much as those of the method.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 1
tree=$(cd "$here/../.." && pwd) || exit 1
export LC_ALL=C MARKER_CONTROL=off

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/rates.sh" >&2
	exit 2
}

give_up() # REASON
{
	echo "rates: FAILED: $1" >&2
	exit 1
}

directory='' runs=30 rounds=200 splits=100 period=250000
while getopts d:n:r:s:c: option; do
	case $option in
	d) directory=$(realpath -m -- "$OPTARG") ;;
	n) runs=$OPTARG ;;
	r) rounds=$OPTARG ;;
	s) splits=$OPTARG ;;
	c) period=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
for number in "$runs" "$rounds" "$splits" "$period"; do
	[[ $number =~ ^[1-9][0-9]*$ ]] || usage
done
[[ $# -le 1 && $runs -ge 10 ]] || usage
build=$(cd "${1:-$tree/build}" 2>/dev/null && pwd) || give_up "no directory ${1:-build}: make check-verdicts"
[ -x "$build/markdiff" ] || give_up "$build/markdiff is missing: make"
command -v perf >/dev/null || give_up "perf is missing: apt-get install linux-perf"
directory=${directory:-$build/verdicts}
mkdir -p "$directory/vanilla" "$directory/marked" || give_up "no directory $directory"
cd "$directory" || exit 1

compile() # FILE SOURCE OPTION...
{
	local file=$1 source=$2
	shift 2
	${CC:-gcc} -std=gnu11 -O2 -g -I"$tree" "$@" -c -o "$file" "$tree/tests/verdicts/$source"
}

make_programs()
{
	compile program.o program.c &&
		compile vanilla/step.o step.c -DMARKER_DISABLE &&
		compile marked/step.o step.c -DF3_STEPS=8480000 &&
		${CC:-gcc} -o vanilla/program program.o vanilla/step.o &&
		${CC:-gcc} -o marked/program program.o marked/step.o -L"$build" -Wl,-rpath,"$build" -lmarker
}

# Where it may: on one processor, and before all that is not of the kernel.
first()
{
	local first=(taskset -c "$(($(nproc) - 1))")
	chrt -f 1 true 2>/dev/null && first+=(chrt -f 1)
	"${first[@]}" "$@"
}

record() # BUILD NUMBER
{
	[ ! -s "$1-$2.data" ] || return 0
	first perf record -q -N -e cpu-clock:u -c "$period" -o recording "$1/program" "$rounds" 2>record.log ||
		give_up "perf record: $(head -n 1 record.log)"
	mv recording "$1-$2.data"
}

record_all()
{
	local i order=(vanilla marked)
	for ((i = 1; i <= runs; i++)); do
		record "${order[i % 2]}" "$(printf %03d $i)"
		record "${order[(i + 1) % 2]}" "$(printf %03d $i)"
	done
}

numbered() # BUILD
{
	local i
	for ((i = 1; i <= runs; i++)); do printf '%s-%03d.data\n' "$1" $i; done
}

[ -s vanilla/program ] && [ -s marked/program ] || make_programs || give_up "the programs cannot be built"
record_all
mapfile -t base < <(numbered vanilla)
mapfile -t new < <(numbered marked)
exec python3 "$here/rates.py" -n "$splits" -j rates.json "$build/markdiff" "${base[@]}" --vs "${new[@]}"
