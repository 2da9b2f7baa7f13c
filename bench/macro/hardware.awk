# SPDX-License-Identifier: GPL-2.0-only
#
# The report of hardware.sh, from lines BOOT KERNEL STATE WORK ROUND REAL USER SYS.
#	awk -f ../median.awk -f hardware.awk RESULTS
#
# What varies independently is the boot, for off against absent: the n-th boot of one kernel is paired
# with the n-th of the other.  For on against off it is the round, inside a boot.  Differences are means
# of the logarithms of the ratios; intervals are Student's, 95 %.

function student(freedom,	table, n)
{
	n = split("12.71 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131", \
		  table, " ")
	return freedom <= n ? table[freedom] : freedom <= 30 ? 2.09 : 2.0
}

# A sample of logarithms of ratios, as text: "+0.12 +-0.30 %".
function difference(list, of,	values, n, i, sum, mean, squares, half)
{
	n = split(list, values, " ")
	if (n < 2)
		return "needs two " of " or more"
	for (i = 1; i <= n; i++)
		sum += values[i]
	mean = sum / n
	for (i = 1; i <= n; i++)
		squares += (values[i] - mean) ^ 2
	half = student(n - 1) * sqrt(squares / (n - 1) / n)
	return sprintf("%+.2f +-%.2f %% over %d %s: %s", 100 * mean, 100 * half, n, of,
		       mean > half || -mean > half ? "different" : "not distinguishable")
}

BEGIN { FS = "\t" }
!(($2, $1) in number) { number[$2, $1] = ++boots[$2] }
{
	works[$4] = 1
	real[$4, $3] = real[$4, $3] " " $6
	user[$4, $3] = user[$4, $3] " " $7
	sys[$4, $3] = sys[$4, $3] " " $8
	of_boot[$4, $3, number[$2, $1]] = of_boot[$4, $3, number[$2, $1]] " " $6
	if ($3 == "absent")
		next
	if (($4, $1, $5) in other) {
		ratio = log($6 / other[$4, $1, $5])
		on_off[$4] = on_off[$4] " " ($3 == "on" ? ratio : -ratio)
	}
	other[$4, $1, $5] = $6
}

END {
	for (work in works) {
		print work
		n = split("absent off on", states, " ")
		for (i = 1; i <= n; i++)
			if ((work, states[i]) in real)
				printf "  %-7s %3d rounds, medians: real %9.3f s  user %9.3f s  sys %9.3f s\n",
					states[i], split(real[work, states[i]], unused, " "),
					median_of(real[work, states[i]]), median_of(user[work, states[i]]),
					median_of(sys[work, states[i]])
		list = ""
		for (i = 1; (work, "absent", i) in of_boot && (work, "off", i) in of_boot; i++)
			list = list " " log(median_of(of_boot[work, "off", i]) / \
					    median_of(of_boot[work, "absent", i]))
		print "  off against absent: " difference(list, "pairs of boots")
		print "  on against off:     " difference(on_off[work], "pairs of rounds")
	}
}
