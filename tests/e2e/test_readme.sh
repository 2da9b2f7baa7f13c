#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The README's example is real: its program is built, its commands are run, and what they print is
# what stands there, but for times and rates.   usage: test_readme.sh BUILD_DIR
set -u
O=$(realpath "$1")
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
bad=0

awk '/^```c$/{on=1; next} /^```/{on=0} on' README.md >"$work/hello.c"
awk '/^```console$/{on=1; next} /^```/{on=0} on' README.md >"$work/wanted"
ln -s "$O" "$work/build" && ln -s "$top/marker" "$work/marker"
cd "$work" || exit 1
while IFS= read -r line; do
	case $line in
	'$ '*)
		echo "$line"
		bash -c "${line#\$ }" 2>&1
		;;
	esac
done <wanted >got
rm -f build/hello
# A time and a rate is a number with a point.
plain() { sed -E 's/ *[0-9]+\.[0-9]+/ N/g' "$1"; }
if diff <(plain wanted) <(plain got); then
	echo "ok - the README's commands print what stands there"
else
	echo "not ok - the README's commands print something else" && bad=1
fi
lines=$(wc -l <hello.c)
if [ "$lines" -ge 15 ] && [ "$lines" -le 25 ]; then
	echo "ok - the program has about twenty lines ($lines)"
else
	echo "not ok - the program has $lines lines" && bad=1
fi
exit $bad
