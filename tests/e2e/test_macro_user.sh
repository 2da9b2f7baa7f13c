#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# bench/macro/user.sh: what it makes of results that are known, which functions it finds inlined otherwise,
# and that its marked lines compile in each set.  No source is downloaded and no time taken; where a
# run has left Lua's source behind, its patch must apply.
#
# usage: test_macro_user.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
user=$tree/bench/macro/user
interval=$build/bench/interval

"$tree/bench/macro/user.sh" -n many "$build" >stdout 2>stderr
check "usage: status" equal $? 2
check "usage: one line" equal "$(cut -c -43 stderr)" "usage: bench/macro/user.sh [-q|--quick] [-d"

mkdir bin
for tool in bash dirname realpath mkdir nproc paste; do ln -s "$(command -v $tool)" bin/$tool; done
PATH=$dir/bin "$tree/bench/macro/user.sh" -d here "$build" >stdout 2>stderr
check "without tools: status" equal $? 1
check "without tools: what to do" grep -q 'packages are missing: apt-get install dpkg-dev tcl patch lld valgrind' stderr

# ---- intervals -----------------------------------------------------------------------------------

printf 'a\t1\nb\t7\na\t3\n' | "$interval" >out
check "means of groups, in the order of the first lines" equal "$(cut -f 1-3 out | tr '\t\n' ' ;')" "a 2 2;b 1 7;"
printf 'a\t1\na\tnan\n' | "$interval" >out 2>err
check "no number: status" equal $? 1
check "no number: which line" equal "$(cat err)" "interval: line 2 of standard input is not NAME<tab>VALUE"
for i in $(seq 65); do printf 'n%d\t1\n' "$i"; done | "$interval" >out 2>err
check "too many names: which line" equal "$? $(cat err)" \
	"1 interval: line 65 of standard input has one name more than 64"

# ---- figures of known results --------------------------------------------------------------------

# Twenty orders: off is 1 % slower than vanilla in each, vanilla is itself; the second run was disturbed.
for order in $(seq 20); do
	base=$((50000000 + order * 100000))
	printf 'lua\t%d\t%s\t%d\t%d\n' "$order" vanilla 0 $base "$order" null 0 $((base + (order % 2 * 2 - 1) * 1000)) \
		"$order" dense 0 $((base * 101 / 100)) "$order" vanilla 1 $((base * 2)) "$order" dense 1 $((base * 3))
done >lua.orders
printf 'lua\tdense\tcount\t1000000\nlua\tdense\twork\t2500000\n' >lua.hits
printf 'lua\tvanilla\t1\t100000000\nlua\tvanilla\t2\t100000000\nlua\tdense\t1\t101050000\nlua\tdense\t2\t101050000\n' \
	>lua.instructions
for round in $(seq 10); do
	printf 'lua\t%d\t%s\t0\t%d\n' "$round" off 50000000 "$round" count 60000000
done >lua.probes
: >lua.dense.inlining
figures() # INLINING
{
	awk -f "$user/exact.awk" lua.hits lua.instructions "$1" &&
		awk -f "$user/pairs.awk" lua.hits lua.orders lua.probes | "$interval"
}
figures lua.dense.inlining >figures
figure() # NAME: its middle
{
	awk -F '\t' -v name="$1" '$1 == name { printf "%.3f", $3 }' figures
}
check "off against vanilla, of the faster runs" equal "$(figure 'lua|dense|off_percent')" 0.995
check "on against off" equal "$(figure 'lua|count|on_percent')" 18.232
check "a hit" equal "$(figure 'lua|count|on_hit_ns')" 4.000
check "instructions of a site" equal "$(figure 'lua|dense|instructions_per_site')" 1.050
awk -f "$user/table.awk" figures >table
check "a difference is told with its interval" grep -qE '^lua +dense .* \[\+1\.00, \+1\.00\] +\+1\.00 \+-0\.00' table
check "no difference is told as a bound" grep -qE '^lua +\(null\) .*not told from 0: at most \+0\.0' table
check "M1 is missed" grep -qE '^M1 +lua .*at most \+1\.00 % \(goal 0\.30\).* null contains 0: short$' table
check "M2 is reached" grep -qE '^M2 +lua .*1\.050 instructions .*0 functions, 0 calls: ok$' table
printf 'lua\tdense\tcalls\t< a.o f g\n' >lua.dense.inlining
figures lua.dense.inlining >figures
awk -f "$user/table.awk" figures >table
check "M2 is missed when a call is inlined" grep -qE '^M2 +lua .*0 functions, 1 calls: short$' table
printf 'lua\t1\tvanilla\t0\t\n' >lua.orders
awk -f "$user/pairs.awk" lua.orders >out 2>err
check "a run without a time: status" equal $? 1
check "a run without a time: where" equal "$(cat err)" "lua.orders:1: not a run"

# 4000 requests of 5000 instructions and 20 sites, and 88000 instructions more; starting hits 777.
printf 'redis\tdense\t0\t777\nredis\tdense\t4000\t80777\n' >redis.hits
printf 'redis\t%s\t%d\t%d\t4000\n' vanilla 1 20000000 vanilla 2 20000000 dense 1 20088000 dense 2 20088000 \
	>redis.instructions
awk -f "$user/exact.awk" redis.hits redis.instructions >figures
check "redis: sites of a request" equal "$(figure 'redis|dense|sites_per_request')" 20.000
check "redis: instructions of a request" equal "$(figure 'redis|vanilla|instructions_per_request')" 5000.000
check "redis: instructions of a site" equal "$(figure 'redis|dense|instructions_per_site')" 1.100

# Two processes of one quad each: 12 % and 8 % more.
printf 'redis\t%d\t0\t%s\t1000\t%d\t2000000\n' 1 off 1000000 1 count 1127497 1 count 1127497 1 off 1000000 \
	2 off 1000000 2 count 1083287 2 count 1083287 2 off 1000000 >redis.probes
awk -f "$user/pairs.awk" redis.probes | "$interval" >figures
check "redis: processes are values" equal "$(figure 'redis|count|on_percent')" 10.000
check "redis: requests a second" equal "$(figure 'redis|off|requests_per_s')" 500000.000

# ---- orders --------------------------------------------------------------------------------------

seq 100 >functions
awk -v seed=1 -f "$user/order.awk" functions >one
awk -v seed=1 -f "$user/order.awk" functions >again
awk -v seed=2 -f "$user/order.awk" functions >two
check "an order is that of its seed" cmp one again
check "another seed, another order" test "$(paste one two | awk '$1 == $2' | wc -l)" -lt 10
check "no function is lost" cmp <(sort -n one) functions

# ---- what is inlined otherwise -------------------------------------------------------------------

cat >calls.c <<-'END'
	int outside(int);
	static __attribute__((noinline)) int apart(int x) { return outside(x) + 1; }
	static inline int inlined(int x) { return outside(x) + 2; }
	int both(int x) { return apart(x) * inlined(x); }
END
gcc -O2 -ffunction-sections -c calls.c -o calls.o
readelf -rW calls.o calls.o | awk -f "$user/calls.awk" | sort -u >calls
check "calls by relocations" equal "$(cut -d ' ' -f 2- calls | tr '\n' ';')" "apart outside;both apart;both outside;"

# ---- the marked lines ----------------------------------------------------------------------------

cat >marked.c <<-'END'
	int f(int x);
	int f(int x)
	{
		MARK_SPARSE(often, "x %d", x);
		MARK_DENSE(seldom, "x %d", x);
		return x;
	}
END
sites() # FLAG...
{
	gcc -O2 -I"$tree" -include "$user/sets.h" "$@" -c marked.c -o marked.o &&
		"$build/markctl" list marked.o 2>/dev/null | awk 'NR > 1 { printf "%s %s;", $1, $2 }'
}
check "dense" equal "$(sites)" "often jump;seldom jump;"
check "sparse" equal "$(sites -DMACRO_SPARSE)" "often jump;"
check "generic" equal "$(sites -DMACRO_GENERIC)" "often generic;seldom generic;"
check "vanilla" equal "$(sites -DMARKER_DISABLE)" ""
for program in lua sqlite redis; do
	lines=$(grep -cE '^\+ +MARK_(DENSE|SPARSE)\([a-z_]+, "' "$user/$program.patch")
	check "$program: marked lines and nothing else" equal "$(grep -c '^+[^+]' "$user/$program.patch") 0" \
		"$lines $(grep -c '^-[^-]' "$user/$program.patch")"
	check "$program: 35 to 40 of them" test "$lines" -ge 35 -a "$lines" -le 40
	source=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/marker/macro-user/source/$program
	if [ -d "$source" ]; then
		check "$program: the patch applies" patch -s -p1 --dry-run -d "$source" <"$user/$program.patch"
	else
		echo "# make macro-user applies the patch of $program: no source in $source"
	fi
done
exit $failed
