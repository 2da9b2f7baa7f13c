// SPDX-License-Identifier: GPL-2.0-only
/*
 * drift.c - slope over time
 *
 * A machine that warms up, or a neighbour that comes and goes, makes later runs differ from earlier
 * ones; if all of the base was recorded before all of the new side, that is a difference between
 * them.  The straight line by least squares, its slope held against its standard error with R - 2
 * degrees of freedom, shows the drifts that are steady.
 */
#include "user/stats/drift.h"

#include <math.h>
#include <stddef.h>

#include "user/stats/dist.h"

/* Sums of squares and products around the means. */
struct sums {
	double time, value;
	double tt, tv;
	double length;
};

static double when(const double *time, uint32_t i)
{
	return time ? time[i] : i;
}

static struct sums sums_of(const double *time, const double *values, uint32_t nr)
{
	struct sums sums = { 0 };
	double first = INFINITY, last = -INFINITY;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		sums.time += when(time, i) / nr;
		sums.value += values[i] / nr;
		first = fmin(first, when(time, i));
		last = fmax(last, when(time, i));
	}
	for (i = 0; i < nr; i++) {
		double off = when(time, i) - sums.time;

		sums.tt += off * off;
		sums.tv += off * (values[i] - sums.value);
	}
	sums.length = nr ? last - first : 0;
	return sums;
}

/* Standard error of the slope. */
static double slope_error(const struct sums *sums, double slope, const double *time,
			  const double *values, uint32_t nr)
{
	double squares = 0;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		double off = values[i] - sums->value - slope * (when(time, i) - sums->time);

		squares += off * off;
	}
	return sqrt(squares / (nr - 2) / sums->tt);
}

struct drift drift_of(const double *time, const double *values, uint32_t nr, double confidence)
{
	struct sums sums = sums_of(time, values, nr);
	struct drift drift = { .p = 1 };
	double error, half;

	if (nr < 3 || !(sums.tt > 0))
		return drift;
	drift.tested = true;
	drift.slope = sums.tv / sums.tt;
	error = slope_error(&sums, drift.slope, time, values, nr);
	if (drift.slope != 0)
		drift.p = error > 0 ? dist_t_p(drift.slope / error, nr - 2) : 0;
	half = error > 0 ? error * dist_t_quantile((1 + confidence) / 2, nr - 2) : 0;
	drift.interval = (struct interval){ drift.slope - half, drift.slope + half };
	if (sums.value != 0)
		drift.relative = drift.slope * sums.length / sums.value;
	return drift;
}
