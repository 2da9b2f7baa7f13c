#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The whole report, with all that this machine can have beside it: the kernel's rows, counted in QEMU, and
# the figures of whole programs, if make macro-user has made them.
#	usage: bench/report/report.sh [-o DIR] [-k FILE] [-m DIR] [-q|--quick] [BUILD]
#
#	-o DIR		where the report goes, BUILD/report unless told
#	-k FILE		the kernel's rows (markbench kernel --json); counted in QEMU unless told
#	-m DIR		results of bench/macro/user.sh; those in its cache unless told
#	-q		a tenth of the rounds
#
# What was counted in QEMU stays in BUILD/report-kernel.json and is counted again when a module is newer.
# Nothing else should run meanwhile.
set -u
export LC_ALL=C
cd "$(dirname "$0")/../.." || exit 1

say()
{
	echo "report: $*" >&2
}

usage()
{
	sed -n 's/^#	usage: /usage: /p' bench/report/report.sh >&2
	exit 2
}

output='' kernel='' quick=()
macro=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/macro-user/results
asked_macro=0
[ "${1-}" != --quick ] || { shift; set -- -q "$@"; }
while getopts o:k:m:q option; do
	case $option in
	o) output=$OPTARG ;;
	k) kernel=$OPTARG ;;
	m) macro=$OPTARG asked_macro=1 ;;
	q) quick=(--quick) ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[ $# -le 1 ] || usage
build=${1:-build}
[ -x "$build/markbench" ] || { say "no $build/markbench: make report builds it"; exit 1; }
output=${output:-$build/report}

# ---- what stands beside ---------------------------------------------------------------------------

counted=$build/report-kernel.json
is_fresh()
{
	[ -s "$counted" ] && [ -z "$(find bench/kernel marker probes -newer "$counted" -name '*.[chS]' -print -quit)" ]
}

count_kernel()
{
	local said
	is_fresh && { kernel=$counted; return; }
	say 'counting the instructions of the rows in the kernel, in QEMU: about a minute'
	if said=$(tests/kernel/test_icount.sh "$build" --json "$counted" 2>&1) && [ -s "$counted" ]; then
		kernel=$counted
	else
		say "without the kernel's rows: $(tail -n 1 <<<"$said")"
	fi
}

arguments=(-o "$output" "${quick[@]}")
[ -n "$kernel" ] || count_kernel
[ -z "$kernel" ] || arguments+=(--kernel "$kernel")
if [ $asked_macro = 1 ] || [ -s "$macro/figures.json" ]; then
	arguments+=(--macro "$macro")
else
	say "without whole programs: make macro-user measures them, and is not there yet"
fi
exec "$build/markbench" report "${arguments[@]}"
