// SPDX-License-Identifier: GPL-2.0-only
/*
 * steady.c - steps and drift of a series that is noisy and has outliers
 *
 * Steps: at each round the median of some rounds behind it over the median of as many before it.  A
 * step stands out of what these do elsewhere: it is at least half a percent, and six times their own
 * median.  So neither an outlier is one (it moves no median), nor a slope (its windows differ by as
 * much everywhere), nor a series that alternates.  Where exactly it is, is the round that splits the
 * windows with the least absolute deviations from both levels.
 *
 * Drift: steps are taken out first.  Theil-Sen's slope is the median of the slopes of all pairs (Sen,
 * "Estimates of the Regression Coefficient Based on Kendall's Tau", JASA 1968), Mann-Kendall's test
 * says whether there is one (Mann, Econometrica 1945; Kendall, "Rank Correlation Methods"; ties
 * corrected as there).  Both are of medians of windows, at most POINTS: pairs grow with the square.
 * A drift is told if chance has it once in a thousand series, and it is at least half a percent.
 */
#include "steady.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "stat.h"

#define WINDOW_MIN  5
#define WINDOW_MAX  25
#define POINTS	    128
#define LEAST	    0.005 /* a smaller change is not worth a line */
#define STEP_FACTOR 6
#define Z_MAX	    3.29 /* one in a thousand */
#define OUTLIER	    0.25

static unsigned int window_of(unsigned int nr)
{
	unsigned int window = nr / 50;

	return window < WINDOW_MIN ? WINDOW_MIN : window > WINDOW_MAX ? WINDOW_MAX : window;
}

static double window_median(const double *values, unsigned int nr)
{
	double scratch[WINDOW_MAX];

	memcpy(scratch, values, nr * sizeof(*values));
	return stat_median(scratch, nr);
}

/* ---- steps --------------------------------------------------------------------------------- */

/* changes[i] is that at round i; 0 where there is no whole window on both sides. */
static void read_changes(const double *values, unsigned int nr, unsigned int window,
			 double *changes)
{
	unsigned int i;

	memset(changes, 0, nr * sizeof(*changes));
	for (i = window; i + window <= nr; i++)
		changes[i] = window_median(values + i, window) /
				     window_median(values + i - window, window) -
			     1;
}

static double threshold_of(const double *changes, unsigned int nr, double *scratch)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		scratch[i] = fabs(changes[i]);
	return fmax(LEAST, STEP_FACTOR * stat_median(scratch, nr));
}

/* The middle of the largest ones that are equal: a step is seen from half a window around. */
static unsigned int largest(const double *changes, unsigned int nr)
{
	unsigned int first = 0, last, i;

	for (i = 1; i < nr; i++) {
		if (fabs(changes[i]) > fabs(changes[first]))
			first = i;
	}
	for (last = first; last + 1 < nr && changes[last + 1] == changes[first];)
		last++;
	return first + (last - first) / 2;
}

static double deviations(const double *values, unsigned int nr, double level)
{
	double sum = 0;
	unsigned int i;

	for (i = 0; i < nr; i++)
		sum += fabs(values[i] - level);
	return sum;
}

static unsigned int refine(const double *values, unsigned int at, unsigned int window)
{
	const double *begin = values + at - window;
	double before = window_median(begin, window), behind = window_median(values + at, window);
	double least = INFINITY;
	unsigned int i, best = window;

	for (i = 1; i < 2 * window; i++) {
		double sum = deviations(begin, i, before) +
			     deviations(begin + i, 2 * window - i, behind);

		if (sum < least) {
			least = sum;
			best = i;
		}
	}
	return at - window + best;
}

static void forget_around(double *changes, unsigned int nr, unsigned int at, unsigned int window)
{
	unsigned int i = at > window ? at - window : 0;

	for (; i < nr && i <= at + window; i++)
		changes[i] = 0;
}

static void add_step(struct steady *steady, unsigned int round, double change)
{
	unsigned int i = steady->nr_steps++;

	for (; i && steady->steps[i - 1].round > round; i--)
		steady->steps[i] = steady->steps[i - 1];
	steady->steps[i] = (struct steady_step){ round, change };
}

static void find_steps(const double *values, unsigned int nr, double *changes, double *scratch,
		       struct steady *steady)
{
	unsigned int window = window_of(nr), at;
	double threshold;

	read_changes(values, nr, window, changes);
	threshold = threshold_of(changes + window, nr - 2 * window + 1, scratch);
	while (steady->nr_steps < STEADY_STEPS) {
		at = largest(changes, nr);
		if (!(fabs(changes[at]) > threshold))
			return;
		add_step(steady, refine(values, at, window), changes[at]);
		forget_around(changes, nr, at, window);
	}
}

/* ---- drift --------------------------------------------------------------------------------- */

static void remove_steps(const double *values, unsigned int nr, const struct steady *steady,
			 double *flat)
{
	unsigned int i, next = 0;
	double level = 1;

	for (i = 0; i < nr; i++) {
		while (next < steady->nr_steps && steady->steps[next].round == i)
			level *= 1 + steady->steps[next++].change;
		flat[i] = values[i] / level;
	}
}

/* Medians of POINTS stretches, in their place; fewer values stay as they are. */
static unsigned int condense(double *values, unsigned int nr)
{
	unsigned int i;

	if (nr <= POINTS)
		return nr;
	for (i = 0; i < POINTS; i++) {
		size_t begin = (size_t)nr * i / POINTS, end = (size_t)nr * (i + 1) / POINTS;

		values[i] = stat_median(values + begin, end - begin);
	}
	return POINTS;
}

static double theil_sen(const double *points, unsigned int nr, double *slopes)
{
	unsigned int i, j;
	size_t n = 0;

	for (i = 0; i < nr; i++)
		for (j = i + 1; j < nr; j++)
			slopes[n++] = (points[j] - points[i]) / (j - i);
	return stat_median(slopes, n);
}

/* How many values are equal to this one, itself too. */
static unsigned int ties_of(const double *points, unsigned int nr, unsigned int i)
{
	unsigned int j, ties = 0;

	for (j = 0; j < nr; j++)
		ties += points[j] == points[i];
	return ties;
}

/* A group of t ties takes t (t - 1) (2 t + 5) off: each of its t members (t - 1) (2 t + 5). */
static double mann_kendall(const double *points, unsigned int nr)
{
	double s = 0, variance = (double)nr * (nr - 1.0) * (2.0 * nr + 5);
	unsigned int i, j;

	for (i = 0; i < nr; i++) {
		double ties = ties_of(points, nr, i);

		variance -= (ties - 1) * (2 * ties + 5);
		for (j = i + 1; j < nr; j++)
			s += (points[j] > points[i]) - (points[j] < points[i]);
	}
	variance /= 18;
	if (!(variance > 0) || s == 0)
		return 0;
	return (s > 0 ? s - 1 : s + 1) / sqrt(variance);
}

static int find_drift(double *flat, unsigned int nr, struct steady *steady)
{
	unsigned int points = condense(flat, nr);
	double *slopes = calloc((size_t)points * points, sizeof(*slopes));
	double slope;

	if (!slopes)
		return -ENOMEM;
	slope = theil_sen(flat, points, slopes);
	steady->z = mann_kendall(flat, points);
	memcpy(slopes, flat, points * sizeof(*flat));
	steady->trend = slope * (points - 1) / stat_median(slopes, points);
	steady->drifts = fabs(steady->z) > Z_MAX && fabs(steady->trend) > LEAST;
	free(slopes);
	return 0;
}

static void find_spread(const double *values, unsigned int nr, double *scratch,
			struct steady *steady)
{
	double median, low, high;
	unsigned int i;

	memcpy(scratch, values, nr * sizeof(*values));
	low = stat_quantile(scratch, nr, 0.25);
	high = stat_quantile(scratch, nr, 0.75);
	median = stat_median(scratch, nr);
	steady->spread = (high - low) / median;
	for (i = 0; i < nr; i++)
		steady->outliers += fabs(values[i] / median - 1) > OUTLIER;
}

/**
 * steady_read() - look at a series
 * @values:	one of each round, greater than 0
 * @nr:		with less than STEADY_ROUNDS nothing is told
 * @steady:	filled in
 *
 * Return: 0, -ENOMEM.
 */
int steady_read(const double *values, unsigned int nr, struct steady *steady)
{
	double *scratch;
	int ret;

	memset(steady, 0, sizeof(*steady));
	if (nr < STEADY_ROUNDS)
		return 0;
	scratch = calloc(2 * (size_t)nr, sizeof(*scratch));
	if (!scratch)
		return -ENOMEM;
	find_spread(values, nr, scratch, steady);
	find_steps(values, nr, scratch, scratch + nr, steady);
	remove_steps(values, nr, steady, scratch);
	ret = find_drift(scratch, nr, steady);
	steady->told = !ret;
	free(scratch);
	return ret;
}
