# SPDX-License-Identifier: GPL-2.0-only
#
# The table of measure.sh.
#	awk -v samples=NUMBER -v goals=large|tiny -f ../median.awk -f table.awk ROUNDS
#
# A line of input is a round: user, system and wall time in microseconds and peak memory in kilobytes,
# of perf diff and then of markdiff.  Figures are medians, with the least and the most; ratios are taken
# round by round.

# Median, least and most of a column; to be divided by unit.
function spread(column, unit, format,    i, values)
{
	for (i = 1; i <= NR; i++)
		values[i] = cell[i, column] / unit
	sort_numbers(values, NR)
	median = values[int((NR + 1) / 2)]
	return sprintf(format " (" format " - " format ")", median, values[1], values[NR])
}

function ratio(column,    i, values)
{
	for (i = 1; i <= NR; i++)
		values[i] = cell[i, column] / cell[i, column + 4]
	sort_numbers(values, NR)
	median = values[int((NR + 1) / 2)]
	return sprintf("1/%.1f (1/%.1f - 1/%.1f)", median, values[1], values[NR])
}

function reached(is)
{
	return is ? "reached" : "MISSED"
}

function row(name, column, unit, format, goal,    left, right, both, mine)
{
	left = spread(column, unit, format)
	right = spread(column + 4, unit, format)
	mine = median
	both = ratio(column)
	printf "%-18s %-28s %-28s %-26s", name, left, right, both
	if (goal == "")
		print ""
	else if (goal ~ /^1\//)
		printf "%s: %s\n", goal, reached(median >= substr(goal, 3) + 0)
	else
		printf "%s: %s\n", goal, reached(mine <= goal + 0)
}

{
	for (i = 1; i <= 8; i++)
		cell[NR, i] = $i
}

END {
	if (!NR)
		exit 1
	printf "\n%s recordings, %d samples\n", goals == "large" ? "Two large" : "Two tiny", samples
	printf "%-18s %-28s %-28s %-26s%s\n", "", "perf diff", "markdiff", "ratio", "goal"
	row("user time, s", 1, 1e6, "%.3f", goals == "large" ? "1/8" : "")
	if (goals == "large")
		row("us a sample", 1, samples, "%.3f", "0.12")
	row("system time, s", 2, 1e6, "%.3f", "")
	row("wall time, s", 3, 1e6, "%.3f", goals == "tiny" ? "0.060" : "")
	row("peak memory, MB", 4, 1024, "%.1f", goals == "large" ? "1/4" : "")
}
