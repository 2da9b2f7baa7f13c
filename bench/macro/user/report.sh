# SPDX-License-Identifier: GPL-2.0-only
#
# report.sh - from the raw results to figures, and from figures to a table, JSON and a page; to be
# sourced, by bash
#
#	report			$results/figures, table.txt, figures.json, user-macro.rst

# What it reads of user.sh: directory, results, scratch, build, here, cc, at_once, processor, programs, seed.
# shellcheck shell=bash disable=SC2154
raw() # SUFFIX...: those files that there are
{
	local suffix
	for suffix; do find "$results" -maxdepth 1 -name "*.$suffix" | sort; done
}

figures()
{
	local exact timed
	mapfile -t exact < <(raw hits instructions inlining)
	mapfile -t timed < <(raw hits orders probes)
	{
		[ ${#exact[@]} = 0 ] || awk -f "$here/user/exact.awk" "${exact[@]}" || return 1
		[ ${#timed[@]} = 0 ] || awk -f "$here/user/pairs.awk" "${timed[@]}" >"$results/pairs" || return 1
		"$build/bench/interval" <"$results/pairs"
	} >"$results/figures" && rm -f "$results/pairs"
}

heading()
{
	local program
	for program in "${programs[@]}"; do printf '%s %s, ' "$(package_of "$program")" "$(version_of "$program")"; done
	echo "$("$cc" --version | head -n 1),"
	echo "$(valgrind --version), $(ld.lld --version | sed 's/ (.*//'), $(uname -m), $(processor_name)"
	echo
}

processor_name()
{
	sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1 | grep . || echo 'unknown processor'
}

json_string()
{
	sed 's/[\\"]/\\&/g; s/.*/"&"/'
}

json()
{
	printf '{\n  "version": 1,\n  "tool": "macro-user",\n  "mode": "%s",\n  "seed": %d,\n' \
		"$([ "$quick" = 1 ] && echo quick || echo full)" "$seed"
	printf '  "compiler": %s,\n' "$("$cc" --version | head -n 1 | json_string)"
	printf '  "processor": %s,\n  "sources": {\n' "$(processor_name | json_string)"
	json_sources | sed '$s/,$//'
	printf '  },\n  "figures": [\n'
	awk -F '\t' '{
		split($1, name, "|")
		printf "%s    { \"program\": \"%s\", \"kind\": \"%s\", \"figure\": \"%s\", \"values\": %d, ",
			(NR > 1 ? ",\n" : ""), name[1], name[2], name[3], $2
		printf "\"middle\": %s, \"low\": %s, \"high\": %s }", $3, $4, $5
	}' "$results/figures"
	printf '\n  ]\n}\n'
}

json_sources()
{
	local program
	for program in "${programs[@]}"; do
		printf '    "%s": %s,\n' "$program" "$(version_of "$program" | json_string)"
	done
}

page()
{
	cat <<-'END'
		.. SPDX-License-Identifier: GPL-2.0-only

		======================================
		What markers cost three whole programs
		======================================

		Lua, SQLite and redis from Debian's sources, each with 35 to 40 marked functions, or with a handful.
		``make macro-user`` (bench/macro/user.sh) measures it again and writes this page anew;
		:doc:`../benchmarking` says how, and what the numbers can and cannot tell.

		Result
		======

	END
	printf '%s.\n\n::\n\n' "$(date '+%-d %B %Y'), commit $(git rev-parse --short HEAD 2>/dev/null || echo unknown)"
	sed 's/^\(.\)/\t\1/' "$results/table.txt"
}

# The largest changes that markdiff found.
shares()
{
	local program
	for program in "${programs[@]}"; do
		[ -s "$results/$program.markdiff" ] || continue
		printf '\n%s, shares of its time, vanilla and off (dense)\n' "$program"
		grep -E '^ .*%' "$results/$program.markdiff" | head -n 8
	done
}

report()
{
	figures || return 1
	{
		heading
		awk -f "$here/user/table.awk" "$results/figures" && shares
	} >"$results/table.txt" || return 1
	json >"$results/figures.json"
	page >"$results/user-macro.rst"
}
