#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# markbench report as a user meets it: the files it writes, what is in them, and what it says when it
# cannot.  No figure is judged: only that all three documents have the same ones.
#
# usage: tests/e2e/test_report.sh BUILD_DIR
set -u
# shellcheck source=tests/e2e/markbench.sh
. "$(dirname "$0")/markbench.sh" "$1"
H=$(cd "$(dirname "$0")" && pwd)
mounted=''
finish()
{
	[ -z "$mounted" ] || umount "$mounted"
	rm -rf "$T"
}
trap finish EXIT

# ---- what it refuses, before it measures anything ----------------------------------------------------

exits "no directory" 2 "$B" report
says "no directory: the option is named" 'report: where to? -o DIR is missing'
exits "a directory that cannot be made" 1 "$B" report -o "$T/no/such"
says "the directory is named" "markbench: $T/no/such: No such file or directory"
: >"$T/file"
chmod 777 "$T/file"
exits "a file in the place of the directory" 1 "$B" report -o "$T/file"
says "the file is named" "markbench: $T/file: Not a directory"
exits "no file of the kernel" 3 "$B" report -o "$T/r" --kernel "$T/none.json"
says "the kernel's file is named" "markbench: $T/none.json: No such file or directory"
echo '{ "tool": "markbench" }' >"$T/other.json"
exits "another tool's file" 3 "$B" report -o "$T/r" --kernel "$T/other.json"
says "it is said what is wrong with it" "$T/other.json: no results of marker-bench.ko"
exits "no directory of whole programs" 3 "$B" report -o "$T/r" --macro "$T/none"
says "the figures are named" "markbench: $T/none/figures.json: No such file or directory"
[ ! -e "$T/r" ]
verdict "nothing was written" $?
exits "a row that there is not" 2 "$B" report -o "$T/r" no-such-row
exits "rounds that are no number" 2 "$B" report -o "$T/r" --rounds many

# ---- what stands beside ------------------------------------------------------------------------------

kernel_rows()
{
	local name base i=0
	while read -r name base; do
		[ $i = 0 ] || echo ,
		i=$((i + 1))
		printf '{ "name": "%s", "what": "a <row>", "loops": 10, "overhead": 5, ' "$name"
		[ -z "$base" ] || printf '"base": "%s", ' "$base"
		[ "${name%2}" = "$name" ] || printf '"copy": true, '
		printf '"ticks": [%d,%d,%d] }' $((45 + i * 10)) $((45 + i * 10)) $((45 + i * 10))
	done
}
{
	echo '{ "tool": "marker-bench", "version": 1, "kernel": "6.1.0-test", "machine": "x86_64",'
	echo '"clock": "time stamp counter", "processor": 0, "rounds": 3, "rows": ['
	kernel_rows <<-END
		loop-none
		loop-none2 loop-none
		loop-static-key loop-none
		call-static-key-list loop-static-key
		call-static-key-list-copy loop-static-key
		call-static-key-parse-copy loop-static-key
		trap-static-key-int3 loop-static-key
	END
	echo '] }'
} >"$T/kernel.json"
mkdir "$T/macro"
figure() # PROGRAM KIND FIGURE MIDDLE LOW HIGH
{
	printf '{ "program": "%s", "kind": "%s", "figure": "%s", "values": 100, ' "$1" "$2" "$3"
	printf '"middle": %s, "low": %s, "high": %s }' "$4" "$5" "$6"
}
{
	echo '{ "version": 1, "tool": "macro-user", "mode": "quick", "compiler": "gcc", "figures": ['
	figure lua null off_percent 0.01 -0.25 0.25
	echo ,
	figure lua dense off_percent 0.14 -0.08 0.36
	echo ,
	figure lua dense instructions_per_site 1.06 1.06 1.06
	echo ,
	figure lua empty on_percent 3.2 3.0 3.4
	echo '] }'
} >"$T/macro/figures.json"

# ---- the document ------------------------------------------------------------------------------------

rows=('loop-*' 'loop8-jump' 'loop8-generic' 'call-jump-*' 'unlocked-jump-*' 'trap-jump-*' 'bare-*')
exits "report" 0 "$B" report -o "$T/r" --quick --rounds 5 --loops 500 --kernel "$T/kernel.json" \
	--macro "$T/macro" "${rows[@]}"
cp "$T/err" "$T/progress"
grep -qE '^markbench: micro-benchmarks: [0-9]+ rows, 5 rounds' "$T/progress"
verdict "progress is on stderr" $? "$T/progress"
[ "$(wc -l <"$T/out")" = 1 ] && grep -qF "$T/r/report.html" "$T/out"
verdict "one line says where it is" $? "$T/out"
if command -v python3 >/dev/null; then
	while read -r check; do
		python3 "$H/report_check.py" "$check" "$T/r" >"$T/said" 2>&1
		verdict "report: ${check//-/ }" $? "$T/said"
	done < <(python3 "$H/report_check.py")
else
	skip "report: the files are what they should be" "no python3"
fi
grep -q 'instructions (QEMU)' "$T/r/report.md"
verdict "counts of QEMU are called instructions" $? "$T/r/report.md"
grep -qE '~ \[-0.08, \+0.36\]; at most \+0.36 %' "$T/r/report.md"
verdict "a bound is not told as a difference" $? "$T/r/report.md"
exits "report again, into the same directory" 0 "$B" report -o "$T/r" --rounds 3 --loops 100 loop-jump
grep -q 'There are no rows of the kernel' "$T/r/report.md" &&
	grep -q 'There are no figures of whole programs' "$T/r/report.md" &&
	grep -q 'not asked for' "$T/r/report.md"
verdict "what is missing is said" $? "$T/r/report.md"

# ---- a full disk -------------------------------------------------------------------------------------

mkdir "$T/small"
if [ "$(id -u)" = 0 ] && mount -t tmpfs -o size=32k tmpfs "$T/small" 2>/dev/null; then
	mounted=$T/small
	exits "a full disk" 1 "$B" report -o "$T/small" --rounds 3 --loops 100 loop-jump
	grep -qE "^markbench: $T/small/report\.[a-z]+: No space left on device" "$T/err"
	verdict "a full disk: the file is named" $? "$T/err"
else
	skip "a full disk" "a small file system cannot be mounted"
fi

exit $failed
