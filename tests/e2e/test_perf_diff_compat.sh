#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff --perf-compat prints what perf diff prints: every byte, header and padding included.
#
# usage: test_perf_diff_compat.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
maps=()
trap 'rm -rf "$dir" "${maps[@]}"' EXIT
export PERF_CONFIG=/dev/null

same() # NAME ARGUMENTS...
{
	local name=$1
	shift
	perf diff "$@" >want 2>/dev/null
	"$markdiff" --perf-compat "$@" >got 2>stderr
	if [ -s want ] && cmp -s want got; then
		ok "$name ($(wc -l <want) lines)"
	else
		diff want got | cat -A | cut -c 1-160 >diff
		not_ok "$name" diff stderr
	fi
}

# Two static functions and two overloads of one name each.
write_namesakes()
{
	cat >namesakes.h <<'EOF'
extern volatile unsigned long sink;
void one(int), two(int);
EOF
	cat >one.cc <<'EOF'
#include "namesakes.h"
volatile unsigned long sink;
__attribute__((noinline)) static void helper(int n) { for (int i = 0; i < n; i++) sink = sink * 3 + i; }
void one(int n) { helper(n); }
EOF
	cat >two.cc <<'EOF'
#include "namesakes.h"
__attribute__((noinline)) static void helper(int n) { for (int i = 0; i < n; i++) sink = sink * 5 + i; }
__attribute__((noinline)) void work(int n) { for (int i = 0; i < n; i++) sink = sink * 7 + i; }
__attribute__((noinline)) void work(long n) { for (int i = 0; i < n; i++) sink = sink * 9 + i; }
void two(int n) { helper(n); }
int main(void) { for (int i = 0; i < 200; i++) { one(100000 * WEIGHT); two(100000); work(100000); work(100000L * WEIGHT); } }
EOF
}

# A function with a name of 1200 bytes, as templates and Go's generated ones have.
write_long_name()
{
	cat >long.c <<EOF
volatile unsigned long sink;
__attribute__((noinline)) static void $(printf '%01200d' 0 | tr 0 n)(int n)
{
	for (int i = 0; i < n; i++)
		sink = sink * 3 + i;
}
int main(void) { $(printf '%01200d' 0 | tr 0 n)(100000000); }
EOF
}

# Code that a program makes at run time, and says in /tmp/perf-PID.map.
write_jit()
{
	cat >jit.c <<'EOF'
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* loop: dec edi; jnz loop; ret */
static const unsigned char code[] = { 0xff, 0xcf, 0x75, 0xfc, 0xc3 };

int main(void)
{
	char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	char path[64];
	FILE *map;

	memcpy(at, code, sizeof(code));
	sprintf(path, "/tmp/perf-%d.map", getpid());
	map = fopen(path, "w");
	fprintf(map, "%lx 40 made_here\n", (long)at);
	fclose(map);
	puts(path);
	((void (*)(int))at)(300000000);
	return 0;
}
EOF
}

build_all()
{
	local v
	for v in base: swapped:-DSWAPPED marked:-DMARKED; do
		mkdir -p "${v%%:*}"
		gcc -O2 ${v#*:} -o "${v%%:*}/work" "$tree/tests/data/work.c" || return 1
	done
	write_namesakes
	for v in 1 3; do
		mkdir -p "n$v"
		g++ -O1 -DWEIGHT=$v -o "n$v/namesakes" one.cc two.cc || return 1
	done
	write_jit
	gcc -O1 -o jit jit.c || return 1
	gcc -O2 -s -DSTRIPPED -o bare "$tree/tests/data/work.c" || return 1
	write_long_name
	gcc -O1 -o long long.c
}

record() # OUT OPTIONS... -- PROGRAM...
{
	local out=$1
	shift
	perf record -q -F 2000 -o "$out" "$@" 2>/dev/null
}

record_all()
{
	local v
	for v in base marked swapped; do
		record $v.data -e cpu-clock -- $v/work 2500 >/dev/null || return 1
	done
	for v in base marked; do
		record two-$v.data -e cpu-clock,task-clock -- $v/work 1500 >/dev/null || return 1
		record uk-$v.data -e cpu-clock:u -e cpu-clock:k -- dd if=/dev/zero of=/dev/null bs=4k count=100000
		record ids-$v.data --buildid-mmap -g -e cpu-clock -- $v/work 1500 >/dev/null
		record wide-$v.data -a -e cpu-clock -- $v/work 1500 >/dev/null
	done
	for v in 1 3; do
		record names-$v.data -e cpu-clock -- n$v/namesakes || return 1
		if [ "$(uname -m)" = x86_64 ]; then
			maps+=("$(record jit-$v.data -e cpu-clock -- ./jit)")
		fi
	done
	record bare-1.data -e cpu-clock:u -- ./bare 1500 >/dev/null || return 1
	record bare-2.data -e cpu-clock:u -- ./bare 2500 >/dev/null || return 1
	record long.data -e cpu-clock -- ./long || return 1
	perf record -q -e sched:sched_switch,raw_syscalls:sys_enter -o traced.data \
		sh -c 'ls -l /usr/bin; true' >/dev/null 2>why
	record other.data -e task-clock -- base/work 500 >/dev/null
	record tiny.data -e cpu-clock -- true
}

tables()
{
	local o
	while read -r o; do
		# shellcheck disable=SC2086 # options are words
		same "two files${o:+, $o}" $o base.data marked.data
		same "three files, -t,${o:+ $o}" -t, $o base.data marked.data swapped.data
	done <<'EOF'

-q
-p
-F
-b
-b -p -F
-o 0
-c delta
-c ratio -p
-c wdiff:3,-2 -F
-c wdiff:1,1
-s dso
-s symbol
-s comm,dso
-s comm,dso,symbol
-d work
-d work,libc.so.6
-S main,mark
-C work
-d work --percentage relative
EOF
}

kinds()
{
	same "two files, -t," -t, base.data marked.data
	same "three files" base.data marked.data swapped.data
	same "three files, -c wdiff:3,-2 -F" -c wdiff:3,-2 -F base.data marked.data swapped.data
	same "a blank as separator" -t ' ' -p base.data marked.data
	same "a letter as separator" -t o -p base.data marked.data
	same "two events" two-base.data two-marked.data
	same "an event more" two-base.data base.data
	same "user and kernel events" uk-base.data uk-marked.data
	same "system-wide, with a table of the dummy event" wide-base.data wide-marked.data
	same "system-wide, -t," -t, wide-base.data wide-marked.data
	same "system-wide and one program" wide-base.data marked.data
	same "build-ids in the maps" ids-base.data ids-marked.data
	same "no event in common" base.data other.data
	same "next to nothing sampled" tiny.data marked.data
	same "static functions and overloads of one name" names-1.data names-3.data
	same "static functions and overloads of one name, -s symbol" -s symbol names-1.data names-3.data
	same "addresses without symbols" bare-1.data bare-2.data
	same "addresses without symbols, -t," -t, bare-1.data bare-2.data
	same "addresses without symbols, -d" -d bare,libc.so.6 bare-1.data bare-2.data
	same "a name longer than perf's titles" base.data long.data
	same "a name longer than perf's titles, -t," -t, base.data long.data
	if [ -s traced.data ]; then
		same "fields of tracepoints, the last column" -s comm,trace traced.data traced.data
		same "fields of tracepoints, not the last" -s trace,comm traced.data traced.data
		same "fields of tracepoints, -t," -t , -s trace traced.data traced.data
	else
		skip "fields of tracepoints" "perf record: no tracepoints: $(head -n 1 why)"
	fi
	if [ -s jit-3.data ]; then
		same "code made at run time" jit-1.data jit-3.data
	else
		skip "code made at run time" "the program has x86-64 code"
	fi
}

# The remarks that markdiff would make otherwise are left out, on stdout.
no_remarks()
{
	"$markdiff" --perf-compat base.data other.data 2>/dev/null | grep '^#' | grep -vE '^#( Event.*| Baseline.*| \.\..*|)$'
}

if ! reason=$(perf record -q -e cpu-clock -o try.data true 2>&1); then
	skip "perf diff's output" "perf record: $(echo "$reason" | head -n 1)"
	exit $failed
fi
if ! build_all || ! record_all; then
	not_ok "build and record"
	exit 1
fi
tables
kinds
silent "no remarks" no_remarks
exit $failed
