/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stat.h - medians, and intervals for them: pure functions, reproducible from their seed
 */
#ifndef BENCH_STAT_H
#define BENCH_STAT_H

#include <stddef.h>
#include <stdint.h>

#define STAT_SEED      2006
#define STAT_RESAMPLES 1000

/* What the JSON says of intervals, so that a reader can make them again. */
#define STAT_RULE \
	"1000 resamples, indices by splitmix64 of seed, the middle 95 % (Hyndman and Fan's type 7)"

/** struct stat_interval - a median with its 95 % bootstrap interval */
struct stat_interval {
	double mid;
	double low;
	double high;
};

/** struct stat_random - a stream of random numbers (splitmix64); any seed will do */
struct stat_random {
	uint64_t state;
};

uint64_t stat_random_next(struct stat_random *random);
size_t stat_random_below(struct stat_random *random, size_t limit);

/* One figure of many values, which it may reorder; no NaN among them. */
typedef double stat_figure(double *values, size_t nr);

double stat_median(double *values, size_t nr);
double stat_quantile(double *values, size_t nr, double p);
int stat_interval_of(stat_figure *figure, const double *values, size_t nr, uint64_t seed,
		     struct stat_interval *interval);
int stat_median_interval(const double *values, size_t nr, uint64_t seed,
			 struct stat_interval *interval);
int stat_shift_interval(const double *a, size_t nr_a, const double *b, size_t nr_b, uint64_t seed,
			struct stat_interval *interval, double *error);
int stat_ratio_interval(const double *num, const double *den, size_t nr, uint64_t seed,
			struct stat_interval *interval);

#endif
