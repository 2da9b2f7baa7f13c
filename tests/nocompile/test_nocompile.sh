#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# What must not compile does not, and the compiler says why.   usage: test_nocompile.sh BUILD_DIR
#
# The first line of each snippet is "// expect: REGEX", of one line of what the compiler prints; of
# the positive controls (good.*) it is "// expect: compiles".  One typed quote stands for all.
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
. tests/report.sh

compiler() # CC FILE
{
	case $1,$2 in
	gcc,*.cc) echo "g++ -std=gnu++17" ;;
	clang,*.cc) echo "clang++ -std=gnu++17" ;;
	*) echo "$1 -std=gnu11" ;;
	esac
}

compile() # CC FILE
{
	$(compiler "$1" "$2") -Wall -Werror -Wno-unused-function -I. -O1 -c -o /dev/null "$2" 2>&1 |
		sed "s/‘\|’/'/g"
	return "${PIPESTATUS[0]}"
}

refusal() # CC FILE
{
	local name="$1 $(basename "$2")" expected output status
	expected=$(sed -n '1s,^// expect: ,,p' "$2")
	output=$(compile "$1" "$2")
	status=$?
	if [ -z "$expected" ]; then
		not_ok "$name: no line // expect:"
	elif [ "$expected" = compiles ]; then
		verdict "$name compiles" $status ${output:+-} <<<"$output"
	elif [ $status = 0 ]; then
		not_ok "$name compiles"
	elif ! grep -iE 'error' <<<"$output" | grep -qE "$expected"; then
		not_ok "$name: no error like \"$expected\"" - <<<"$output"
	else
		ok "$name is refused"
	fi
}

for cc in gcc clang; do
	if ! command -v "$cc" >/dev/null; then
		skip "$cc" "not installed"
		continue
	fi
	for file in tests/nocompile/*.c tests/nocompile/*.cc; do
		refusal "$cc" "$file"
	done
done
exit $failed
