#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# Standard output that cannot be written: no program ends well then, and each says why.
#	usage: test_output.sh BUILD_DIR
set -u
O=$(realpath "${1:?usage: test_output.sh BUILD_DIR}")
cd "$(dirname "$0")/../.." || exit 1
. tests/report.sh
export LC_ALL=C
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT

# Of all that is said there is one line on that.
lost() # STATUS PROGRAM ARGUMENT...
{
	local want=$1 got
	shift
	"$O/$1" "${@:2}" >/dev/full 2>"$dir/err" </dev/null
	got=$?
	[ $got = "$want" ] || { echo "exit status $got, not $want"; cat "$dir/err"; return 1; }
	equal "$(grep -c "^$1: .*No space left on device$" "$dir/err")" 1
}

"$O/markctl" record -o "$dir/trace" "$O/tests/e2e/traced" count 3000 1 2>"$dir/err" || { not_ok 'a trace' "$dir/err"; exit 1; }
for command in '--help' 'list --help' 'list' 'list --json' "list $O/tests/e2e/traced" "list --json $O/tests/e2e/traced" \
	       "view $dir/trace" "export --chrome -o - $dir/trace" "top $dir/trace --batch 1"; do
	check "markctl ${command//$dir\//}" lost 4 markctl $command
done
for command in '--help' '--version' 'tests/data/small-base.data tests/data/small-marked.data' \
	       '--json=- tests/data/small-base.data tests/data/small-marked.data' \
	       '--folded=- tests/data/small-base.data tests/data/small-marked.data'; do
	check "markdiff $command" lost 3 markdiff $command
done
for command in 'help' 'list' 'run --help'; do
	check "markbench $command" lost 1 markbench $command
done
