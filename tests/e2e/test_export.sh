#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markctl export --chrome: JSON by a parser's judgement, spans by pairs of names, balanced whatever is missing.
# usage: test_export.sh BUILD_DIR
set -u
O=$(realpath "${1:?usage: test_export.sh BUILD_DIR}")
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
markctl=$O/markctl
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

for name in two pairs gaps none; do
	python3 tests/e2e/make_ctf.py $name "$dir/$name" || { not_ok "the traces are made"; exit 1; }
done

status() # STATUS COMMAND...
{
	local want=$1 got
	shift
	"$@" >"$dir/out" 2>"$dir/err"
	got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want"; cat "$dir/err"; return 1; }
}

# What the format asks for, of any file: B and E balanced and nested on each track, times forward, names of
# all processes and threads.
cat >"$dir/form.py" <<'END'
import json, sys
trace = json.load(open(sys.argv[1]))
open_spans, times, named = {}, {}, set()
for e in trace['traceEvents']:
    if e['ph'] == 'M':
        named.add((e['name'], e['pid'], e.get('tid')))
        assert e['args']['name']
        continue
    track = (e['pid'], e['tid'])
    assert e['ph'] in 'BEi', e
    assert e['ts'] >= times.get(track, 0), e
    times[track] = e['ts']
    if e['ph'] == 'B':
        open_spans.setdefault(track, []).append(e['name'])
    elif e['ph'] == 'E':
        assert open_spans[track].pop() == e['name'], e
    else:
        assert e['s'] == 't'
assert not any(open_spans.values()), open_spans
for pid, tid in times:
    assert ('process_name', pid, None) in named and ('thread_name', pid, tid) in named, (pid, tid)
print(len(trace['traceEvents']) - len(named))
END

for name in two pairs gaps none; do
	check "$name: exported" status 0 "$markctl" export --chrome -o "$dir/$name.json" "$dir/$name"
	check "$name: its form" python3 "$dir/form.py" "$dir/$name.json"
done
check "every event of two processes and the kernel is there" equal "$(python3 "$dir/form.py" "$dir/two.json")" 24016
# A parser that knows no mercy, and is not python's.
check "JSON by json-c" "$O/tests/e2e/json_check" "$dir"/*.json

show() # FILE TID: phase, name, time and the first argument
{
	python3 - "$@" <<'END'
import json, sys
for e in json.load(open(sys.argv[1]))['traceEvents']:
    if e['ph'] != 'M' and e['tid'] == int(sys.argv[2]):
        args = e.get('args', {})
        print(e['ph'], e['name'], f"{e['ts']:.3f}", *(f'{k}={v}' for k, v in args.items()))
END
}
check "begin and end, nested, missing, crossed" equal "$(show "$dir/pairs.json" 301)" \
"B req 0.000 n=1
B io 1.000 n=2
i tick 1.500 n=3
E io 2.000 n=4
E req 3.001 n=5
i io_exit 4.000 n=6
B job 5.000 n=7
B req 5.500 n=8
E req 6.000 end=missing
E job 6.000 n=9
B req 7.000 n=10
i tick 8.000 n=11
E req 8.000 end=missing"
check "names that say nothing are instants" equal "$(show "$dir/pairs.json" 302 | cut -c1)" "i
i
i
i"
"$markctl" export --chrome --pairs lock:unlock -o - "$dir/pairs" >"$dir/lock.json"
check "--pairs" equal "$(show "$dir/lock.json" 302)" "B lock 0.500 n=1
B lock 1.600 n=2
E lock 1.700 n=3
E lock 2.600 n=4"
check "  and its form" python3 "$dir/form.py" "$dir/lock.json"

first() # FILE NAME: its arguments
{
	python3 -c 'import json, sys
print(next(e["args"] for e in json.load(open(sys.argv[1]))["traceEvents"] if e["name"] == sys.argv[2]))' "$@"
}
check "pointers and what a double cannot hold are strings" equal "$(first "$dir/two.json" tick)" \
	"{'n': 1, 'at': '0x1001'}"
check "  and other values" equal "$(first "$dir/two.json" note)" \
	"{'text': '\"0\"\\n', 'value': 0, 'big': '18446744073709551615', 'small': 0}"
check "who they are" equal "$(python3 -c 'import json, sys
print(sorted(e["args"]["name"] for e in json.load(open(sys.argv[1]))["traceEvents"] if e["ph"] == "M"))' "$dir/two.json")" \
"['CPU 0', 'CPU 1', 'alpha on box', 'beta on box', 'kernel on box', 'thread 100', 'thread 101', 'thread 102', 'thread 200', 'thread 201', 'thread 202']"
check "a gap is there" grep -q '"events discarded"' "$dir/gaps.json"

truncate -s 50 "$dir/two/beta-200/T201.0-1"
check "damage: exit status 3" status 3 "$markctl" export --chrome -o "$dir/cut.json" "$dir/two"
check "  and what is there is whole" python3 "$dir/form.py" "$dir/cut.json"
check "no -o is a usage error" status 2 "$markctl" export --chrome "$dir/two"
check "no form is a usage error" status 2 "$markctl" export -o "$dir/x" "$dir/two"
check "a pair that is none" status 2 "$markctl" export --chrome --pairs lock -o "$dir/x" "$dir/two"
check "nothing there" status 3 "$markctl" export --chrome -o "$dir/x" "$dir/missing"
check "a full disk" status 4 "$markctl" export --chrome -o /dev/full "$dir/pairs"
exit $failed
