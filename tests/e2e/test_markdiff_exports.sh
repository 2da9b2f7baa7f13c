#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What markdiff writes for other programs: folded stacks with two columns, and profiles that pprof
# reads.  usage: test_markdiff_exports.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/markdiff.sh
. "$(dirname "$0")/markdiff.sh"
export PPROF_TMPDIR=$dir

no_pprof=
"$markdiff" --help >/dev/null || exit 1
if "$markdiff" --pprof=x absent absent 2>&1 | grep -q 'left out'; then
	no_pprof="this build has no protobuf-c"
elif ! go tool pprof -h 2>&1 | grep -q diff_base; then
	no_pprof="no go tool pprof; install golang-go"
fi

chains() # FILE PROGRAM FUNCTION<CALLER...=PERIOD...
{
	local file=$1
	shift
	{
		echo chains
		echo "$event"
		process 10 "$@"
	} | write_data "$file"
}

folded() # NAME ARGUMENT... <LINES: --folded must print these
{
	local name=$1 status
	shift
	cat >want
	"$markdiff" --folded "$@" >got 2>stderr
	status=$?
	if [ $status = 0 ] && diff want got >difference; then
		ok "$name"
	else
		not_ok "$name (exit status $status)" difference stderr
	fi
}

# What pprof says: flat and cumulative value, and name, of all that it shows.
top() # PPROF-OPTION... FILE
{
	go tool pprof -top -unit=ns -nodefraction=0 -edgefraction=0 "$@" 2>pprof.err |
		awk 'begun { gsub("ns", ""); print $1, $4, $6 } $1 == "flat" { begun = 1 }' | sort -k3
}

pprof_is() # NAME PPROF-OPTION... FILE <ROWS
{
	local name=$1
	shift
	sort -k3 >want
	top "$@" >got
	diff want got >difference
	verdict "$name" $? difference pprof.err
}

test_folded()
{
	folded "stacks of both sides" base.data new.data <<-END
	main 0 5
	main;gone 4 0
	main;work 10 8
	main;work;leaf 30 45
	main;work;leaf;leaf 2 2
	END
	folded "-S: of what samples fell in" -S work,gone base.data new.data <<-END
	main;gone 4 0
	main;work 10 8
	END
	folded "--time" --time=0.000000010,0.000000011 base.data base.data <<-END
	main;work 10 10
	main;work;leaf 30 30
	END
	folded "-C: none" -C other base.data new.data </dev/null
	"$markdiff" --folded=two.folded -q -p -c wdiff:1,1 -s sym --children base.data new.data >table.1
	check "--folded=FILE: the table is printed, too" test -s table.1
	"$markdiff" -q -p -c wdiff:1,1 -s sym --children two.folded >table.2
	check "what is written reads as the same figures" diff table.1 table.2
	folded "and is written again as it was" two.folded <two.folded
	folded "without call chains: a frame a line" flat.data flat.data <<-END
	leaf 3 3
	work 4 4
	END
	expect "one file without call chains" 0 'flat.data has no call chains.*record it with -g' \
		--folded base.data flat.data
	check "then all stacks are one frame" diff - stdout <<-END
	gone 4 0
	leaf 32 3
	work 10 4
	END
	expect "-q: says nothing" 0 "" --folded -q base.data flat.data
}

test_events()
{
	local file
	for file in a b; do
		{
			printf 'chains\nevent 1 0 0 cpu-clock\nevent 1 2 0 page-faults\n'
			process 10 base/x 'leaf<main=7'
			process 11 base/x 'leaf<main=9' | sed 's/^sample 0/sample 1/'
		} | write_data events-$file.data
	done
	expect "several events: the first, and that is said" 0 \
		'of the event cpu-clock; for another \(page-faults\)' --folded events-a.data events-b.data
	check "the first one's stacks" grep -qx 'main;leaf 7 7' stdout
	expect "--export-event: nothing to say" 0 "" --folded --export-event=page-faults \
		events-a.data events-b.data
	check "the named one's stacks" grep -qx 'main;leaf 9 9' stdout
	expect "an event that is not there" 3 "no event 'cycles' on both sides; they have cpu-clock, page-faults" \
		--folded --export-event=cycles events-a.data events-b.data
}

test_errors()
{
	expect "three files" 2 'two sides, but there are 3 files' --folded base.data new.data base.data
	expect "no room" 3 'dev/full cannot be written: No space' --folded=/dev/full base.data new.data
	expect "a file that cannot be made" 3 '--folded: absent/x cannot be written: No such file' \
		--folded=absent/x base.data new.data
	[ -n "$no_pprof" ] && return
	expect "a profile that cannot be made" 3 '--pprof: absent/x cannot be written: No such file' \
		--pprof=absent/x base.data new.data
}

test_pprof()
{
	if [ -n "$no_pprof" ]; then
		skip "profiles" "$no_pprof"
		return
	fi
	expect "--pprof" 0 "" -q --pprof=both.pb.gz base.data new.data
	check "the table is printed, too" test -s stdout
	pprof_is "pprof: base" -sample_index=base both.pb.gz <<-END
	0 46 main
	4 4 gone
	10 42 work
	32 32 leaf
	END
	pprof_is "pprof: new is shown unless told" both.pb.gz <<-END
	5 60 main
	8 55 work
	47 47 leaf
	END
	"$markdiff" --pprof=base.pb.gz,new.pb.gz -q base.data new.data >/dev/null
	pprof_is "pprof -diff_base, of two profiles" -diff_base=base.pb.gz new.pb.gz <<-END
	5 14 main
	-4 -4 gone
	-2 13 work
	15 15 leaf
	END
	go tool pprof -raw both.pb.gz >raw 2>pprof.err
	check "mappings have build-ids" grep -qE "base/x $(build_id base/x)( |\$)" raw
	check "of both builds" grep -qE "new/x $(build_id new/x)( |\$)" raw
	check "there are no others" test "$(grep -cE '^[0-9]+: 0x.*/x [0-9a-f]{40}' raw)" = 2
	check "types have units" grep -qF 'base/nanoseconds new/nanoseconds[dflt]' raw
	check "comments say of what it is" grep -q 'Comment: base: base.data: cpu-clock' raw
	"$markdiff" --pprof=- -q base.data new.data >pipe.pb.gz
	check "to standard output, the same bytes" cmp pipe.pb.gz both.pb.gz
	"$markdiff" --pprof=same.pb.gz -q base.data base.data >/dev/null
	go tool pprof -traces same.pb.gz >traces 2>pprof.err
	check "-traces: a stack of one build is one sample" test "$(grep -cE '^ +[0-9.]+n?s? +[a-z]' traces)" = 4
	"$markdiff" --pprof=folded.pb.gz -q two.folded >/dev/null
	pprof_is "a profile of folded stacks" folded.pb.gz <<-END
	5 60 main
	8 55 work
	47 47 leaf
	END
}

# The period of all samples, which have call chains.
period() # FILE
{
	perf script -F period -i "$1" 2>/dev/null | awk '{ s += $1 } END { printf "%d\n", s }'
}

# Recordings of this machine, with debug information and code that was inlined in one build.
test_recorded()
{
	local i
	if ! can_record; then
		skip "recordings" "perf record: $(head -n 1 reason)"
		return
	fi
	cat >work.c <<-END
	#include <stdlib.h>
	volatile unsigned long sink;
	/* A function that calls nothing has no frame, and hides its caller. */
	__attribute__((noinline)) void nothing(void)
	{
		sink++;
	}
	INLINED void hot(long n)
	{
		for (long i = 0; i < n; i++)
			sink += i * i;
		nothing();
	}
	__attribute__((noinline)) void outer(long n)
	{
		hot(n);
		nothing();
	}
	int main(void)
	{
		for (int i = 0; i < 4000; i++)
			outer(20000);
		return 0;
	}
	END
	for i in 'noinline))' 'always_inline)) inline'; do
		gcc -g -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls \
			-DINLINED="__attribute__(($i" -o "${i%%)*}" work.c || not_ok "build ${i%%)*}"
		i=${i%%)*}
		perf record -q -g -F 4000 -e cpu-clock:u -o $i.data ./$i 2>reason || not_ok "record $i" reason
	done
	"$markdiff" --folded -q noinline.data always_inline.data >got
	check "the sum of the stacks is that of the samples" equal \
		"$(awk '{ a += $(NF - 1); b += $NF } END { printf "%d %d\n", a, b }' got)" \
		"$(period noinline.data) $(period always_inline.data)"
	"$markdiff" --folded -q --inline noinline.data always_inline.data >got
	check "--inline: hot is below outer in both" awk '
		/;main;outer;hot/ { a += $(NF - 1); b += $NF } END { exit !(a > 0 && b > 0) }' got
	[ -z "$no_pprof" ] || return
	"$markdiff" --pprof=both.pb.gz --inline -q noinline.data always_inline.data >/dev/null
	go tool pprof -raw both.pb.gz >raw 2>pprof.err
	check "pprof: an inlined function has a line of its own, in its caller's location" \
		grep -A1 -E ' hot .*/?work.c:[0-9]+ ' raw
	check "and its caller comes next" eval 'grep -A1 "^ *[0-9]*: .* hot .*work.c:" raw | grep -qE "^ +outer .*work.c:16 "'
	check "a time and a duration" eval 'grep -q "^Time: 20" raw && grep -q "^Duration: [0-9]" raw'
}

program base/x <<<"void main(void) {} void work(void) {} void leaf(void) {} void gone(void) {}"
program new/x <<<"void pad(void) {} void main(void) {} void leaf(void) {} void work(void) {}"
chains base.data base/x 'leaf<work<main=30' 'work<main=10' 'gone<main=4' 'leaf<leaf<work<main=2'
chains new.data new/x 'leaf<work<main=45' 'work<main=8' 'main=5' 'leaf<leaf<work<main=2'
data flat.data base/x leaf=3 work=4
test_folded
test_events
test_errors
test_pprof
test_recorded
exit $failed
