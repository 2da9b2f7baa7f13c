# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=bash
#
# report.sh - how the script of a test says what it found; to be sourced, by bash
#
#	ok NAME				it is so
#	not_ok NAME [FILE...]		it is not; the ends of the files ("-" is stdin) say why
#	skip NAME REASON		it could not be tried
#	verdict NAME STATUS [FILE...]	ok if STATUS is 0
#	check NAME COMMAND...		ok if the command is true; else what it printed says why
#	silent NAME COMMAND...		ok if the command prints nothing: it prints complaints
#
# These are the lines that tests/run counts.  A script ends with "exit $failed".  A subshell cannot
# set that, nor can a program that prints such lines itself: reported() runs what has either.
#
#	relay LABEL COMMAND...		runs a program that prints such lines, and puts the label before
#					each name; one that ends otherwise without a "not ok" is one
#
# equal A B is for check.

failed=0

ok()
{
	echo "ok - $1"
}

not_ok() # NAME [FILE...]
{
	echo "not ok - $1"
	shift
	[ $# = 0 ] || tail -qn 40 "$@" | sed 's/^/# /'
	failed=1
}

skip() # NAME REASON
{
	echo "skip - $1: $2"
}

verdict() # NAME STATUS [FILE...]
{
	local name=$1 status=$2
	shift 2
	if [ "$status" = 0 ]; then ok "$name"; else not_ok "$name" "$@"; fi
}

check() # NAME COMMAND...
{
	local name=$1 said status
	shift
	said=$("$@" 2>&1)
	status=$?
	verdict "$name" $status ${said:+-} <<<"$said"
}

silent() # NAME COMMAND...
{
	local name=$1 said
	shift
	said=$("$@" 2>&1)
	[ -z "$said" ]
	verdict "$name" $? - <<<"$said"
}

# Needs a folder of its own, $work.
# shellcheck disable=SC2154
relay() # LABEL COMMAND...
{
	local label=$1 status
	shift
	timeout -k 5 240 "$@" >"$work/out" 2>"$work/err" </dev/null
	status=$?
	sed -nE "s/^(not )?ok - /&$label: /p" "$work/out"
	if [ $status != 0 ]; then
		grep -E '^#' "$work/out" | head -n 20
		grep -q '^not ok' "$work/out" || not_ok "$label: exit status $status" "$work/err"
	fi
}

equal() # A B
{
	[ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }
}

reported() # COMMAND...
{
	local results
	results=$(mktemp) || exit 1
	"$@" | tee "$results"
	! grep -q '^not ok' "$results" || failed=1
	rm -f "$results"
}
