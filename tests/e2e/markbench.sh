# SPDX-License-Identifier: GPL-2.0-only
#
# For the scripts that run markbench: what it is, a folder to write to, and what it says.  To be sourced,
# by bash, with BUILD_DIR:
#
#	. "$(dirname "$0")/markbench.sh" "$1"
#
# $O is the build folder, $B markbench, $T a folder of the script's own, in which the last command's
# out and err are.

# shellcheck shell=bash
O=$(cd "$1" && pwd) || exit 1
# shellcheck disable=SC2034	# the script's
B=$O/markbench
T=$(mktemp -d) || exit 1
trap 'rm -rf "$T"' EXIT
# shellcheck source=tests/report.sh
. "$(dirname "${BASH_SOURCE[0]}")/../report.sh"

exits() # NAME EXPECTED COMMAND...
{
	local name=$1 expected=$2 status
	shift 2
	timeout 120 "$@" >"$T/out" 2>"$T/err" </dev/null
	status=$?
	[ "$status" = "$expected" ]
	verdict "$name: exit status $expected" $? "$T/out" "$T/err"
}

has() # FILE PATTERN
{
	grep -qE -- "$2" "$1"
}

says() # NAME WORDS...: each is on standard error
{
	local name=$1 word bad=0
	shift
	for word in "$@"; do grep -qF -- "$word" "$T/err" || bad=1; done
	verdict "$name" $bad "$T/err"
}
