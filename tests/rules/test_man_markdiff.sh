#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
#
# The manual page of markdiff is one: it has each option and each sort key that --help has, no other
# option, all of perf diff's flaws, and no mistakes in its markup.
#	usage: test_man_markdiff.sh BUILD_DIR
set -u
cd "$(dirname "$0")/../.." || exit 1
export LC_ALL=C
. tests/report.sh
markdiff=${1:-build}/markdiff
page=Documentation/man/markdiff.1.rst

options_of_help()
{
	"$markdiff" --help | grep -oE '(^|[ ,])--?[a-zA-Z][a-z-]*' | tr -d ' ,' | sort -u
}

# The lines that begin an entry: options at the left margin.
options_of_page()
{
	grep -E '^--?[a-zA-Z]' "$page" | grep -oE '(^|, )--?[a-zA-Z][a-z-]*' | tr -d ' ,' | sort -u
}

keys_missing()
{
	"$markdiff" --help | sed -n '/^KEY is one of/,$p' | tail -n +2 | tr -s ' ' '\n' | grep . | while read -r key; do
		grep -qF "**$key**" "$page" || echo "$key"
	done
}

flaws_missing()
{
	local i
	for i in {1..22}; do
		grep -qE "^P$i  " "$page" || echo "P$i"
	done
}

# What the text calls a section, or looks like the name of one, and is none.
sections_missing()
{
	{
		grep -oE '\b(see|of) [A-Z]{4,}( [A-Z]{4,})*' "$page" | sed 's/^[a-z]* //'
		grep -B 1 -E '^=+$' "$page" | grep -E '^[A-Z ]+$'
	} | sort -u | grep -vxFf <(rst2man "$page" 2>&1 | sed -n 's/^\.SH //p')
}

check "options: --help and the page have the same" diff <(options_of_help) <(options_of_page)
silent "sort keys: the page has those of --help" keys_missing
silent "differences: P1 to P22" flaws_missing
if command -v rst2man >/dev/null; then
	silent "no mistakes in the markup" eval 'rst2man "$page" 2>&1 >/dev/null'
	silent "each section is one" sections_missing
else
	skip "no mistakes in the markup" "no rst2man; install python3-docutils"
fi
exit $failed
