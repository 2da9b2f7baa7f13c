/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * count.h - one run of each side: do the rates of two counts differ?
 */
#ifndef STATS_COUNT_H
#define STATS_COUNT_H

#include <stdbool.h>

#include "user/stats/interval.h"

#define COUNT_EXACT_BELOW 1000 /* effective samples of both sides, where the exact test ends */

/**
 * struct count - samples of a symbol in one side
 * @samples: effective samples k~ = P^2/Q, not negative
 * @exposure: work / mean period: what the rate is per; positive, else nothing is tested
 */
struct count {
	double samples;
	double exposure;
};

/**
 * struct rates - two rates compared
 * @tested: false without exposure or without any sample; then @p is 1
 * @exact: by the binomial distribution itself, not by a score
 * @ratio: rate of new / rate of base; INFINITY where only the base is 0, 1 where both are
 * @p: two-sided
 * @interval: of the ratio; 0 to INFINITY where not tested
 */
struct rates {
	bool tested;
	bool exact;
	double ratio;
	double p;
	struct interval interval;
};

/**
 * count_compare - the conditional test of Przyborowski and Wilenski (1940)
 * @dispersion: phi: counts vary phi times as much as Poisson's; 1: as theirs
 *
 * Counts are divided by @dispersion first; exact where fewer than COUNT_EXACT_BELOW are left.
 */
struct rates count_compare(const struct count *base, const struct count *new, double dispersion,
			   double confidence);

/**
 * binomial_p - exact two-sided test: probability of all outcomes not likelier than @k
 * @k, @n: whole numbers
 *
 * 1 for @n 0.  As binom.test() of R, to its tolerance of 1e-7 for ties.
 */
double binomial_p(double k, double n, double probability);

/** binomial_exact() - interval of the probability after Clopper and Pearson; 0 to 1 for @n 0 */
struct interval binomial_exact(double k, double n, double confidence);

/** binomial_score() - Wilson's interval; @k and @n need not be whole; 0 to 1 for @n 0 */
struct interval binomial_score(double k, double n, double confidence);

#endif
