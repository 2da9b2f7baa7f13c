/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * welch.h - do the runs of two sides differ?  Also for runs that were made in pairs
 */
#ifndef STATS_WELCH_H
#define STATS_WELCH_H

#include <stdbool.h>
#include <stdint.h>

#include "user/stats/interval.h"
#include "user/stats/sample.h"
#include "user/stats/shrink.h"

/**
 * struct means - two means compared
 * @tested: false where no degree of freedom is left: then @p is 1, @interval everything
 * @mean: of base and new
 * @variance: of these means (not of one run)
 * @covariance: of these means: 0 unless runs are paired
 * @shared: both variances come from one estimate (pairs, or a side of one run)
 * @df_side: degrees of freedom of each variance, prior left out
 * @df_prior: d0
 * @difference: new - base
 * @error: standard error of it
 * @df: of the test: Satterthwaite's and d0
 * @t: @difference / @error; 0 where both are 0, infinite where only @error is
 * @p: two-sided
 * @interval: of the difference
 */
struct means {
	bool tested;
	bool shared;
	double mean[2];
	double variance[2];
	double covariance;
	double df_side[2];
	double df_prior;
	double difference;
	double error;
	double df;
	double t;
	double p;
	struct interval interval;
};

/**
 * satterthwaite - degrees of freedom of a sum of two estimated variances
 *
 * (a + b)^2 / (a^2/df_a + b^2/df_b).  A part of 0 leaves the other's; both 0: df_a + df_b.
 * A part above 0 without a degree of freedom leaves none: 0.
 */
double satterthwaite(double a, double df_a, double b, double df_b);

/**
 * welch - compare the means of two independent sides
 * @base, @new: a side with one run is taken to be as dispersed as the other; one with none, or one
 *	run on both: not tested
 * @prior: NULL: none
 * @confidence: of the interval, in (0, 1)
 *
 * Equal means without any variance: p = 1.  Different means without any variance: p = 0, and the
 * interval is the difference.
 */
struct means welch(const struct sample *base, const struct sample *new, const struct prior *prior,
		   double confidence);

/**
 * welch_statistic - welch() as far as @t and @df
 *
 * @p is 1 and @interval everything until means_test(); most of the time is saved by those who need
 * neither of small @t.  |t| that the normal distribution does not call significant, no @df does.
 */
struct means welch_statistic(const struct sample *base, const struct sample *new,
			     const struct prior *prior);

/** means_test() - p and interval of means that have their t */
void means_test(struct means *means, double confidence);

/**
 * paired_differences - summarise the differences of pairs
 * @floor: sampling variance of a difference: the floors of both sides added
 */
struct sample paired_differences(const double *base, const double *new, uint32_t nr, double floor);

/**
 * paired - compare means of runs that belong together
 * @base, @new: the i-th of each are a pair; @nr of each
 * @floor: sampling variance of one run of either side
 * @prior: fitted from paired_differences(); NULL: none
 *
 * Fewer than two pairs: not tested.
 */
struct means paired(const double *base, const double *new, uint32_t nr, const double floor[2],
		    const struct prior *prior, double confidence);

#endif
