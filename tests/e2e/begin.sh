# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# begin.sh - how a test of markdiff begins; to be sourced, by bash, with $1 the build directory
#
# Sets tree, build and markdiff, and goes to a folder of the test's own, dir, which is removed at the end.

tree=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$(cd "${1:-$tree/build}" && pwd) || exit 1
markdiff=$build/markdiff
. "$tree/tests/report.sh"
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT
cd "$dir" || exit 1
export LC_ALL=C
