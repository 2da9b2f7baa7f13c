#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# A running program under control: markctl, the agent, and who wishes it ill.
# usage: test_control.sh BUILD_DIR
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
unset MARKER_ENABLE MARKER_CONTROL MARKER_PROBE_PATH
. tests/report.sh
build=$(realpath "$1") || exit 1
CC=${CC:-gcc}
markctl=$build/markctl
work=$(mktemp -d) || exit 1
started=()
finish()
{
	[ ${#started[@]} = 0 ] || kill -9 "${started[@]}" 2>/dev/null
	wait 2>/dev/null
	rm -rf "$work"
}
trap finish EXIT
mkdir -m 700 "$work/run"
export XDG_RUNTIME_DIR=$work/run
flags="-std=gnu11 -O2 -g -Wall -Wextra -Werror -Wno-unused-parameter -D_GNU_SOURCE -I."
libs="-L$build -lmarker -Wl,-rpath,$build -lpthread"

# shellcheck disable=SC2086
$CC $flags tests/control/live.c -o "$work/live" $libs || { not_ok "the program builds"; exit 1; }

is_root()
{
	[ "$(id -u)" = 0 ]
}

# Until a command is true, for ten seconds.
soon() # COMMAND...
{
	local i
	for ((i = 0; i < 200; i++)); do
		"$@" >"$work/soon" 2>&1 && return 0
		sleep 0.05
	done
	cat "$work/soon"
	return 1
}

# The program in a mode; its number is in pid.
start() # MODE [PROGRAM]
{
	"${2:-$work/live}" "$1" >"$work/said" 2>"$work/complained" </dev/null &
	pid=$!
	started+=("$pid")
}

answers() # PID
{
	"$markctl" list -p "$1"
}

start_and_wait() # MODE [PROGRAM]
{
	start "$@"
	soon answers "$pid"
}

# It ends well when it is told to.  Not by check(), whose subshell is not the program's parent.
ends() # NAME PID
{
	kill -TERM "$2" && wait "$2"
	verdict "$1" $? "$work/complained"
}

end() # PID
{
	kill -TERM "$1" && wait "$1"
}

# status STATUS COMMAND...: does it end with that status?  Its words are in out and err.
status()
{
	local want=$1 got
	shift
	"$@" >"$work/out" 2>"$work/err"
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; cat "$work/err"; return 1; }
}

said() # TEXT: is it on standard error, once?
{
	equal "$(grep -c -- "$1" "$work/err")" 1 || { cat "$work/err"; return 1; }
}

shown() # PATTERN
{
	grep -qE -- "$1" "$work/out" || { cat "$work/out"; return 1; }
}

# What a JSON object on stdin has at a path such as ".markers[0].name".
json() # PATH FILE
{
	python3 -c 'import json, sys; print(eval("d" + sys.argv[1], {"d": json.load(open(sys.argv[2]))}))' "$1" "$2"
}

has_hits() # PID
{
	"$markctl" status --json -p "$1" >"$work/json" &&
		[ "$(json '["connections"][0]["hits"]' "$work/json")" -gt "${2:-0}" ]
}

sockets()
{
	find "$XDG_RUNTIME_DIR" /tmp/marker-"$(id -u)" -name "$1-*" 2>/dev/null
}

# ---- one program, from list to disable ------------------------------------------------------------

test_commands()
{
	start_and_wait run || { not_ok "the agent answers" "$work/soon"; return; }
	check "list -p: exit status 0" status 0 "$markctl" list -p "$pid"
	check "  a line for each marker" shown '^req_begin +jump +1 +0 +0 +0 +id %d$'
	check "  texts are escaped" shown '^req_end .*id %d text %s$'
	"$markctl" list --json -p "$pid" >"$work/json"
	check "list -p --json" equal "$(json '["markers"][1]["name"]' "$work/json")" req_end
	check "list without arguments: the process is there" status 0 "$markctl" list
	check "  with its program and how many markers it has" shown "^ *$pid +live +2 +0$"
	"$markctl" list --json >"$work/json"
	check "  and as JSON" grep -q "\"pid\": $pid," "$work/json"

	check "enable" status 0 "$markctl" enable 'req_*' -p "$pid"
	check "  says what it did" shown '^req_\*: 2 sites on$'
	check "status: hits are counted" soon has_hits "$pid"
	check "status: exit status 0" status 0 "$markctl" status -p "$pid"
	check "  how text is patched" shown '^patching +(text by|mprotect)'
	check "  the flavour of RCU" shown '^RCU +liburcu-bp'
	check "  the connection" shown '^req_\* +[0-9.]+ +[0-9]+ +0 +[0-9.]+ +count$'
	check "  the marker's hits" shown '^req_begin +[0-9]+ +- +0 +0 +1 +1 +1$'
	check "enable again: exit status 6" status 6 "$markctl" enable 'req_*' -p "$pid"
	check "  said" said "is connected to 'req_\*' already"

	check "disable by another pattern" status 0 "$markctl" disable '*' -p "$pid"
	check "  says how many" shown '^\*: 1 disconnected$'
	check "disable again: exit status 6" status 6 "$markctl" disable '*' -p "$pid"
	check "  said" said "nothing is connected"
	"$markctl" list --json -p "$pid" >"$work/json"
	check "  the sites are off" equal "$(json '["markers"][0]["on"]' "$work/json")" 0

	check "enable --probe print,FILE" status 0 \
		"$markctl" enable req_end -p "$pid" --probe "print,$work/printed"
	check "  prints" soon grep -q '^req_end: id [0-9]* text a "quoted" text' "$work/printed"
	check "disable of another probe: exit status 6" status 6 \
		"$markctl" disable req_end -p "$pid" --probe count
	check "disable of the probe" status 0 "$markctl" disable req_end -p "$pid" --probe print

	check "a filter" status 0 "$markctl" enable req_begin -p "$pid" --probe "print,$work/filtered" \
		--if 'id % 10 == 3' --every 2
	check "  lets some through" soon grep -q '^req_begin: id' "$work/filtered"
	check "  and no others" equal "$(grep -vc '^req_begin: id [0-9]*3$' "$work/filtered")" 0
	check "  is in the status" status 0 "$markctl" status -p "$pid"
	check "  as it was given" shown 'if="id % 10 == 3" every=2$'
	check "a filter that is none: exit status 6" status 6 \
		"$markctl" enable req_begin -p "$pid" --if 'id +'
	check "  said with its place" said "column"
	check "  nothing is left of it" equal \
		"$("$markctl" status --json -p "$pid" | grep -c '"glob"')" 1
	check "a condition that fits no marker" status 0 \
		"$markctl" enable 'req_*' -p "$pid" --probe empty --if 'nope > 1'
	check "  is connected" shown '^req_\*: 2 sites on$'
	check "  and told of" said "^markctl: req_\*: the condition fits no marker: column 1: marker req_[a-z]* has no field 'nope'; it has id"
	"$markctl" disable 'req_*' -p "$pid" --probe empty >/dev/null
	check "one that fits one of two" status 0 \
		"$markctl" enable 'req_*' -p "$pid" --probe empty --if 'text == "nope"'
	check "  is not" equal "$(cat "$work/err")" ""
	"$markctl" disable 'req_*' -p "$pid" --probe empty >/dev/null
	check "JSON of what enable did" status 0 "$markctl" enable req_end -p "$pid" --json
	check "  has the sites" equal "$(json '["results"][0]["matched"]' "$work/out")" 1
	ends "the program ends well" "$pid"
	check "  and prints no counts that it was not started with" equal "$(cat "$work/complained")" ""
	check "  its socket has gone" equal "$(sockets "$pid")" ""
}

# ---- what can be wrong ------------------------------------------------------------------------------

test_errors()
{
	start_and_wait run || { not_ok "the agent answers" "$work/soon"; return; }
	check "no marker matches: exit status 6" status 6 "$markctl" enable req_begn -p "$pid"
	check "  with a near name" said "no marker matches 'req_begn'; there is req_begin"
	check "  unless it may come later" status 0 "$markctl" enable req_begn -p "$pid" --later
	check "no such probe: exit status 6" status 6 "$markctl" enable req_end -p "$pid" --probe nonsense
	check "  with those there are" said "no probe is named 'nonsense' (there are: count, print"
	check "a file that cannot be printed to: exit status 6" status 6 \
		"$markctl" enable req_end -p "$pid" --probe print,/nonexistent/file
	check "  said" said 'No such file'
	check "no such process: exit status 5" status 5 "$markctl" list -p 999999999
	check "  said" said 'there is no process 999999999'
	sleep 100 >"$work/said" 2>&1 &
	started+=($!)
	check "a process without markers: exit status 5" status 5 "$markctl" list -p $!
	check "  said" said 'has no markers'
	check "neither -p nor -k: exit status 2" status 2 "$markctl" status
	check "both: exit status 2" status 2 "$markctl" status -p 1 -k
	check "no number: exit status 2" status 2 "$markctl" status -p x
	check "no pattern: exit status 2" status 2 "$markctl" enable -p "$pid"
	end "$pid"
	MARKER_CONTROL=off start run
	sleep 0.2
	check "MARKER_CONTROL=off: no thread" equal "$(ls "/proc/$pid/task")" "$pid"
	check "  exit status 5" status 5 "$markctl" list -p "$pid"
	check "  said" said 'MARKER_CONTROL=off'
	ends "  the program ends well" "$pid"
}

# ---- where the socket is ----------------------------------------------------------------------------

test_places()
{
	local own
	own=/tmp/marker-$(id -u)
	start_and_wait run
	check "in XDG_RUNTIME_DIR" equal "$(dirname "$(sockets "$pid")")" "$XDG_RUNTIME_DIR/marker"
	check "  a folder of the user's own" equal "$(stat -c %a "$XDG_RUNTIME_DIR/marker")" 700
	end "$pid"
	chmod 755 "$XDG_RUNTIME_DIR/marker"
	start_and_wait run
	check "a folder that others may enter is not taken" equal "$(dirname "$(sockets "$pid")")" "$own"
	end "$pid"
	rmdir "$XDG_RUNTIME_DIR/marker" && ln -s "$work" "$XDG_RUNTIME_DIR/marker"
	start_and_wait run
	check "nor is a symbolic link" equal "$(dirname "$(sockets "$pid")")" "$own"
	end "$pid"
	rm "$XDG_RUNTIME_DIR/marker"
	XDG_RUNTIME_DIR='' start_and_wait run
	check "found without XDG_RUNTIME_DIR" status 0 "$markctl" list -p "$pid"
	end "$pid"
	start_and_wait run
	kill -9 "$pid"
	wait "$pid" 2>/dev/null
	check "what is killed leaves its socket" test -n "$(sockets "$pid")"
	"$markctl" list >"$work/out" 2>"$work/err"
	check "  markctl list does not show it" equal "$(grep -c " *$pid " "$work/out")" 0
	check "  and removes it" equal "$(sockets "$pid")" ""
}

test_namespace()
{
	local name='a process in another pid namespace' inner
	if ! is_root || ! unshare -p -f --mount-proc true 2>/dev/null; then
		skip "$name" 'namespaces are not permitted'
		return
	fi
	unshare -p -f --kill-child --mount-proc "$work/live" run >"$work/said" 2>&1 &
	started+=($!)
	soon pgrep -P $! >/dev/null
	inner=$(pgrep -P $!)
	check "$name" soon answers "$inner"
	check "  its socket has its own number" test -n "$(sockets 1)"
	kill -TERM "$inner"
	wait $! 2>/dev/null
}

test_others()
{
	local socket
	if ! is_root || ! command -v setpriv >/dev/null; then
		skip 'a second user' 'root and setpriv are needed'
		return
	fi
	chmod 711 "$work"
	start_and_wait run
	socket=$(sockets "$pid")
	cp "$markctl" "$work"
	setpriv --reuid=65534 --regid=65534 --clear-groups "$work/markctl" list -p "$pid" \
		>"$work/out" 2>"$work/err"
	check "another user: exit status 5" equal $? 5
	check "  said" said 'belongs to somebody else'
	check "another user cannot connect" \
		equal "$(python3 tests/control/hostile.py "$socket" stranger)" denied
	chmod 711 "$work/run" "$work/run/marker"
	chmod 777 "$socket"
	check "  and is not answered where the folder lets him in" \
		equal "$(python3 tests/control/hostile.py "$socket" stranger)" silence
	chmod 700 "$work/run" "$work/run/marker"
	check "  the agent still answers its own" status 0 "$markctl" list -p "$pid"
	end "$pid"
}

test_setuid()
{
	local name='a set-user-ID program has no agent'
	if ! is_root || ! command -v setpriv >/dev/null; then
		skip "$name" 'root and setpriv are needed'
		return
	fi
	# shellcheck disable=SC2086
	$CC $flags tests/control/live.c -static -o "$work/static" "$build/libmarker.a" -lurcu-bp -lpthread
	chmod 711 "$work"
	start_and_wait run "$work/static"
	check 'a static program' status 0 "$markctl" enable req_begin -p "$pid"
	ends '  ends well' "$pid"
	chmod 4755 "$work/static"
	setpriv --reuid=65534 --regid=65534 --clear-groups "$work/static" run >"$work/said" 2>&1 &
	started+=($!)
	sleep 0.3
	check "$name" equal "$(ls "/proc/$!/task")" $!
	kill -9 $!
	wait $! 2>/dev/null
}

# ---- processes that come, go and change -------------------------------------------------------------

test_processes()
{
	local child i
	start_and_wait fork
	soon test -s "$work/said"
	child=$(cat "$work/said")
	check "a forked child has its own agent" soon answers "$child"
	"$markctl" enable req_begin -p "$child" >/dev/null
	check "  with its own connections" equal \
		"$("$markctl" status --json -p "$pid" | grep -c '"glob"')" 0
	ends "  both end well" "$pid"

	start exec
	check "exec: the new program has an agent" soon answers "$pid"
	ends "  and ends well" "$pid"

	start_and_wait close
	check "a program that closed every descriptor is found again" soon answers "$pid"
	check "  and again" status 0 "$markctl" enable req_begin -p "$pid"
	ends "  its descriptors are its own" "$pid"

	start denied
	soon test -e "/proc/$pid/task"
	sleep 0.3
	check "sockets are denied: the program goes on without an agent" status 5 "$markctl" list -p "$pid"
	ends "  and ends well" "$pid"

	start_and_wait storm
	for ((i = 0; i < 40; i++)); do
		"$markctl" enable 'req_*' -p "$pid" --probe empty && "$markctl" disable '*' -p "$pid"
	done >"$work/out" 2>"$work/err"
	check "a storm of forks beside enable and disable" equal "$(grep -c ' sites on' "$work/out")" 40
	ends "  no child hangs or ends otherwise" "$pid"
}

# ---- who wishes it ill ------------------------------------------------------------------------------

rss_kb() # PID
{
	sed -n 's/^VmRSS:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$1/status"
}

test_hostile()
{
	local kind socket before round
	start_and_wait run
	socket=$(sockets "$pid")
	for kind in garbage endless zero thousand unread half slow many; do
		check "$kind" timeout 60 python3 tests/control/hostile.py "$socket" $kind
		check "  others are answered" soon answers "$pid"
	done
	python3 tests/control/hostile.py "$socket" unread &
	check "while one does not read, others are answered" soon answers "$pid"
	wait $!
	before=$(rss_kb "$pid")
	for round in 1 2 3; do
		for kind in garbage thousand many; do
			timeout 60 python3 tests/control/hostile.py "$socket" $kind
		done
	done
	check "the program has not grown in $round rounds" \
		test "$(rss_kb "$pid")" -lt $((before + 2048))
	ends "  and ends well" "$pid"
}

# ---- plug-ins ---------------------------------------------------------------------------------------

test_plugin()
{
	mkdir -m 755 "$work/probes"
	# shellcheck disable=SC2086
	$CC $flags -shared -fPIC -o "$work/probes/marker-probe-above.so" \
		Documentation/examples/plugin/marker-probe-above.c ||
		{ not_ok "the example of a plug-in builds"; return; }
	export MARKER_PROBE_PATH=$work/probes
	start_and_wait run
	check "a plug-in is loaded by its name" status 0 \
		"$markctl" enable req_begin -p "$pid" --probe above,10
	check "  and says what it has seen" soon has_hits "$pid"
	check "  and goes" status 0 "$markctl" disable req_begin -p "$pid" --probe above
	cp "$work/probes/marker-probe-above.so" "$work/probes/marker-probe-open.so"
	chmod 666 "$work/probes/marker-probe-open.so"
	check "a file that others may write to is refused" status 6 \
		"$markctl" enable req_begin -p "$pid" --probe open
	check "  said" said 'others may write to it'
	chmod 777 "$work/probes"
	check "a folder, too" status 6 "$markctl" enable req_begin -p "$pid" --probe other
	check "  said" said 'others may write to it'
	chmod 755 "$work/probes"
	echo nothing >"$work/probes/marker-probe-text.so"
	check "what is no library is refused" status 6 "$markctl" enable req_begin -p "$pid" --probe text
	check "a name with a slash is refused" status 6 \
		"$markctl" enable req_begin -p "$pid" --probe ../above
	ends "the program ends well" "$pid"
	MARKER_ENABLE=req_begin:above start_and_wait run
	check "a plug-in from the start" soon has_hits "$pid"
	check "  complains of nothing" equal "$(cat "$work/complained")" ""
	ends "  ends well" "$pid"
	unset MARKER_PROBE_PATH
}

all_tests()
{
	local t
	for t in commands errors places namespace others setuid processes hostile plugin; do
		test_$t
	done
	finish
}

reported all_tests
exit $failed
