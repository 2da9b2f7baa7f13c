// SPDX-License-Identifier: GPL-2.0-only
/*
 * trim.c - the 10 % trimmed mean and its percentile bootstrap interval
 *
 * For differences of many layouts of a program, which scatter to both sides like a normal
 * distribution and have a few outliers (an interrupt, another guest of the machine).  A tenth of the
 * values is dropped at either end.  The median drops all but one and needs half as many layouts
 * again for the same interval; the mean is at the mercy of the outliers (Wilcox, "Introduction to
 * Robust Estimation and Hypothesis Testing", chapter 3).
 */
#include "trim.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/**
 * trim_mean() - the mean of what is left when the smallest and the largest tenth are dropped
 * @values:	sorted by this; no NaN
 * @nr:		0 gives NaN; of less than ten nothing is dropped
 */
double trim_mean(double *values, size_t nr)
{
	size_t dropped = nr / 10, i;
	double sum = 0;

	if (!nr)
		return NAN;
	qsort(values, nr, sizeof(*values), compare);
	for (i = dropped; i < nr - dropped; i++)
		sum += values[i];
	return sum / (double)(nr - 2 * dropped);
}

/**
 * trim_mean_interval() - the trimmed mean of @values and its interval
 * @values:	one of each layout; no NaN
 * @nr:		at least 1
 * @seed:	the same one gives the same interval
 *
 * The interval is the middle 95 % of the trimmed means of STAT_RESAMPLES resamples.
 *
 * Return: 0, -EINVAL without values, -ENOMEM.
 */
int trim_mean_interval(const double *values, size_t nr, uint64_t seed,
		       struct stat_interval *interval)
{
	return stat_interval_of(trim_mean, values, nr, seed, interval);
}
