/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stats_test.h - for the tests of user/stats: nearly equal, and data drawn from a fixed seed
 *
 * Simulations give the same figures wherever they run; their bounds hold for the seed they name.
 */
#ifndef STATS_TEST_H
#define STATS_TEST_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "user/stats/interval.h"
#include "user/stats/random.h"

/* To nine digits, or to 1e-12 around 0; infinities alike. */
static inline int is_close(double a, double b)
{
	return a == b || fabs(a - b) <= 1e-9 * fmax(fabs(a), fabs(b)) || fabs(a - b) < 1e-12;
}

#define assert_close(a, b)                                                      \
	do {                                                                    \
		double close_a = (a), close_b = (b);                            \
                                                                                \
		if (!is_close(close_a, close_b))                                \
			fail_msg("%s: %.15g, not %.15g", #a, close_a, close_b); \
	} while (0)

#define assert_interval(of, a, b)             \
	do {                                  \
		struct interval found = (of); \
                                              \
		assert_close(found.low, a);   \
		assert_close(found.high, b);  \
	} while (0)

#define assert_between(x, a, b)                                                         \
	do {                                                                            \
		double between = (x);                                                   \
                                                                                        \
		if (!(between >= (a) && between <= (b)))                                \
			fail_msg("%s: %g, not from %g to %g", #x, between, (double)(a), \
				 (double)(b));                                          \
	} while (0)

/* Normal, mean 0 and variance 1 (Box and Muller, Annals of Mathematical Statistics 29, 1958). */
static inline double draw_normal(struct rng *rng)
{
	double radius = sqrt(-2 * log(1 - rng_unit(rng)));

	return radius * cos(2 * M_PI * rng_unit(rng));
}

/* How many steps of an exponential length fit in @mean; fifty at a time, as products underflow. */
static inline double draw_poisson(struct rng *rng, double mean)
{
	double count = 0;

	while (mean > 0) {
		double part = fmin(mean, 50), end = exp(-part), product = rng_unit(rng);

		for (; product > end; count++)
			product *= rng_unit(rng);
		mean -= part;
	}
	return count;
}

/* A sum of @df squares: chi squared. */
static inline double draw_chi2(struct rng *rng, int df)
{
	double sum = 0;

	while (df--) {
		double normal = draw_normal(rng);

		sum += normal * normal;
	}
	return sum;
}

#endif
