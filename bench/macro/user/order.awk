# SPDX-License-Identifier: GPL-2.0-only
#
# The lines of a file in an order that only the seed decides, in any awk: Fisher and Yates's shuffle, with
# the generator of Park and Miller (CACM 31, 1988), whose products a double holds exactly.
#	awk -v seed=NUMBER -f order.awk FILE

function below(limit)
{
	state = (state * 16807) % 2147483647
	return state % limit
}

{ line[NR] = $0 }

END {
	state = seed % 2147483646 + 1
	for (i = 1; i <= 10; i++)
		below(1)
	for (i = NR; i > 1; i--) {
		j = below(i) + 1
		kept = line[i]
		line[i] = line[j]
		line[j] = kept
	}
	for (i = 1; i <= NR; i++)
		print line[i]
}
