// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat.c - medians and percentile bootstrap intervals
 *
 * Rounds of a measurement have a long tail on one side (interrupts, other guests of the machine),
 * so everything here is built on medians.  An interval is the middle 95 % of the medians of
 * resamples drawn with replacement (Efron, "Bootstrap Methods", 1979).  It speaks of the noise
 * between rounds, not of what is the same in all of them: where code and data happen to lie.
 */
#include "stat.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/** stat_random_next() - splitmix64 (Steele, Lea, Flood, OOPSLA 2014) */
uint64_t stat_random_next(struct stat_random *random)
{
	uint64_t z = random->state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/**
 * stat_random_below() - a number from 0 to @limit - 1
 * @random:	the stream
 * @limit:	at most 2^32; the bias of the multiplication is below limit / 2^32
 */
size_t stat_random_below(struct stat_random *random, size_t limit)
{
	return ((stat_random_next(random) >> 32) * limit) >> 32;
}

static void swap(double *a, double *b)
{
	double kept = *a;

	*a = *b;
	*b = kept;
}

/* Hoare's selection: afterwards values[k] is what sorting would put there, smaller ones before. */
static double select_kth(double *values, size_t nr, size_t k)
{
	size_t low = 0, high = nr - 1;

	while (low < high) {
		double pivot = values[low + (high - low) / 2];
		size_t i = low, j = high;

		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			swap(&values[i++], &values[j--]);
		}
		if (k <= j)
			high = j;
		else
			low = j + 1;
	}
	return values[k];
}

/**
 * stat_median() - of an even number, the mean of the middle two
 * @values:	reordered; no NaN
 * @nr:		0 gives NaN
 */
double stat_median(double *values, size_t nr)
{
	return stat_quantile(values, nr, 0.5);
}

/**
 * stat_quantile() - with linear interpolation (Hyndman and Fan's type 7, the default of R)
 * @values:	reordered; no NaN
 * @nr:		0 gives NaN
 * @p:		0 to 1
 */
double stat_quantile(double *values, size_t nr, double p)
{
	double at, below, above;
	size_t k;

	if (!nr)
		return NAN;
	at = p * (double)(nr - 1);
	k = (size_t)at;
	below = select_kth(values, nr, k);
	if (k + 1 >= nr || at == (double)k)
		return below;
	above = select_kth(values + k + 1, nr - k - 1, 0);
	return below + (at - (double)k) * (above - below);
}

static void percentiles(double *figures, struct stat_interval *interval)
{
	interval->low = stat_quantile(figures, STAT_RESAMPLES, 0.025);
	interval->high = stat_quantile(figures, STAT_RESAMPLES, 0.975);
}

/* One resample of both, by the same rounds; a missing denominator is 1. */
static double resample(stat_figure *figure, const double *num, const double *den, size_t nr,
		       struct stat_random *random, double *scratch)
{
	struct stat_random again = *random;
	double mid;
	size_t i;

	for (i = 0; i < nr; i++)
		scratch[i] = num[stat_random_below(random, nr)];
	mid = figure(scratch, nr);
	if (!den)
		return mid;
	for (i = 0; i < nr; i++)
		scratch[i] = den[stat_random_below(&again, nr)];
	return mid / figure(scratch, nr);
}

static double as_it_is(stat_figure *figure, const double *values, size_t nr, double *scratch)
{
	size_t i;

	for (i = 0; i < nr; i++)
		scratch[i] = values[i];
	return figure(scratch, nr);
}

static int bootstrap(stat_figure *figure, const double *num, const double *den, size_t nr,
		     uint64_t seed, struct stat_interval *interval)
{
	struct stat_random random = { seed };
	double *scratch, *figures;
	size_t i;

	if (!nr)
		return -EINVAL;
	scratch = calloc(nr + STAT_RESAMPLES, sizeof(*scratch));
	if (!scratch)
		return -ENOMEM;
	figures = scratch + nr;
	interval->mid = as_it_is(figure, num, nr, scratch);
	if (den)
		interval->mid /= as_it_is(figure, den, nr, scratch);
	for (i = 0; i < STAT_RESAMPLES; i++)
		figures[i] = resample(figure, num, den, nr, &random, scratch);
	percentiles(figures, interval);
	free(scratch);
	return 0;
}

/**
 * stat_interval_of() - a figure of @values and its interval: the middle 95 % of resamples
 * @figure:	which
 * @values:	no NaN
 * @nr:		at least 1
 * @seed:	the same one gives the same interval
 *
 * Return: 0, -EINVAL without values, -ENOMEM.
 */
int stat_interval_of(stat_figure *figure, const double *values, size_t nr, uint64_t seed,
		     struct stat_interval *interval)
{
	return bootstrap(figure, values, NULL, nr, seed, interval);
}

/**
 * stat_median_interval() - the median of @values and its interval
 * @values:	one of each round; no NaN
 * @nr:		at least 1
 * @seed:	the same one gives the same interval
 *
 * Return: 0, -EINVAL without values, -ENOMEM.
 */
int stat_median_interval(const double *values, size_t nr, uint64_t seed,
			 struct stat_interval *interval)
{
	return stat_interval_of(stat_median, values, nr, seed, interval);
}

/**
 * stat_ratio_interval() - median of @num over median of @den, and its interval
 * @num:	one of each round
 * @den:	of the same rounds; rounds are drawn in pairs
 *
 * For differences, whose own ratios round by round are wild where the denominator is near 0.
 *
 * Return: as stat_median_interval().
 */
int stat_ratio_interval(const double *num, const double *den, size_t nr, uint64_t seed,
			struct stat_interval *interval)
{
	return bootstrap(stat_median, num, den, nr, seed, interval);
}

/* A resample of one run's own rounds. */
static double resample_one(const double *values, size_t nr, struct stat_random *random,
			   double *scratch)
{
	size_t i;

	for (i = 0; i < nr; i++)
		scratch[i] = values[stat_random_below(random, nr)];
	return stat_median(scratch, nr);
}

static double deviation(const double *values, size_t nr)
{
	double mean = 0, sum = 0;
	size_t i;

	for (i = 0; i < nr; i++)
		mean += values[i] / (double)nr;
	for (i = 0; i < nr; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return sqrt(sum / (double)(nr - 1));
}

/**
 * stat_shift_interval() - median of @b less median of @a, which are not paired, and its interval
 * @a, @b:	of two runs; each is resampled from its own
 * @seed:	the same one gives the same interval
 * @error:	the standard error: the standard deviation of the resampled differences
 *
 * The two-sample bootstrap of Efron and Tibshirani, "An Introduction to the Bootstrap", chapter 8.
 *
 * Return: 0, -EINVAL without values, -ENOMEM.
 */
int stat_shift_interval(const double *a, size_t nr_a, const double *b, size_t nr_b, uint64_t seed,
			struct stat_interval *interval, double *error)
{
	struct stat_random random = { seed };
	size_t room = nr_a > nr_b ? nr_a : nr_b, i;
	double *scratch, *figures;

	if (!nr_a || !nr_b)
		return -EINVAL;
	scratch = calloc(room + STAT_RESAMPLES, sizeof(*scratch));
	if (!scratch)
		return -ENOMEM;
	figures = scratch + room;
	interval->mid =
		as_it_is(stat_median, b, nr_b, scratch) - as_it_is(stat_median, a, nr_a, scratch);
	for (i = 0; i < STAT_RESAMPLES; i++) {
		double from = resample_one(a, nr_a, &random, scratch);

		figures[i] = resample_one(b, nr_b, &random, scratch) - from;
	}
	*error = deviation(figures, STAT_RESAMPLES);
	percentiles(figures, interval);
	free(scratch);
	return 0;
}
