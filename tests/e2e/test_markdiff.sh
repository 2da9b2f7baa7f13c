#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markdiff from the outside: files it finds by itself, exit statuses, messages, and where it is
# right and perf diff is not (P1 to P8 of Documentation/man/markdiff.1.rst, DIFFERENCES).
#
# usage: test_markdiff.sh [BUILD_DIR]
set -u
# shellcheck source=tests/e2e/begin.sh
. "$(dirname "$0")/begin.sh"
data=$tree/tests/data
corpus=$tree/tests/fuzz/corpus/perfdata

# Runs markdiff; expects an exit status, and words on stderr ("" where it must be silent).
expect() {
	local name=$1 status=$2 words=$3 got
	shift 3
	"$markdiff" "$@" >stdout 2>stderr
	got=$?
	if [ $got != "$status" ]; then
		not_ok "$name (exit status $got, not $status)"
	elif [ -z "$words" ] && [ -s stderr ]; then
		not_ok "$name (says: $(head -n 1 stderr))"
	elif [ -n "$words" ] && ! grep -qF -- "$words" stderr; then
		not_ok "$name (does not say \"$words\": $(head -n 1 stderr))"
	elif [ "$status" != 0 ] && [ "$(wc -l <stderr)" != 1 ]; then
		not_ok "$name (more than a line on stderr)"
	else
		ok "$name"
	fi
}

has() {
	grep -qE -- "$2" stdout && ok "$1" || not_ok "$1 (no line matches $2)"
}

has_not() {
	grep -qE -- "$2" stdout && not_ok "$1 (a line matches $2)" || ok "$1"
}

test_files() {
	cp "$data/small-base.data" perf.data.old
	cp "$data/small-marked.data" perf.data
	expect "no arguments" 0 ""
	has "no arguments: the table" '^ +[0-9.]+% +[-+][0-9.]+%  work'
	mv stdout want
	expect "one argument" 0 "" perf.data
	cmp -s want stdout && ok "one argument: the same table" || not_ok "one argument: another table"
	expect "two arguments" 0 "" perf.data.old perf.data
	cmp -s want stdout && ok "two arguments: the same table" || not_ok "two arguments: another table"
	expect "three arguments" 0 "" -s dso perf.data.old perf.data perf.data.old
	has "three arguments: the list of files" '^#  \[2\] perf.data.old $'
	has "three arguments: numbered columns" 'Baseline/0  Delta Abs/1  Delta Abs/2'
}

test_options() {
	expect "-q" 0 "" -q -s dso perf.data.old perf.data
	has_not "-q: no header" '^#|^$'
	expect "-t" 0 "" -t, -s dso perf.data.old perf.data
	has "-t: no padding (P4)" '^[0-9.]+,[-+][0-9.]+%,work$'
	expect "-b" 0 "" -b -q -s dso perf.data.old perf.data
	"$markdiff" -q -s dso perf.data.old perf.data | sort >all
	sort stdout | comm -23 - all | grep -q . && not_ok "-b: rows differ from those without (P3)" ||
		ok "-b: rows are those without (P3)"
	expect "-q silences -v" 0 "" -v -q -s dso perf.data.old perf.data
	expect "-v" 0 "samples at" -v -s dso perf.data.old perf.data
	sed -e '/^#/d' -e '/^$/d' -e 's/ \+/ /g' stdout >rows
	sed 's/ \+/ /g' all | sort | cmp -s - <(sort rows) && ok "-v: the same rows (P2)" ||
		not_ok "-v: other rows (P2)"
	expect "a file against itself" 0 "" -s dso perf.data perf.data
	has_not "a file against itself: all 0" '[-+][0-9.]*[1-9][0-9.]*%'
	expect "an absent process" 0 "no file has samples of 2000000001 (--pid)" \
		--pid 2000000001 -s dso perf.data.old perf.data
	printf '[diff]\norder = 9\n' >config
	PERF_CONFIG=config expect "a bad config" 2 "numbered 0 to 1" perf.data.old perf.data
	printf '[diff]\ncompute = none\n' >config
	PERF_CONFIG=config expect "a bad config's line" 2 "config:2: diff.compute" perf.data perf.data
	expect "--help" 0 "" --help
	expect "--version" 0 "" --version
}

test_usage() {
	expect "unknown option" 2 "--help" --bogus
	expect "unknown method" 2 "cycles" -c bogus perf.data perf.data
	expect "--cycles-hist without -c cycles" 2 "needs -c cycles" --cycles-hist perf.data perf.data
	expect "weights of 0" 2 "other than 0" -c wdiff:0,1 perf.data perf.data
	expect "unknown key" 2 "keys are dso symbol comm pid" -s bogus perf.data perf.data
	expect "order beyond the files" 2 "numbered 0 to 1" -o 2 perf.data perf.data
	expect "separator ." 2 "numbers have" -t . perf.data perf.data
}

test_unreadable() {
	: >empty
	echo "no recording at all" >text
	mkdir -p nothing
	expect "no such file" 3 "nosuch: cannot be opened" nosuch perf.data
	expect "second file missing" 3 "nosuch: cannot be opened" perf.data nosuch
	expect "empty file" 3 "empty: is empty" empty perf.data
	expect "foreign file" 3 "text: at byte 0: is not a perf.data file" text perf.data
	expect "directory" 3 "nothing: is a directory" nothing perf.data
	expect "device" 3 "neither a file nor a pipe" /dev/null perf.data
	expect "pipe mode" 0 "" "$corpus/pipe.data" perf.data
	expect "compressed" 0 "" "$corpus/compressed.data" perf.data
	expect "half a header" 3 "header" "$corpus/half-header.data" perf.data
	head -c 1500 perf.data | head -c 400 >nosamples
	expect "cut off before a sample" 3 "nosamples: " nosamples perf.data
	expect "killed" 0 "the recording was killed" "$corpus/killed.data" perf.data
	expect "cut off" 0 "the file is cut off" "$corpus/truncated.data" perf.data
	expect "corrupt record" 0 "at byte 1200: warning: a record makes no sense" \
		"$corpus/zero-record.data" perf.data
}

# Branch stacks cannot be recorded everywhere: tests/unit/test_markdiff_cycles.c, _stream.c build them.
test_branches() {
	local option
	for option in "-c cycles" --stream; do
		# shellcheck disable=SC2086
		"$markdiff" $option perf.data perf.data.old >stdout 2>stderr
		check "$option without branch stacks: exit status" equal $? 3
		check "$option without branch stacks: what to do" grep -q "^markdiff: perf.data: .*record with -b$" stderr
	done
}

# Folded stacks: files, standard input, pipes; what is in them is tests/unit/test_markdiff_folded.c.
test_folded() {
	printf 'main;a 10\nmain;b 30\n' >base.folded
	printf 'main;a 20\nmain;b 20\n' >new.txt
	printf 'main;a\n' >broken.collapsed
	expect "folded stacks" 0 "" -t, base.folded new.txt
	has "folded stacks: the event" "^# Event 'samples'$"
	has "folded stacks: symbols alone" '^25.00,\+25.00%,\[\.\] a$'
	expect "folded stacks, other keys" 0 "" -q -t, -s dso base.folded new.txt
	has "folded stacks have no dso" '^100.00,\+0.00%,\[unknown\]$'
	expect "folded stacks from standard input" 0 "" -q -t, base.folded - <new.txt
	has "folded stacks from standard input: the table" '^25.00,\+25.00%,\[\.\] a$'
	expect "folded stacks from pipes" 0 "" -q -t, <(cat base.folded) <(cat new.txt)
	has "folded stacks from pipes: the table" '^25.00,\+25.00%,\[\.\] a$'
	expect "two counts from standard input" 0 "" -q -t, - < <(printf 'main;a 10 20\nmain;b 30 20\n')
	has "two counts from standard input: the table" '^25.00,\+25.00%,\[\.\] a$'
	expect "a recording from a pipe" 0 "" -q -s dso <(cat perf.data) perf.data
	expect "folded stacks and a recording" 0 "" -q base.folded perf.data
	expect "folded stacks without a count" 3 "broken.collapsed: line 1: does not end in a count" \
		base.folded broken.collapsed
	expect "--children of folded stacks" 0 "" -q -t, --children base.folded new.txt
	has "--children of folded stacks: the root" '^100.00,\+0.00%,0.00,\+0.00%,\[\.\] main$'
	expect "--children without call chains" 3 "perf.data: has no call chains, which --children needs" \
		--children base.folded perf.data
}

# Every kind of damage ends in a status of ours, never in a signal.
test_damage() {
	local i size bad=0
	size=$(stat -c %s perf.data)
	for ((i = 0; i < 60; i++)); do
		cp perf.data damaged
		printf '\377\0\377\177\1\200\0\377' |
			dd of=damaged bs=1 seek=$((i * size / 60)) conv=notrunc status=none
		"$markdiff" -s dso damaged perf.data >/dev/null 2>&1
		case $? in 0 | 3) ;; *) bad=$((bad + 1)) ;; esac
	done
	[ $bad = 0 ] && ok "60 damaged files" || not_ok "60 damaged files ($bad ended otherwise)"
}

test_recorded() {
	local reason v
	if ! reason=$(perf record -q -e cpu-clock -o try.data true 2>&1); then
		skip "recordings" "perf record: $(echo "$reason" | head -n 1)"
		return
	fi
	for v in base: marked:-DMARKED; do
		mkdir -p "${v%%:*}"
		gcc -O2 ${v#*:} -o "${v%%:*}/work" "$data/work.c" || { not_ok "build"; return; }
		perf record -q -F 2000 -e cpu-clock -o "${v%%:*}.data" "${v%%:*}/work" 5000
		perf record -q -F 2000 -e cpu-clock:u -e cpu-clock:k -o "uk-${v%%:*}.data" \
			dd if=/dev/zero of=/dev/null bs=4k count=100000 2>/dev/null
	done
	perf record -q -F 2000 -e task-clock -o other.data base/work 500
	expect "-S of a name in hexadecimal (P1)" 0 "" -q -S f2 base.data marked.data
	has "-S of a name in hexadecimal: its row (P1)" '%  work$'
	expect "user and kernel events (P6)" 0 "" -q uk-base.data uk-marked.data
	has "kernel rows have pairs (P6)" '%  +[-+][0-9.]+%  \[kernel\.kallsyms\]'
	expect "no event in common (P7)" 3 "no event in common" base.data other.data
	expect "other name of the program" 0 "" -q -s symbol base.data marked.data
	has "the new symbol" '^ +\+[0-9.]+%  \[\.\] mark$'
}

# Overloads are told apart by what they take.
test_overloads() {
	local reason
	reason=$(perf record -q -e cpu-clock -o try.data true 2>&1) || {
		skip "overloads" "perf record: $(echo "$reason" | head -n 1)"
		return
	}
	cat >over.cc <<-EOF
		volatile int out;
		__attribute__((noinline)) void f(int n) { while (n--) out = n; }
		__attribute__((noinline)) void f(int n, char c) { while (n--) out = n + c; }
		int main() { f(100000000); f(100000000, 'c'); }
	EOF
	g++ -O2 -o over over.cc || { not_ok "build"; return; }
	perf record -q -F 2000 -e cpu-clock -o over.data ./over
	expect "-S of an overload" 0 "" -q -t, -s symbol -S 'f(int, char)' over.data over.data
	[ "$(wc -l <stdout)" = 1 ] && ok "-S of an overload: one row" || not_ok "-S of an overload" stdout
	expect "-S of all overloads" 0 "" -q -t, -s symbol -S f over.data over.data
	[ "$(wc -l <stdout)" = 2 ] && ok "-S of all overloads: two rows" ||
		not_ok "-S of all overloads" stdout
}

test_files
test_options
test_overloads
test_usage
test_unreadable
test_branches
test_folded
test_damage
test_recorded
exit $failed
