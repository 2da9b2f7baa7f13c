#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markctl record --snapshot: a flight recorder that two threads write over as fast as they can is copied; each copy
# is a trace in which no thread lacks a number in the middle.   usage: test_snapshot.sh BUILD_DIR
set -u
O=$(realpath "${1:?usage: test_snapshot.sh BUILD_DIR}")
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
markctl=$O/markctl
dir=$(mktemp -d) || exit 1
pid=
trap '[ -z "$pid" ] || kill -9 $pid 2>/dev/null; rm -rf "$dir"' EXIT

status() # STATUS COMMAND...
{
	local want=$1 got
	shift
	timeout 120 "$@" >"$dir/out" 2>"$dir/err" </dev/null
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; cat "$dir/err"; return 1; }
}

# ---- what does not move ---------------------------------------------------------------------------

python3 tests/e2e/make_ctf.py two "$dir/two"
check "a recording that is at rest" status 0 "$markctl" record --snapshot -o "$dir/copy" "$dir/two"
check "  is copied whole" cmp <("$markctl" view --seconds "$dir/two") <("$markctl" view --seconds "$dir/copy")
check "  is counted" grep -q "^markctl: recorded 24016 events, .*, 0 dropped: " "$dir/err"
size_of() { stat -c %s "$1"/alpha-100/T100.0-0; }
check "  without the room that was left" equal "$(size_of "$dir/copy")" "$(($(size_of "$dir/two") - 100))"
check "one trace of it" status 0 "$markctl" record --snapshot -o "$dir/one" "$dir/two/beta-200"
check "  has its own name" equal "$(ls "$dir/one")" beta-200
check "nothing is overwritten" status 4 "$markctl" record --snapshot -o "$dir/one" "$dir/two"
check "nothing there" status 3 "$markctl" record --snapshot -o "$dir/x" "$dir/missing"
sed -i s/marker/another/ "$dir/two/kernel/metadata"
check "a trace that others recorded" status 3 "$markctl" record --snapshot -o "$dir/x" "$dir/two"
check "  the rest is copied" equal "$(ls "$dir/x")" "alpha-100
beta-200"
head -c 4096 /dev/zero >"$dir/two/beta-200/T200.0-2"
check "a file that is no packet" status 3 "$markctl" record --snapshot -o "$dir/y" "$dir/two/beta-200"
check "  the rest is copied" equal "$("$markctl" view "$dir/y" 2>/dev/null | grep -vc '\*\*\*')" 11000

# ---- what does ------------------------------------------------------------------------------------

# Numbers of each thread: one more each time.
cat >"$dir/check.py" <<'END'
import re, sys
last, events = {}, 0
for line in sys.stdin:
    tid, i = map(int, re.search(r'tid = (\d+).* i = (\d+),', line).groups())
    assert i == last.get(tid, i - 1) + 1, (tid, last[tid], i)
    last[tid] = i
    events += 1
assert events > 0 and len(last) <= 2
END

MARKER_ENABLE="tick:record=$dir/flight;flight=4M" "$O/tests/e2e/traced" spin >"$dir/ready" 2>"$dir/spin" &
pid=$!
for ((i = 0; i < 600; i++)); do grep -q ready "$dir/ready" && break; sleep 0.1; done
# Until it goes round: it is made up of some twenty files.
for ((i = 0; i < 600; i++)); do ls "$dir/flight/traced-$pid" | grep -qE -- '-[0-9]{3}$' && break; sleep 0.1; done

copies=5
[ -z "${MARKER_LONG:-}" ] || copies=200
copy_all()
{
	local i bad=0
	for ((i = 0; i < copies; i++)); do
		rm -rf "$dir/snap"
		"$markctl" record --snapshot -o "$dir/snap" "$dir/flight" 2>"$dir/err" ||
			{ echo "$i: not copied"; cat "$dir/err"; bad=1; continue; }
		babeltrace2 "$dir/snap" >"$dir/text" 2>"$dir/err" || { echo "$i: babeltrace2"; cat "$dir/err"; bad=1; }
		grep -v 'may have discarded' "$dir/err" && { echo "$i: said by babeltrace2"; bad=1; }
		python3 "$dir/check.py" <"$dir/text" || { echo "$i: $?"; bad=1; }
	done
	return $bad
}
copy_all >"$dir/said" 2>&1
verdict "$copies snapshots of a recording that is written over" $? "$dir/said"
check "the program goes on" kill -0 $pid
kill -9 $pid
wait $pid 2>/dev/null
pid=
check "what it left can be read" status 0 babeltrace2 "$dir/flight"
exit $failed
