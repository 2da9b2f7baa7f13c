#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markctl record, of a command and of a running process: every event with its values, in order, exit statuses,
# nothing overwritten, nothing of others disconnected; stat -p and top.   usage: test_markctl_record.sh BUILD_DIR
set -u
O=$(realpath "${1:?usage: test_markctl_record.sh BUILD_DIR}")
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
export LC_ALL=C
markctl=$O/markctl
traced=$O/tests/e2e/traced
dir=$(mktemp -d) || exit 1
pid=
trap '[ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT
unset MARKER_ENABLE MARKER_CONTROL
mkdir -m 700 "$dir/run"
export XDG_RUNTIME_DIR=$dir/run
cd "$dir" || exit 1

status() # STATUS COMMAND...: its words are in out and err.
{
	local want=$1 got
	shift
	timeout 120 "$@" >"$dir/out" 2>"$dir/err" </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; cat "$dir/err"; return 1; }
}

said() # PATTERN: is a line of standard error such, and the only one?
{
	grep -qE -- "^$1\$" "$dir/err" && [ "$(wc -l <"$dir/err")" = 1 ] || { cat "$dir/err"; return 1; }
}

# Are the numbers of each thread 0 to N - 1, in order, with the right word; how many threads?
cat >check.py <<'END'
import json, sys
next_of, times = {}, []
for line in sys.stdin:
    e = json.loads(line)
    assert e['event'] == 'tick', e
    key = (e['program'], e['pid'], e['tid'])
    i = next_of.get(key, 0)
    assert e['fields'] == {'i': i, 'parity': ('even', 'odd')[i % 2]}, (e, i)
    next_of[key] = i + 1
    times.append(e['time_ns'])
assert times == sorted(times)
print(len(next_of), sorted(set(next_of.values())))
END

whole() # DIR THREADS N
{
	equal "$("$markctl" view --json -e tick "$1" | python3 check.py)" "$2 [$3]"
}

# ---- a command ------------------------------------------------------------------------------------

check "a command of 8 threads" status 0 "$markctl" record -o threads -- "$traced" count 20000 8
check "  is told of in a line" said \
	"markctl: recorded 160000 events, [0-9.]+ MB, 0 dropped: traced-[0-9]+ 160000; markctl view threads"
check "  all is there, in order" whole threads 8 20000
check "  babeltrace2 says the same" equal "$(babeltrace2 threads | wc -l)" 160000
check "two processes" status 0 "$markctl" record -o two -- "$traced" fork 1000
check "  are told of" said \
	"markctl: recorded 2000 events, [0-9.]+ kB, 0 dropped: traced-[0-9]+ 1000, traced-[0-9]+ 1000; markctl view two"
check "  all is there" whole two 2 1000
check "its exit status" status 7 "$markctl" record -o exits "$traced" exit 7
check "its death" status 137 "$markctl" record -o killed "$traced" kill
check "  what was recorded before" equal "$("$markctl" view killed | wc -l)" 2
check "-e" status 0 "$markctl" record -e other -o other "$traced" exit 0
check "  that alone" equal "$("$markctl" view other | sed 's/.* //; s/}//' | wc -l)" 1
check "not found" status 127 "$markctl" record -o missing -- ./nothing
check "  leaves nothing" test ! -e missing
check "not a program" status 126 "$markctl" record -o missing -- "$dir/check.py"
check "nothing to record" status 0 "$markctl" record -o missing -- true
check "  is said" grep -q 'nothing was recorded: no program with markers' "$dir/err"
check "  leaves nothing" test ! -e missing
before=$(find threads -type f | sort | xargs cksum)
check "nothing is overwritten" status 4 "$markctl" record -o threads -- "$traced" exit 0
check "  is said" said "markctl: record: threads: something is there already, and is not overwritten"
check "  nor changed" equal "$(find threads -type f | sort | xargs cksum)" "$before"
mkdir empty
check "an empty directory is taken" status 0 "$markctl" record -o empty -- "$traced" exit 0
check "  and stays private" equal "$(find empty -type d -name 'traced-*' -printf %m)" 700
check "the usual name" status 0 "$markctl" record "$traced" exit 0
check "  has a date and a time" equal "$(ls -d marker-trace-*[0-9]-[0-9]* | wc -l)" 1
check "an option is not the command's" status 0 "$markctl" record -o words sh -c 'exit 0' -o nothing
check "a flight recorder" status 0 "$markctl" record --flight-recorder 1M -o flight "$traced" count 200000 2
check "  is not longer" test "$(du -sk flight | cut -f1)" -le 1200
check "  has the last event" grep -q 'i = 199999,' <("$markctl" view flight 2>/dev/null)
check "a limit" status 0 "$markctl" record --limit 1M -o limit "$traced" count 200000 1
check "  drops, and says so" grep -qE ', [1-9][0-9]* dropped:' "$dir/err"
check "  has the first event" grep -q 'i = 0,' <("$markctl" view limit 2>/dev/null)

# What a command leaves running is not waited for, and goes on.
rm -f to from
mkfifo to from
exec 4<>to 3<>from
check "a command that leaves a process running" status 0 "$markctl" record -o left -- \
	sh -c "'$traced' wait <to >from & read -r line <from"
check "  is told of up to there" said \
	"markctl: recorded 0 events, [0-9.]+ (bytes|kB), 0 dropped: traced-[0-9]+ 0; markctl view left"
pid=$(basename left/traced-*)
pid=${pid#traced-}
for i in 0 1 2; do
	echo >&4
	read -r -t 60 line <&3
done
check "  it goes on recording" whole left 1 3
exec 4>&- 3<&-
kill -9 $pid
pid=

for wrong in '-p 0' '-p x' '-e' '--flight-recorder 1T' '--limit x' '--duration 0' '-p 1 true' '--duration 1 true' \
	     '--if x true' '--snapshot' '--snapshot -k x' '' '--every x -p 1' '-e a:b true'; do
	check "wrong: $wrong" status 2 "$markctl" record $wrong
done
check "a directory with a comma" status 4 "$markctl" record -o a,b true
check "  leaves nothing" test ! -e a,b

# ---- a running process ----------------------------------------------------------------------------

begin() # MODE: starts one; its lines come from fd 3 and go to fd 4
{
	rm -f to from
	mkfifo to from
	"$traced" "$1" <to >from &
	pid=$!
	exec 4>to 3<from
	read -r -t 60 line <&3 && [ "$line" = ready ]
}
hit() # N times
{
	local i
	for ((i = 0; i < $1; i++)); do
		echo >&4
		read -r -t 60 line <&3 || return 1
	done
}
end()
{
	exec 4>&- 3<&-
	kill -9 $pid 2>/dev/null
	wait $pid 2>/dev/null
	pid=
}
connections()
{
	"$markctl" status -p $pid --json | grep -c '"probe":'
}

# in_background COMMAND...: runs until it says on standard error that it does
in_background()
{
	local i
	: >"$dir/err"	# or what an earlier one said would be taken for it
	"$@" >"$dir/out" 2>"$dir/err" </dev/null &
	job=$!
	for ((i = 0; i < 600; i++)); do
		grep -q recording "$dir/err" && return 0
		kill -0 $job 2>/dev/null || return 1
		sleep 0.1
	done
	return 1
}
finish() # NAME SIGNAL: is its exit status 0 after that?
{
	kill -"$2" $job
	wait $job
	verdict "$1" $? "$dir/err"
}

begin wait || { not_ok "the program starts"; exit 1; }
hit 5
in_background "$markctl" record -p $pid -o live -e tick
verdict "a running process" $? "$dir/err"
hit 10
finish "  until an interrupt" INT
check "  is told of" grep -qE "^markctl: recorded 10 events, [0-9]+ bytes, 0 dropped: traced-$pid 10; markctl view live\$" "$dir/err"
check "  has what was hit meanwhile" equal "$("$markctl" view live | sed 's/.*i = \([0-9]*\),.*/\1/' | tr '\n' ' ')" \
	"5 6 7 8 9 10 11 12 13 14 "
hit 5
check "  and nothing later" equal "$("$markctl" view live | wc -l)" 10

# Two at once: each ends its own.
in_background "$markctl" record -p $pid -o first -e 'ti*'
hit 3
one=$job
in_background "$markctl" record -p $pid -o second -e '*'
hit 3
finish "two recordings at once" TERM
hit 3
job=$one
finish "  each ends its own" INT
check "  the first has all" equal "$("$markctl" view first | wc -l)" 9
check "  the second its part" equal "$("$markctl" view second | wc -l)" 3
check "--duration" status 0 "$markctl" record -p $pid -o short --duration 0.2
check "no marker of that name" status 6 "$markctl" record -p $pid -o none -e nothing
check "  is said" grep -q "no marker matches 'nothing'" "$dir/err"
check "  leaves nothing" test ! -e none
in_background "$markctl" record -p $pid -o every --every 3
hit 9
finish "--every" INT
check "  records those" equal "$("$markctl" view every | wc -l)" 3

check "a condition that fits no marker" status 0 "$markctl" record -p $pid -o none --if 'nope == 1' --duration 0.1
check "  is told of, and of which" grep -qE "^markctl: \\*: the condition fits no marker: column 1: marker [a-z]+ has no field 'nope'; it has " \
	"$dir/err"
rm -r none
check "one that fits" status 0 "$markctl" record -p $pid -o none -e tick --if 'i >= 0' --duration 0.1
check "  is not" equal "$(grep -c "fits no marker" "$dir/err")" 0
rm -r none

# What status says of a marker: from the recorder what it dropped, the rest from the files.
told() # WHAT: "HITS RECORDED DROPPED" of tick, None where it is not known
{
	"$markctl" status -p $pid --json >status.json
	equal "$(python3 -c 'import json
for m in json.load(open("status.json"))["markers"]:
    if m["name"] == "tick":
        print(m.get("hits"), m.get("recorded"), m.get("dropped"))')" "$1"
}
in_background "$markctl" record -p $pid -o told -e 'ti*'
check "status: nothing was recorded yet" told "0 0 0"
hit 7
check "  as many as were" told "7 7 0"
"$markctl" status -p $pid >out
check "  in the table too" grep -qE '^tick +7 +7 +0 +0 ' out
finish "  and it goes on" INT
in_background "$markctl" record -p $pid -o told-flight -e tick --flight-recorder 1M
hit 3
check "status of a flight recorder: what it holds" told "None 3 0"
finish "  and it goes on" INT
in_background "$markctl" record -p $pid -o told-limit -e tick --limit 9k
hit 5
check "status without room: what was dropped" told "5 0 5"
finish "  and it goes on" INT

# The files of a recording, while they are written: as many as were hit, whoever reads.
in_background "$markctl" record -p $pid -o top -e 'ti*'
hit 6
check "top of a directory" status 0 "$markctl" top top --batch 1 -d 0.1
check "  has what was recorded" grep -qE '^ +0\.0 +6  tick +"i %ld parity %s"$' "$dir/out"
hit 2
"$markctl" top top -e 't*' --batch 1 -d 0.1 >out
check "  and what comes" grep -qE ' 8  tick ' out
finish "  and it goes on" INT
check "top of two recordings" status 0 "$markctl" top . -e tick --batch 1 -d 0.1
check "  has one line for a marker" equal "$(grep -c ' tick ' "$dir/out")" 1
check "top of nothing" status 3 "$markctl" top empty-dir --batch 1
check "top of a process and a directory" status 2 "$markctl" top -p $pid top
check "top of neither" status 2 "$markctl" top

# ---- stat -p and top ------------------------------------------------------------------------------

"$markctl" stat -p $pid -e '*' -o counts &
job=$!
for ((i = 0; i < 600; i++)); do grep -q markctl- /proc/$pid/maps && break; sleep 0.1; done
hit 20
finish "stat -p" INT
check "  counts what was hit meanwhile" grep -qE '^ +20 .* tick ' counts
check "  and what was not" grep -qE '^ +0 .* other ' counts
check "stat --duration" status 0 "$markctl" stat -p $pid -e tick --duration 0.1 --json -o counts
check "  says which process" grep -q "\"pid\": $pid" counts
check "top --batch" status 0 "$markctl" top -p $pid --batch 2 -d 0.1
check "  prints tables" equal "$(grep -c "^traced ($pid): " "$dir/out")" 2
check "top is for a terminal" status 4 "$markctl" top -p $pid
hit 1
check "nothing of it is left" equal "$(connections)" 0
check "no counters are left" equal "$(grep markctl- /proc/$pid/maps)" ""
in_background "$markctl" record -p $pid -o ends
hit 4
end
wait $job
check "until the process ends" equal $? 0
check "  has what was hit" equal "$("$markctl" view ends | wc -l)" 4

# On a terminal: it shows rates, q ends it, and the terminal is as it was.
begin spin
cat >keys <<END
stty -a >before; $markctl top -p $pid -d 0.2; echo status \$? >status; stty -a >after
END
(sleep 2; printf q; sleep 1) | script -qec 'bash keys' /dev/null >screen
check "top on a terminal: q ends it" equal "$(cat status)" "status 0"
check "  it was another screen" grep -q $'\033\\[?1049h.*tick' <(tr '\r\n' '  ' <screen)
check "  which is gone" grep -q $'\033\\[?1049l' screen
check "  the terminal is as it was" cmp before after
end

# A process that forks all the time, and so do its children: when it is ended nobody records any more, and
# nobody is connected, while those that are left go on.
begin storm || { not_ok "the storm starts"; exit 1; }
in_background "$markctl" record -p $pid -o storm
verdict "a storm of forks" $? "$dir/err"
check "  is counted" status 0 "$markctl" stat -p $pid -e tick --duration 0.2 -o counts
finish "  is ended" INT
check "  its children were recorded too" test "$(ls -d storm/traced-* | wc -l)" -ge 3
state()
{
	find storm -printf '%p %s %T@\n' | sort | cksum
	find storm -type f -exec cksum {} + | sort | cksum
}
quiet_now()
{
	local before
	before=$(state)
	sleep 0.3
	equal "$(state)" "$before"
}
for ((i = 0; i < 10; i++)); do quiet_now >out && break; done
check "  no child records any more" quiet_now
children()
{
	local exe
	for exe in /proc/[0-9]*/exe; do
		[ "$exe" -ef "$traced" ] && exe=${exe%/exe} && echo "${exe#/proc/}"
	done
}
check "  there are some left" test "$(children | wc -l)" -ge 3
connected()
{
	local child
	for child in $(children); do
		! "$markctl" status -p "$child" --json 2>/dev/null | grep -q '"probe":' || echo "$child"
	done
}
check "  none is connected" equal "$(connected)" ""
check "  all that was recorded can be read" status 0 "$markctl" view storm
end
check "a kernel without markers" status 4 env MARKER_DEBUGFS="$dir" "$markctl" record -k -o none
check "  leaves nothing" test ! -e none
check "no such process" status 5 "$markctl" record -p 4194303 -o none
sleep 60 & pid=$!
check "a process without markers" status 5 "$markctl" record -p $pid -o none
check "  is said" grep -q 'has no markers' "$dir/err"
kill $pid
pid=
exit $failed
