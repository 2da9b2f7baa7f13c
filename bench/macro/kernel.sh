#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What markers cost the kernel, in instructions: Debian's linux-source-6.1 is built twice from a small
# configuration, as it is and with markers.patch, and both are booted under QEMU, which counts every
# instruction (-icount).
#	usage: bench/macro/kernel.sh [-d DIR] [-j JOBS] [-r ROUNDS] [-t SECONDS]
#
#	-d DIR		where the kernels are kept, ${XDG_CACHE_HOME:-~/.cache}/marker/macro unless told
#	-j JOBS		of make, the number of processors unless told
#	-r ROUNDS	of each operation and state, 11 unless told; the first one warms up
#	-t SECONDS	for one boot, 1800 unless told
#
# Needs 5 GB in the cache; the first run takes 10 to 40 minutes, later ones those of the boots.  The
# table goes to standard output and into DIR/table.txt, beside the log of everything.
# Documentation/results/kernel-macro.rst says what the numbers mean.
set -u
cd "$(dirname "$0")/../.." || exit 1
here=$PWD/bench/macro
# shellcheck source=bench/macro/linux-source.sh
. "$here/linux-source.sh"
export LC_ALL=C

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/kernel.sh" >&2
	exit 2
}

directory=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/macro rounds=11 limit=1800
while getopts d:j:r:t: option; do
	case $option in
	d) directory=$(realpath -m -- "$OPTARG") ;;
	j) S_JOBS=$OPTARG ;;
	r) rounds=$OPTARG ;;
	t) limit=$OPTARG ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
if [ $# != 0 ] || [ "$rounds" -lt 3 ]; then usage; fi

give_up() # REASON
{
	say "macro-kernel: FAILED: $1"
	exit 1
}

build() # TREE NAME
{
	local fragment=$directory/$2.config
	printf 'CONFIG_LOCALVERSION="-%s"\n' "$2" >"$fragment"
	kernel_configure "$1" "$directory/$2" "$here/guest.config" "$here/macro.config" "$fragment" &&
		kernel_build "$1" "$directory/$2" vmlinux
}

# The guest has no random numbers but the counter's, so every boot does the same.
boot() # NAME MARKED
{
	"${CC:-gcc}" -std=gnu11 -D_GNU_SOURCE -O2 -static -o "$directory/workload" "$here/workload.c" &&
		tests/kernel/boot.sh -i -k "$directory/$1/vmlinux" -l "macro-$1" -t "$limit" \
			-a 'nokaslr norandmaps' -e "MARKED=$2" -e "ROUNDS=$rounds" \
			-f "$directory/workload" -o "$directory/results/$1" \
			"$directory" 6.1 "$here/guest_macro.sh"
}

size_of() # NAME: text, data, bss
{
	size "$directory/$1/vmlinux" | awk 'NR == 2 { print $1, $2, $3 }'
}

table()
{
	echo "linux-source-6.1 $S_VERSION, $("${CC:-gcc}" --version | head -n 1),"
	echo "$(qemu-system-x86_64 --version | head -n 1), $((rounds - 1)) rounds of each"
	echo
	awk -f "$here/../median.awk" -f "$here/table.awk" "$directory/results/vanilla/macro" "$directory/results/marked/macro"
	echo
	echo "text, data, bss in bytes: vanilla $(size_of vanilla), marked $(size_of marked)"
	echo "markers: $(grep -c '^+.*MARK(' "$here/markers.patch") lines in the source," \
		"$(($(wc -l <"$directory/results/marked/markers") - 1)) markers in the table"
}

missing=$(source_missing_packages | paste -sd ' ')
[ -z "$missing" ] || give_up "packages are missing: apt-get install $missing"
mkdir -p "$directory" || exit 1
exec 9>"$directory/lock"
flock -n 9 || give_up "another run is using $directory"
start=$SECONDS
source_find || source_fetch || give_up 'no source'
say "[1/4] building the vanilla kernel, $S_VERSION, in $directory/vanilla"
build "$S_TREE" vanilla || give_up 'the vanilla kernel was not built'
say "[2/4] building the marked kernel, in $directory/marked"
source_marked "$PWD" "$directory/tree" || give_up 'the patch does not apply'
build "$directory/tree" marked || give_up 'the marked kernel was not built'
say "[3/4] running the vanilla kernel under -icount, some minutes"
boot vanilla 0 || give_up 'the vanilla kernel did not run well (above)'
say "[4/4] running the marked kernel, three times as long"
boot marked 1 || give_up 'the marked kernel did not run well (above)'
table >"$directory/table.txt" || give_up 'the results are not whole'
cat "$directory/table.txt"
say "macro-kernel: done in $((SECONDS - start)) s, $directory/table.txt"
