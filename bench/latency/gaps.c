// SPDX-License-Identifier: GPL-2.0-only
/*
 * gaps.c - median, 99th percentile and maximum
 */
#include "gaps.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/**
 * gap_figures() - what many gaps come to
 * @gaps:	left in their order
 * @nr:		at least 1
 *
 * Return: 0, -EINVAL without gaps, -ENOMEM.
 */
int gap_figures(const double *gaps, size_t nr, struct gap_figures *figures)
{
	double *copy;

	if (!nr)
		return -EINVAL;
	copy = malloc(nr * sizeof(*copy));
	if (!copy)
		return -ENOMEM;
	memcpy(copy, gaps, nr * sizeof(*copy));
	figures->median = stat_quantile(copy, nr, 0.5);
	figures->p99 = stat_quantile(copy, nr, 0.99);
	figures->max = stat_quantile(copy, nr, 1);
	free(copy);
	return 0;
}
