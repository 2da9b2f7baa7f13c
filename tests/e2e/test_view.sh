#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markctl view: traces whose every byte is known (make_ctf.py), beside babeltrace2 and beside what must come
# out; filters, JSON, gaps, damage.   usage: test_view.sh BUILD_DIR
set -u
O=$(realpath "${1:?usage: test_view.sh BUILD_DIR}")
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
export LC_ALL=C TZ=UTC0 PYTHONDONTWRITEBYTECODE=1
markctl=$O/markctl
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
make=tests/e2e/make_ctf.py
mkdir "$dir/tmp"
export TMPDIR=$dir/tmp

for name in two gaps none; do
	python3 $make $name "$dir/$name" || { not_ok "the traces are made"; exit 1; }
done

# status STATUS COMMAND...: its words are in out and err.
status()
{
	local want=$1 got
	shift
	timeout 60 "$@" >"$dir/out" 2>"$dir/err"
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; head -n 20 "$dir/err"; return 1; }
}

line() # NUMBER
{
	sed -n "$1p" "$dir/out"
}

# ---- what is printed ------------------------------------------------------------------------------

check "it reads" status 0 "$markctl" view "$dir/two"
check "all events of all streams are there" equal "$(wc -l <"$dir/out")" 24016
# The generator's n-th event of each thread is at 6n; ours are compared by the whole number of ns.
check "they are in the order of time" equal "$(cut -c2-19 "$dir/out" | sort -c 2>&1)" ""
check "a line of a program" equal "$(grep -m 1 ' beta:200/202 tick' "$dir/out" | sed 's/(.*) box/box/')" \
	'[22:13:20.000000011] box beta:200/202 tick: { n = 1, at = 0x1001 }'
check "a line of the kernel" equal "$(grep -m 1 'number = 1 ' "$dir/out" | sed 's/(.*) box/box/')" \
	'[22:13:20.000003000] box kernel/cpu0 irq: { number = 1 }'
check "the first line has no difference" equal "$(line 1 | cut -d' ' -f2)" '(+?.?????????)'
check "the third is behind the second" equal "$(line 3 | cut -d' ' -f2)" '(+0.000000001)'
check "strings, doubles, 64 bits" grep -qF \
	'note: { text = "\"10\"\n", value = 1.4285714285714286, big = 18446744073709551605, small = -10 }' "$dir/out"

# The same as babeltrace2 says, line by line: its head is another, doubles have fewer digits there.
plain()
{
	sed -E 's/^\[([^]]*)\] \(([^)]*)\) [^ ]+ ([a-z]+[:/][^ ]+ )?/\1 \2 /; s/ value = [-0-9.e]+,//' |
		sed -E 's/\{ (tid|cpu_id) = [0-9]+, level = 0 \}, //'
}
check "babeltrace2 says the same" cmp <(plain <"$dir/out") <(babeltrace2 "$dir/two" | plain)
check "directories one by one are the whole" cmp "$dir/out" \
	<("$markctl" view "$dir/two/kernel" "$dir/two/beta-200" "$dir/two/alpha-100")
check "given twice, read once" cmp "$dir/out" <("$markctl" view "$dir/two" "$dir/two/kernel")

check "no event is no error" status 0 "$markctl" view "$dir/none"
check "  and no line" equal "$(cat "$dir/out" "$dir/err")" ""

# ---- filters --------------------------------------------------------------------------------------

lines() # WANTED OPTIONS...
{
	local want=$1
	shift
	equal "$("$markctl" view "$@" "$dir/two" | wc -l)" "$want"
}

check "-e of a name" lines 16 -e irq
check "-e of a glob" lines 2400 -e 'not?'
check "-e twice" lines 2416 -e 'n*' -e irq
check "-e of none" lines 0 -e nothing
check "--tid" lines 4000 --tid 201
check "--tid twice" lines 8000 --tid 201 --tid 100
check "--from and --to, seconds" lines 7 --from 1700000000.000000006 --to 1700000000.000000012
check "--from and --to, of the day" lines 7 --from 22:13:20.000000006 --to 22:13:20.000000012
check "--from, with a date" lines 0 --from '2023-11-15 00:00'
check "--to, with a date" lines 0 --to '2023-11-14T22:13:19'
check "local time, in another zone" equal \
	"$(TZ=XYZ-3 "$markctl" view --to 01:13:20.000000000 "$dir/two" | cut -c1-20 | tail -n 1)" '[01:13:20.000000000]'
check "--utc" equal "$(TZ=XYZ-3 "$markctl" view --utc -e irq "$dir/two" | head -n 1 | cut -c1-20)" \
	'[22:13:20.000000000]'
check "--seconds" equal "$("$markctl" view --seconds -e irq "$dir/two" | tail -n 1 | cut -c1-22)" \
	'[1700000000.000021001]'

# ---- JSON -----------------------------------------------------------------------------------------

cat >"$dir/check.py" <<'END'
import json, sys
events = [json.loads(line) for line in sys.stdin]
assert len(events) == 24016, len(events)
times = [e['time_ns'] for e in events]
assert times == sorted(times)
seen = {}
for e in events:
    assert e['host'] == 'box'
    if e['domain'] == 'kernel':
        assert e['event'] == 'irq' and e['cpu'] in (0, 1)
        continue
    key = (e['pid'], e['tid'])
    i = seen.get(key, 0)
    seen[key] = i + 1
    if i % 10:
        assert e['event'] == 'tick' and e['fields']['n'] == i, e
    else:
        assert e['event'] == 'note', e
        i %= 1000
        want = {'text': f'"{i}"\n', 'value': i / 7, 'big': 2**64 - 1 - i, 'small': -i}
        assert e['fields'] == want, e
assert sorted(seen) == [(p, p + t) for p in (100, 200) for t in range(3)], seen
END
check "JSON: every event with every value" \
	python3 "$dir/check.py" < <("$markctl" view --json "$dir/two")

# ---- gaps -----------------------------------------------------------------------------------------

check "gaps: it reads" status 0 "$markctl" view --seconds "$dir/gaps"
check "a gap stands where it is" equal "$(grep -n -A 1 '\*\*\* 7 events' "$dir/out" | cut -d' ' -f1,3-)" \
"8:[1700000000.000000102] box prog:100/7 *** 7 events discarded until 1700000000.000000202 ***
9-[1700000000.000000200] box prog:100/7 tick: { n = 0 }"
check "a packet that is missing" grep -q '\*\*\* 1 packet discarded until 1700000000.000000400 \*\*\*' "$dir/out"
check "the sum is told at the end" grep -qx 'markctl: view: 7 events discarded when they were recorded, and more' \
	"$dir/err"
check "  and of packets" grep -qx 'markctl: view: 1 packet missing' "$dir/err"
check "gaps in JSON" equal "$("$markctl" view --json "$dir/gaps" 2>/dev/null | grep -c '"discarded_events": 7}')" 1

# ---- errors ---------------------------------------------------------------------------------------

check "no directory is a usage error" status 2 "$markctl" view
check "a time that is none" status 2 "$markctl" view --from never "$dir/two"
check "a thread that is none" status 2 "$markctl" view --tid x "$dir/two"
check "nothing there" status 3 "$markctl" view "$dir/missing"
check "  is said in a line" equal "$(cat "$dir/err")" "markctl: view: $dir/missing: No such file or directory"
mkdir "$dir/empty"
check "no trace there" status 3 "$markctl" view "$dir/empty"
check "  is said in a line" equal "$(cat "$dir/err")" "markctl: view: $dir/empty: no trace is there"
check "one of two is missing" status 3 "$markctl" view "$dir/empty" "$dir/two"
check "  the other one is printed" equal "$(wc -l <"$dir/out")" 24016
check "a reader that leaves is no error" status 0 bash -c '"$0" view "$1" | head -n 1; exit "${PIPESTATUS[0]}"' \
	"$markctl" "$dir/two"
check "a full disk is" status 4 bash -c '"$0" view "$1" >/dev/full' "$markctl" "$dir/two"

# ---- damage ---------------------------------------------------------------------------------------

python3 $make two "$dir/cut" && truncate -s 50 "$dir/cut/beta-200/T201.0-1"
check "a file that is cut" status 3 "$markctl" view "$dir/cut"
check "  which file, and where" equal "$(grep -v missing "$dir/err")" \
	"markctl: view: $dir/cut/beta-200/T201.0-1: at byte 0: the file ends in the head of a packet"
check "  the others are printed" equal "$(grep -vc '\*\*\*' "$dir/out")" 23016
python3 $make two "$dir/line" && sed -i '12s/$/ ???/' "$dir/line/alpha-100/metadata"
check "a description that is wrong" status 3 "$markctl" view "$dir/line"
check "  which line" grep -q "^markctl: view: $dir/line/alpha-100: At line 1[23] in metadata" "$dir/err"
check "  the other traces are printed" equal "$(wc -l <"$dir/out")" 12016

# Whatever ends it, the links go: its reader takes nothing, so it is in the middle of its work.
links_gone()
{
	local i
	for ((i = 0; i < 200; i++)); do
		[ -n "$(ls "$TMPDIR")" ] || return 0
		sleep 0.05
	done
	ls "$TMPDIR"
	return 1
}
interrupted() # SIGNAL COMMAND...
{
	local signal=$1 job i
	shift
	rm -f "$dir/pipe" && mkfifo "$dir/pipe"
	"$@" >"$dir/pipe" 2>/dev/null &
	job=$!
	exec 5<"$dir/pipe"
	for ((i = 0; i < 200; i++)); do
		[ ! -L "$(echo "$TMPDIR"/markctl-*/metadata)" ] || break
		sleep 0.05
	done
	[ -n "$(ls "$TMPDIR")" ] || { echo "there were no links"; return 1; }
	kill -"$signal" $job
	wait $job 2>/dev/null
	exec 5<&-
	links_gone
}
for signal in TERM HUP KILL; do
	check "view of a damaged trace, ended by SIG$signal: no link is left" interrupted $signal \
		"$markctl" view "$dir/cut"
	check "export, ended by SIG$signal: no link is left" interrupted $signal \
		"$markctl" export --chrome -o - "$dir/cut"
done
# A job of a script ignores SIGINT; this one does not.
check "view, ended by SIGINT: no link is left" interrupted INT \
	python3 -c 'import os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_DFL); os.execvp(sys.argv[1], sys.argv[1:])' \
	"$markctl" view "$dir/cut"

# Damage of every kind: an exit status, never a signal and never for ever; what is told is a line each.
refused=0
damaged() # LAST
{
	local i bad=0 got
	python3 $make damages "$dir/damaged" "$1" || return 1
	for ((i = 1; i <= $1; i++)); do
		timeout 60 "$markctl" view "$dir/damaged/$i" >"$dir/out" 2>"$dir/err"
		got=$?
		case $got in
		0) ;;
		3) refused=$((refused + 1))
		   [ -s "$dir/err" ] || { echo "$i: $(cat "$dir/damaged/$i.what"): nothing said"; bad=1; } ;;
		*) echo "$i: $(cat "$dir/damaged/$i.what"): exit status $got"; bad=1 ;;
		esac
		! grep -v '^markctl: view: ' "$dir/err" || { echo "$i: $(cat "$dir/damaged/$i.what")"; bad=1; }
	done
	return $bad
}
last=60
[ -z "${MARKER_LONG:-}" ] || last=1000
damaged $last >"$dir/said"
verdict "$last damaged traces" $? "$dir/said"
check "  most of which are found to be" test $refused -gt $((last / 2))
check "no link of a damaged trace is left behind" equal "$(ls "$TMPDIR")" ""
exit $failed
