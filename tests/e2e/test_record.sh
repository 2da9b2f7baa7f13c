#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The probe "record": what is recorded is there, whatever happens.   usage: test_record.sh BUILD_DIR
#
# The programs are in tests/record, each with what it is for.  babeltrace2 reads their traces, and so does
# check.c, which knows the bytes.  MARKER_LONG=1: more of everything.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
unset MARKER_ENABLE
. tests/report.sh
build=$(realpath "$1") || exit 1
src=tests/record
work=$(mktemp -d) || exit 1
chmod 755 "$work"
mounted=
trap '[ -z "$mounted" ] || umount "$mounted"; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM
flags='-O2 -g -Wall -Wextra -Werror -Wno-unused-parameter -D_GNU_SOURCE -std=gnu11 -I.'
libs="-L$build -lmarker -Wl,-rpath,$build -lpthread -ldl"
long=${MARKER_LONG:-}
kills=${long:+200} kills=${kills:-20}
many=${long:+10000} many=${many:-1000}
forks=${long:+2000} forks=${forks:-60}
loads=${long:+300} loads=${loads:-20}
signals=${long:+200000} signals=${signals:-2000}
events=${long:+25000000} events=${events:-200000}

build_all()
{
	local f
	for f in "$src"/*.c; do
		f=$(basename "$f" .c)
		[ "$f" != plugin ] || continue
		# shellcheck disable=SC2086
		${CC:-gcc} $flags "$src/$f.c" -o "$work/$f" $libs || return 1
	done
	# shellcheck disable=SC2086
	${CC:-gcc} $flags -fPIC -shared "$src/plugin.c" -o "$work/plugin.so" $libs
}

# What babeltrace2 prints of a trace, the events alone; it has nothing to complain of.
events_of() # DIR
{
	babeltrace2 --clock-seconds --no-delta "$1" 2>"$work/complaints"
	[ ! -s "$work/complaints" ] || { cat "$work/complaints"; return 1; }
}

# The same of a trace with more streams than babeltrace2 may have descriptors: it keeps one for each.
events_in_parts() # TRACE
{
	local part
	for part in 0 1 2 3; do
		mkdir "$work/part"
		ln -s "$1/metadata" "$work/part"
		find "$1" -type f ! -name metadata | sort | awk "NR % 4 == $part" | xargs -r ln -s -t "$work/part"
		events_of "$work/part"
		rm -r "$work/part"
	done
}

# The same, but only that they can be read to the end.
readable() # DIR...
{
	babeltrace2 "$@" -o dummy >"$work/complaints" 2>&1 && [ ! -s "$work/complaints" ] ||
		{ cat "$work/complaints"; return 1; }
}

# Sixty traces at a time: for each event babeltrace2 looks at all streams that it has.
readable_in_lots() # COLLECTION
{
	local traces=("$1"/*) i
	for ((i = 0; i < ${#traces[@]}; i += 60)); do
		readable "${traces[@]:i:60}" || return 1
	done
}

recording() # DIR[;OPTIONS] COMMAND...
{
	local dir=$1
	shift
	MARKER_ENABLE="*:record=$dir" "$@"
}

# ---- what is recorded ----------------------------------------------------------------------------

has() # WHAT TEXT
{
	grep -qF -- "$2" "$work/types.txt" || { echo "no '$2' in:"; cat "$work/types.txt"; return 1; }
}

test_types()
{
	local x255
	recording "$work/types.d" "$work/types" || { not_ok "a program that records ends well"; return; }
	events_of "$work/types.d" >"$work/types.txt"
	verdict "babeltrace2 reads an event of each kind" $? "$work/types.txt"
	x255=$(printf 'x%.0s' {1..255})
	check "ints" has int '{ min = -2147483648, max = 2147483647, c = 65, u = 4294967295, x = 0xBEEF, o = 0755 }'
	check "chars and shorts" has short '{ hh = -5, h = -600, hhu = 200 }'
	check "longs" has long '{ l = -9223372036854775807, ll = -1, lu = 18446744073709551615, llx = 0x123456789ABCDEF }'
	check "sizes" has size '{ z = 7, t = -8, j = 9 }'
	check "pointers" has pointer '{ p = 0x1234, null = 0x0 }'
	check "doubles" has double '{ f = 0.5, e = -1e+300, g = 3 }'
	check "long doubles" has long '{ L = 1.25, d = 2.5, i = 3 }'
	check "strings" has string '{ s = "text \"q\" \\ \n", empty = "", null = "(null)", bad = "(unreadable)" }'
	check "precisions" has cut '{ s = "abc", arg1 = 2, star = "ab" }'
	check "a long string" has long "{ s = \"$x255\" }"
	check "all together" has mixed '{ a = 1, b = 2, c = "three", d = 0x4, e = 5 }'
	check "names" has names '{ event = 1, int = 2, int_2 = 3, arg3 = 4, _x = 5 }'
	check "nothing" has nothing 't_nothing: '
	check "a generic site" has generic 't_generic: '
	check "an immediate site" has immediate 't_immediate: '
	check "in the order of the program" equal \
		"$(sed -E 's/.* (t_[a-z_]+): .*/\1/' "$work/types.txt" | tr '\n' ' ')" \
		"t_int t_short t_long t_size t_pointer t_double t_long_double t_string t_cut t_long_string t_mixed t_names t_nothing t_generic t_immediate "
}

# The first event is now, by the clock of the wall.
test_clock()
{
	local first now
	now=$(date +%s)
	first=$(sed -nE '1s/^\[([0-9]+)\..*/\1/p' "$work/types.txt")
	[ -n "$first" ] && [ "$first" -le "$now" ] && [ "$first" -gt $((now - 300)) ]
	verdict "events have the time of the day" $? - <<<"'$first' at $now"
}

test_environment()
{
	local text
	text=$(cat "$work"/types.d/*/metadata)
	check "the trace says its program" grep -q 'procname = "types";' <<<"$text"
	check "and its build-id" grep -q "build_id = \"$(readelf -n "$work/types" | sed -n 's/.*Build ID: //p')\"" <<<"$text"
	check "and its host" grep -qF "hostname = \"$(hostname)\"" <<<"$text"
	check "and the format of each marker" grep -qF '/* format: "s %.3s star %.*s" */' <<<"$text"
}

# ---- threads, signals ----------------------------------------------------------------------------

test_threads()
{
	recording "$work/threads.d" "$work/threads" 4 "$events"
	verdict "four threads record" $?
	"$work/check" "$work"/threads.d/threads-* >"$work/out"
	verdict "no number is missing, none is twice, in order" $? "$work/out"
	check "all are there" equal "$(cut -d' ' -f2 "$work/out" | sort -u)" "$events"
	check "babeltrace2 reads them" readable "$work/threads.d"
	[ -n "$long" ] || check "and counts as many" equal "$(events_of "$work/threads.d" | wc -l)" $((4 * events))
	check "a full file is followed by one of twice its size" equal \
		"$(stat -c %s "$work"/threads.d/threads-*/T[1-9]*.0-* | sort -n | uniq | head -n 3 | tr '\n' ' ')" \
		"65536 131072 262144 "
	rm -rf "$work/threads.d"
}

test_signals()
{
	local said
	said=$(recording "$work/signals.d" "$work/signals" "$signals")
	verdict "signal handlers record on top of a thread that does" $?
	"$work/check" "$work"/signals.d/signals-* >"$work/out"
	verdict "no number of either is missing" $? "$work/out"
	check "all are there" equal "$(cut -d' ' -f2 "$work/out" | tr '\n' ' ')" "$said "
	check "babeltrace2 reads them" readable "$work/signals.d"
	rm -rf "$work/signals.d"
}

test_registers()
{
	recording "$work/registers.d" "$work/registers" 100000 >"$work/out"
	verdict "an event leaves the vector registers as they were" $? "$work/out"
	check "each was recorded" equal "$("$work/check" "$work"/registers.d/registers-*)" "0 100000 0 99999"
	recording "$work/full.d;limit=128k" "$work/registers" 100000 >"$work/out"
	verdict "so does one that is discarded" $? "$work/out"
}

# ---- kill ----------------------------------------------------------------------------------------

kill_once() # NUMBER
{
	local pid dir=$work/kill.d
	rm -rf "$dir" "$work/completed"
	MARKER_ENABLE="*:record=$dir" "$work/threads" 2 20000000 "$work/completed" & pid=$!
	# It has begun: the first file of a thread is there.
	until [ -n "$(echo "$dir"/threads-*/T[1-9]*)" ] || ! kill -0 $pid 2>/dev/null; do :; done
	sleep "0.00$((RANDOM % 10))$((RANDOM % 10))"
	kill -9 $pid
	wait $pid 2>/dev/null
	"$work/check" -c "$work/completed" "$dir"/threads-* || return 1
	[ $(($1 % 10)) != 0 ] || readable "$dir"
}

test_kill()
{
	local i
	shopt -s nullglob
	for ((i = 0; i < kills; i++)); do
		kill_once $i >"$work/out" 2>&1 || { not_ok "killed at $kills moments: all that was complete is there" "$work/out"; return; }
	done
	ok "killed at $kills moments: all that was complete is there"
	shopt -u nullglob
	rm -rf "$work/kill.d"
}

# ---- bounds --------------------------------------------------------------------------------------

# babeltrace2 says how many events were discarded, and nothing else.
tells_of_discarded() # DIR
{
	babeltrace2 "$1" 2>&1 >"$work/text" | sort | uniq -c >"$work/complaints"
	grep -qE 'discarded [0-9]+ events? between' "$work/complaints" &&
		! grep -vE 'discarded [0-9]+ events? between|^ *[0-9]+ *$' "$work/complaints" ||
		{ cat "$work/complaints"; return 1; }
}

test_full_disk()
{
	if [ "$(id -u)" != 0 ] || ! mkdir "$work/small" || ! mount -t tmpfs -o size=1m none "$work/small" 2>"$work/err"; then
		skip "a full disk" "a file system cannot be mounted: $(tail -n 1 "$work/err" 2>/dev/null || echo not root)"
		return
	fi
	mounted=$work/small
	recording "$work/small/d" "$work/threads" 4 100000
	verdict "a program whose disk is full goes on" $?
	"$work/check" "$work"/small/d/threads-* >"$work/out"
	verdict "what was recorded until then is there" $? "$work/out"
	check "babeltrace2 tells of what was discarded" tells_of_discarded "$work/small/d"
	rm -rf "$work/small/d"
	recording "$work/small/d" "$work/many" 200 >"$work/out"
	verdict "so does one that has a thread without a file" $? "$work/out"
	check "babeltrace2 tells of its events too" tells_of_discarded "$work/small/d"
	umount "$work/small" && mounted=
}

total_of() # DIR: bytes on disk
{
	du -s --block-size=1 "$1" | cut -f1
}

test_limit()
{
	recording "$work/limit.d;limit=1M" "$work/threads" 2 200000
	verdict "a program that comes to its limit goes on" $?
	"$work/check" "$work"/limit.d/threads-* >"$work/out"
	verdict "the first events are there" $? "$work/out"
	check "not more than was allowed" test "$(($(stat -c %b "$work"/limit.d/*/T* | paste -sd+) ))" -le $(((1 << 20) / 512))
	check "the others are counted" tells_of_discarded "$work/limit.d"
	rm -rf "$work/limit.d"
}

test_flight()
{
	recording "$work/flight.d;flight=1M" "$work/threads" 3 "$events"
	verdict "a flight recorder" $?
	"$work/check" -s "$work"/flight.d/threads-* >"$work/out"
	verdict "it has the end of each thread, whole" $? "$work/out"
	check "the newest is there" grep -q " $((events - 1))\$" "$work/out"
	check "not more than was asked for" test "$(cat "$work"/flight.d/*/T[1-9]* | wc -c)" -le $((1 << 20))
	check "and it is used" test "$(cat "$work"/flight.d/*/T[1-9]* | wc -c)" -gt $((900 << 10))
	check "babeltrace2 reads it" babeltrace2 "$work/flight.d" -o dummy
	rm -rf "$work/flight.d"
}

test_many_threads()
{
	local grown
	grown=$(recording "$work/many.d" "$work/many" "$many")
	verdict "$many threads at a time, and as many one by one" $?
	check "their ends give back what they took" test "${grown:-1000000}" -lt 1024
	check "each event is there" equal "$(events_in_parts "$work"/many.d/many-* | grep -c ' many: ')" $((2 * many))
	check "a thread that has ended leaves a page" test "$(total_of "$work/many.d")" -lt $((2 * many * 8192 + (1 << 20)))
	rm -rf "$work/many.d"
}

# ---- processes and objects -----------------------------------------------------------------------

test_forks()
{
	local dir bad=0
	recording "$work/forks.d" "$work/forks" "$forks"
	verdict "$forks children of a process with threads" $?
	check "each that could know has a trace of its own" equal \
		"$(ls "$work/forks.d" | wc -l)" $((1 + forks * 3 / 4))
	for dir in "$work"/forks.d/*; do
		"$work/check" "$dir" >"$work/out" || bad=1
		grep -qE "^(0 $forks|2 3000) 0 " "$work/out" || bad=1
		[ $bad = 0 ] || break
	done
	verdict "each trace has its own process's events, all of them" $bad "$work/out"
	check "babeltrace2 reads them together" readable_in_lots "$work/forks.d"
	rm -rf "$work/forks.d"
}

test_exec()
{
	recording "$work/exec.d" "$work/threads" 1 10 && recording "$work/exec.d" "$work/threads" 1 10
	check "two processes are two traces" equal "$(ls "$work/exec.d" | wc -l)" 2
	recording "$work/exec.d" bash -c "exec -a x $work/threads 1 10"
	check "one that was executed is one" equal "$(ls "$work/exec.d" | wc -l)" 3
	check "babeltrace2 merges them" equal "$(events_of "$work/exec.d" | wc -l)" 30
}

test_dlclose()
{
	recording "$work/dlclose.d" "$work/dlclose" "$work/plugin.so" "$loads"
	verdict "a library that is recorded comes and goes" $?
	events_of "$work/dlclose.d" >"$work/out"
	check "each of its events is there" equal "$(grep -c 'plugin: .*name = "a string of the library' "$work/out")" "$loads"
	check "it is described once" equal "$(grep -c 'name = "plugin"' "$work"/dlclose.d/*/metadata)" 1
}

test_overlap()
{
	MARKER_ENABLE="seq:record=$work/two.d,*:record=$work/two.d" "$work/threads" 1 2000
	"$work/check" "$work"/two.d/threads-* >"$work/out"
	verdict "two globs of one trace record an event once" $? "$work/out"
	check "and each" equal "$(cat "$work/out")" "0 2000 0 1999"
	MARKER_ENABLE="seq:record=$work/a.d,*:record=$work/b.d" "$work/threads" 2 2000
	check "two traces have an event each" equal \
		"$(events_of "$work/a.d" | wc -l) $(events_of "$work/b.d" | wc -l)" "3996 4000"
}

# More traces in one process than a thread finds at once: two of them share a place.
test_many_traces()
{
	local i enable= bad=0
	for ((i = 0; i < 10; i++)); do enable+=${enable:+,}'*'":record=$work/t$i.d"; done
	MARKER_ENABLE=$enable "$work/threads" 2 2000
	verdict "a program that records into ten traces" $?
	for ((i = 0; i < 10; i++)); do
		"$work/check" "$work/t$i.d"/threads-* >"$work/out" || bad=1
		[ "$(cat "$work/out")" = $'0 2000 0 1999\n1 2000 0 1999' ] || bad=1
		[ $bad = 0 ] || break
	done
	verdict "each has all events" $bad "$work/out"
}

# ---- whose it is ---------------------------------------------------------------------------------

refused() # NAME DIR MESSAGE
{
	recording "$2" "$work/threads" 1 10 >"$work/out" 2>&1
	verdict "$1: the program runs" $?
	check "$1: it says why" grep -qF "marker: MARKER_ENABLE: '*:record=$2': $3" "$work/out"
}

test_refusals()
{
	echo >"$work/file"
	refused "a place that is not there" "$work/none/d" "No such file or directory"
	refused "a file" "$work/file" "Not a directory"
	refused "an option that there is not" "$work/d;fast=1" "Invalid argument"
	refused "a size that is none" "$work/d;limit=12X" "Invalid argument"
	refused "a size with a sign" "$work/d;limit=+1M" "Invalid argument"
	refused "a negative size behind a blank" "$work/d;limit= -1" "Invalid argument"
	refused "a flight recorder without room" "$work/d;flight=1k" "Invalid argument"
	refused "no directory" "" "Invalid argument"
}

as_nobody()
{
	setpriv --reuid=65534 --regid=65534 --clear-groups "$@"
}

test_users()
{
	if [ "$(id -u)" != 0 ] || ! as_nobody "$work/threads" 1 1 2>/dev/null; then
		skip "other users" "a second one needs root and setpriv, and a build that it may read"
		return
	fi
	recording "$work/mine.d" "$work/threads" 1 10
	check "another user cannot read a trace" sh -c "! setpriv --reuid=65534 --regid=65534 --clear-groups ls $work/mine.d/threads-*"
	check "nobody else may" equal "$(stat -c %a "$work"/mine.d/threads-* "$work"/mine.d/threads-*/T* "$work"/mine.d/threads-*/metadata | sort -u | tr '\n' ' ')" "600 700 "
	mkdir -m 1777 "$work/shared"
	recording "$work/shared" as_nobody "$work/threads" 1 10
	check "a directory for all, as /tmp is, may be used by each" equal "$(stat -c '%U %a' "$work"/shared/threads-*)" "nobody 700"
	mkdir -m 777 "$work/open"
	refused "a directory in which all may rename" "$work/open" "Operation not permitted"
	as_nobody mkdir "$work/shared/theirs"
	refused "another user's directory" "$work/shared/theirs" "Operation not permitted"
	mkdir "$work/own"
	as_nobody ln -s "$work/own" "$work/shared/link"
	refused "another user's link" "$work/shared/link" "Operation not permitted"
}

if ! build_all >"$work/log" 2>&1; then
	not_ok "the programs are built" "$work/log"
	exit $failed
fi
tests=${2:-types clock environment threads signals registers kill full_disk limit flight many_threads forks exec dlclose overlap many_traces refusals users}
for test in $tests; do
	"test_$test"
done
exit $failed
