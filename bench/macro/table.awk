# SPDX-License-Identifier: GPL-2.0-only
#
# The table of kernel.sh, from what guest_macro.sh sent: STATE ROW ROUND OPERATIONS COUNT.
#	awk -f ../median.awk -f table.awk VANILLA/macro MARKED/macro
#
# Medians over the rounds but for the first, of instructions per operation.  "+-" is half of the range.

# Sets median and spread.
function reduce(state, row,	values, n)
{
	n = split(all[state, row], values, " ")
	if (!n) {
		print "no rounds of " row ", " state >"/dev/stderr"
		failed = 1
		exit 1
	}
	median = median_of(all[state, row], values)
	spread = (values[n] - values[1]) / 2
}

function cell(state, row)
{
	reduce(state, row)
	medians[state] = median
	return sprintf("%9.1f %-6s", median, sprintf("+-%.1f", spread))
}

BEGIN { FS = "\t" }
!($2 in seen) { seen[$2] = 1; rows[++nr] = $2 }
$1 == "hits" { sites[$2] = $5 / $4; next }
$3 > 0 { all[$1, $2] = all[$1, $2] " " $5 / $4 }

END {
	if (failed)
		exit 1
	printf "%-16s %6s  %-16s %-16s %-16s %-16s %7s %7s %6s %6s\n", "instructions", "sites", "   absent",
		"      off", "       on", "off again", "off", "off", "off", "on"
	printf "%-16s %6s  %-16s %-16s %-16s %-16s %7s %7s %6s %6s\n", "per operation", "hit", "", "", "", "",
		"-absent", "%", "/site", "/site"
	for (i = 1; i <= nr; i++) {
		row = rows[i]
		line = sprintf("%-16s %6.2f  %s %s %s %s", row, sites[row], cell("absent", row),
			       cell("off", row), cell("on", row), cell("off-again", row))
		off = medians["off"] - medians["absent"]
		on = medians["on"] - medians["off"]
		printf "%s %7.1f %7.2f %6.2f %6.1f\n", line, off, 100 * off / medians["absent"],
			off / sites[row], on / sites[row]
	}
}
