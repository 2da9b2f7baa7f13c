#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What markers cost three programs: Lua and SQLite in time, redis in instructions of a request, each from
# Debian's source with 35 to 40 marked functions.  Vanilla against off is averaged over hundreds of orders
# of the functions; off against on is told inside one program.
#	usage: bench/macro/user.sh [-q|--quick] [-d DIR] [-o DIR] [-n ORDERS] [-c CPU] [-p PROGRAM]... [BUILD]
#
#	-q		a hundred orders instead of five hundred, and so on: 4 minutes instead of 13 to 25
#	-d DIR		where sources and objects are kept, ${XDG_CACHE_HOME:-~/.cache}/marker/macro-user
#			unless told
#	-o DIR		where the results go: DIR/results unless told
#	-n ORDERS	of the functions, and of off and on no more rounds than that
#	-c CPU		that the timed runs are pinned to; the last one unless told
#	-p PROGRAM	lua, sqlite or redis; all unless told
#
# The first run downloads 18 MB and compiles for some minutes more.  The table goes to standard output;
# results/table.txt, figures.json and user-macro.rst hold the same.  Nothing else should run meanwhile.
# Documentation/benchmarking.rst says what the numbers mean.
set -u
export LC_ALL=C
# The agent is a second thread, which vanilla has not: what it costs is told apart (lifecycle.rst).
export MARKER_CONTROL=off
cd "$(dirname "$0")/../.." || exit 1
here=$PWD/bench/macro
for part in source build time count redis report; do
	# shellcheck disable=SC1090	# bench/macro/user/*.sh
	. "$here/user/$part.sh"
done

usage()
{
	sed -n 's/^#	usage: /usage: /p' "$here/user.sh" >&2
	exit 2
}

say()
{
	echo "macro-user: $*" >&2
}

give_up() # REASON
{
	say "FAILED: $1"
	exit 1
}

# ---- arguments -----------------------------------------------------------------------------------

directory=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/macro-user
quick=0 orders='' processor='' results='' programs=()
[ "${1-}" != --quick ] || { shift; set -- -q "$@"; }
while getopts qd:o:n:c:p: option; do
	case $option in
	q) quick=1 ;;
	d) directory=$(realpath -m -- "$OPTARG") ;;
	o) results=$(realpath -m -- "$OPTARG") ;;
	n) orders=$OPTARG ;;
	c) processor=$OPTARG ;;
	p) programs+=("$OPTARG") ;;
	*) usage ;;
	esac
done
shift $((OPTIND - 1))
[[ $# -le 1 && $orders =~ ^([1-9][0-9]*)?$ && $processor =~ ^[0-9]*$ ]] || usage
[ ${#programs[@]} -gt 0 ] || programs=(lua sqlite redis)
for program in "${programs[@]}"; do
	[[ $program =~ ^(lua|sqlite|redis)$ ]] || usage
done
build=$(cd "${1:-build}" 2>/dev/null && pwd) || give_up "no directory ${1:-build}: make macro-user"
results=${results:-$directory/results}

# What a run of each mode is made of.
# shellcheck disable=SC2034	# used in bench/macro/user/*.sh
seed=2006 cc=${CC:-gcc} at_once=$(nproc) lua_rounds=12 sqlite_size=5
if [ $quick = 1 ]; then
	lua_orders=${orders:-100} sqlite_orders=${orders:-80} probe_rounds=40 record_runs=15
	kinds=(vanilla null dense sparse)
	redis_requests=5000 redis_processes=6 redis_phases=4 redis_phase_requests=50000
else
	lua_orders=${orders:-500} sqlite_orders=${orders:-400} probe_rounds=120 record_runs=40
	kinds=(vanilla null dense sparse generic)
	# shellcheck disable=SC2034	# used in bench/macro/user/redis.sh
	redis_requests=11000 redis_processes=10 redis_phases=8 redis_phase_requests=100000
fi
processor=${processor:-$((at_once - 1))}
if [ -n "$orders" ] && [ "$orders" -lt $probe_rounds ]; then probe_rounds=$orders; fi
if [ -n "$orders" ] && [ "$orders" -lt $redis_processes ]; then redis_processes=$orders; fi

# ---- what is needed, and the work ----------------------------------------------------------------

missing()
{
	source_missing_packages
	command -v ld.lld >/dev/null || echo lld
	command -v valgrind >/dev/null || echo valgrind
	command -v perf >/dev/null || echo linux-perf
}

has() # PROGRAM
{
	case " ${programs[*]} " in *" $1 "*) ;; *) return 1 ;; esac
}

prepare()
{
	local program kind
	sources_fetch || give_up 'no sources: is there a Debian 12 archive in apt'\''s lists?'
	for program in "${programs[@]}"; do
		source_tree "$program" || give_up "$program: the patch does not apply, or its makefile failed"
		for kind in vanilla dense sparse generic; do
			build "$program" $kind || give_up "$program, $kind: not compiled"
		done
	done
	build_helpers || give_up 'redis-cli, redis-benchmark: not compiled'
}

measure() # PROGRAM ORDERS
{
	say "$1: instructions"
	count_instructions "$1" || give_up "$1: instructions, see $directory/$1.*.log"
	say "$1: time, $2 orders of ${#kinds[@]} kinds"
	time_orders "$1" "$2" || give_up "$1: a run failed, see $directory/$1.log"
	say "$1: off and on"
	time_probes "$1" "$probe_rounds" || give_up "$1: off and on: a run failed"
	record_both "$1" "$record_runs" || say "$1: no recordings: $(head -n 1 "$directory/$1.log")"
}

measure_redis()
{
	say 'redis: instructions'
	redis_instructions "$redis_requests" || give_up "redis: instructions, see $directory/redis.log"
	say 'redis: off and on'
	redis_rates "$redis_processes" "$redis_phases" || give_up "redis: rates, see $directory/redis.log"
	rm -f "${scratch:?}"/*
}

scratch='' server=''
finish()
{
	[ -z "$server" ] || kill "$server" 2>/dev/null
	[ -z "$scratch" ] || rm -rf "$scratch"
}

packages=$(missing | paste -sd ' ')
[ -z "$packages" ] || give_up "packages are missing: apt-get install $packages"
for tool in libmarker.a markctl markdiff bench/interval; do
	[ -e "$build/$tool" ] || give_up "$build/$tool is missing: make macro-user builds it"
done
mkdir -p "$directory" "$results" || exit 1
exec 6>"$directory/lock"
flock -n 6 || give_up "another run is using $directory"
trap finish EXIT
trap 'exit 1' INT TERM
scratch=$(mktemp -d "${TMPDIR:-/tmp}/marker-macro.XXXXXX") || exit 1
start=$SECONDS
prepare
rm -f "$results"/*
for program in "${programs[@]}"; do
	for kind in dense sparse; do count_inlining "$program" $kind; done
done
! has lua || measure lua "$lua_orders"
! has sqlite || measure sqlite "$sqlite_orders"
! has redis || measure_redis
report || give_up 'the results are not whole'
cat "$results/table.txt"
say "done in $((SECONDS - start)) s: $results"
