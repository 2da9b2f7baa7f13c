# SPDX-License-Identifier: GPL-2.0-only
#
# What the reports of macro/ and diff/ have in common.

function sort_numbers(values, n,	i, j, value)
{
	for (i = 2; i <= n; i++) {
		value = values[i]
		for (j = i - 1; j >= 1 && values[j] > value; j--)
			values[j + 1] = values[j]
		values[j + 1] = value
	}
}

# Of numbers with blanks between them; values are they, sorted.
function median_of(list, values,	n, i)
{
	n = split(list, values, " ")
	for (i = 1; i <= n; i++)
		values[i] += 0
	sort_numbers(values, n)
	return n % 2 ? values[(n + 1) / 2] : (values[n / 2] + values[n / 2 + 1]) / 2
}
