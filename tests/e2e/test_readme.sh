#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# The README's example is real: its program is built, its commands are run, and what they print is
# what stands there, but for times and rates.   usage: test_readme.sh BUILD_DIR
set -u
O=$(realpath "$1")
top=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. tests/report.sh

awk '/^```c$/{on=1; next} /^```/{on=0} on' README.md >"$work/hello.c"
awk '/^```console$/{on=1; next} /^```/{on=0} on' README.md >"$work/wanted"
ln -s "$O" "$work/build" && ln -s "$top/marker" "$work/marker"
cd "$work" || exit 1
rm -rf build/trace
while IFS= read -r line; do
	case $line in
	'$ '*)
		echo "$line"
		bash -c "${line#\$ }" 2>&1
		;;
	esac
done <wanted >got
rm -rf build/hello build/trace
# A time and a rate is a number with a point; a process has a number, and runs on some host.
plain()
{
	sed -E 's/^\[[0-9:.]+\] \([^)]*\) [^ ]+ hello:[0-9]+\/[0-9]+/WHO/; s/hello-[0-9]+/hello-N/
		s/ *[0-9]+\.[0-9]+/ N/g' "$1"
}
check "the README's commands print what stands there" diff <(plain wanted) <(plain got)
lines=$(wc -l <hello.c)
[ "$lines" -ge 15 ] && [ "$lines" -le 25 ]
verdict "the program has about twenty lines ($lines)" $?
exit $failed
