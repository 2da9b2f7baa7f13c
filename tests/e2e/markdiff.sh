# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# markdiff.sh - what the tests of markdiff share; to be sourced, by bash, with $1 the build directory
#
# The programs need not run: a recording is written (recording.c) that has samples in their
# functions, as many as the test says, so each figure of a table is known.
#
#	program FILE [GCC-OPTION...] <SOURCE	a program with these functions; C, or with -x c++
#	process PID FILE FUNCTION=PERIOD...	prints what a recording has of it, for write_data
#	write_data FILE <TEXT			a recording, see recording.c
#	data FILE PROGRAM FUNCTION=PERIOD...	a recording of one process
#	table NAME ARGUMENT... <ROWS		markdiff -q must print these rows; blanks do not count
#	expect NAME STATUS WORDS ARGUMENT...	its exit status, and words on stderr ("": silence)
#	has NAME REGEX, has_not NAME REGEX	on stdout of the last expect
#
# A function is NAME, or NAME@2 for the second one of this name; NAME+16 is 16 bytes into it, and
# NAME<CALLER<CALLER is the call chain of a sample, where the recording has chains.

# shellcheck source=tests/e2e/begin.sh
. "$(dirname "${BASH_SOURCE[0]}")/begin.sh"
recording=$build/tests/e2e/recording
corpus=$tree/tests/fuzz/corpus/perfdata
[ -x "$recording" ] || { echo "not ok - $recording is missing: make test-programs"; exit 1; }

# No symbols but those that a test puts somewhere.
export HOME=$dir
unset XDG_CACHE_HOME PERF_BUILDID_DIR DEBUGINFOD_CACHE_PATH PERF_CONFIG PAGER

event='event 1 0 0 cpu-clock'
load=0x400000

# Offsets are addresses in it, and one mapping has all of it.
program() # FILE [GCC-OPTION...]
{
	local file=$1
	shift
	mkdir -p "$(dirname "$file")"
	cat >"$file.src"
	[ $# -gt 0 ] || set -- -x c
	gcc -O0 -shared -fPIC -nostdlib -fno-asynchronous-unwind-tables -Wl,--build-id=sha1 \
		-Wl,-z,noseparate-code -o "$file" "$@" "$file.src" || not_ok "build $file"
	rm -f "$file.src"
}

build_id() # FILE
{
	readelf -n "$1" 2>/dev/null | sed -n 's/.*Build ID: //p'
}

address() # FILE FUNCTION[@N][+OFFSET]: where it is when the program is loaded; inside, unless told
{
	local at name=${2%%[@+]*} nth=1 offset=1
	[[ $2 != *@* ]] || nth=${2#*@}
	[[ $2 != *+* ]] || offset=${2#*+}
	at=$(nm "$1" | awk -v name="$name" -v nth="$nth" '$3 == name && ++seen == nth { print $1 }')
	[ -n "$at" ] || not_ok "$1 has no $2" >&2
	printf '%#x' $((load + 0x$at + offset))
}

callers() # FILE FUNCTION<CALLER...
{
	local rest=$2
	while [[ $rest = *"<"* ]]; do
		rest=${rest#*<}
		printf ' %s' "$(address "$1" "${rest%%<*}")"
	done
}

# The path that is recorded is below $dir; as= gives another, id= another build-id ("-": none).
process() # PID FILE FUNCTION=PERIOD...
{
	local pid=$1 file=$2 hit time=10 chain
	shift 2
	echo "comm $pid $pid 1 ${file##*/}"
	echo "mmap2 $pid 1 $load 0x100000 0 ${id:-$(build_id "$file")} ${as:-$dir/$file}"
	for hit in "$@"; do
		chain=${hit%=*}
		echo "sample 0 $pid $((time++)) $(address "$file" "${chain%%<*}") ${hit##*=} 2$(callers "$file" "$chain")"
	done
}

write_data() # FILE
{
	"$recording" "$1" || not_ok "write $1"
}

data() # FILE PROGRAM FUNCTION=PERIOD...
{
	local file=$1
	shift
	{
		echo "$event"
		process 10 "$@"
	} | write_data "$file"
}

squeeze() # one blank between columns, none at the ends
{
	sed -e 's/[ \t]\+/ /g' -e 's/^ //' -e 's/ $//'
}

table() # NAME ARGUMENT... <ROWS
{
	local name=$1 status
	shift
	squeeze >want
	"$markdiff" -q "$@" >stdout 2>stderr
	status=$?
	squeeze <stdout >got
	if [ $status != 0 ]; then
		not_ok "$name (exit status $status)" stderr
	elif diff want got >difference; then
		ok "$name"
	else
		not_ok "$name" difference stderr
	fi
}

expect() # NAME STATUS WORDS ARGUMENT...
{
	local name=$1 status=$2 words=$3 got
	shift 3
	"$markdiff" "$@" >stdout 2>stderr
	got=$?
	if [ $got != "$status" ]; then
		not_ok "$name (exit status $got, not $status)" stderr
	elif [ -z "$words" ] && [ -s stderr ]; then
		not_ok "$name (not silent)" stderr
	elif ! grep -qE -- "${words:-^}" stderr && [ -n "$words" ]; then
		not_ok "$name (does not say \"$words\")" stderr
	else
		ok "$name"
	fi
}

has() # NAME REGEX
{
	grep -qE -- "$2" stdout
	verdict "$1" $? stdout
}

has_not() # NAME REGEX
{
	! grep -qE -- "$2" stdout
	verdict "$1" $? stdout
}

# Whether this machine records; perf's reason where it does not.
can_record()
{
	perf record -q -e cpu-clock -o try.data true 2>reason
}
