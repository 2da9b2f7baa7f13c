/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * share.h - one run of each side: do the shares of a symbol differ?
 */
#ifndef STATS_SHARE_H
#define STATS_SHARE_H

#include <stdbool.h>

#include "user/stats/interval.h"

/**
 * struct share - part of a run
 * @value: 0 to 1
 * @samples: effective samples of the whole run
 */
struct share {
	double value;
	double samples;
};

/**
 * struct shares - two shares compared
 * @tested: false where a run has no samples; then @p is 1, the interval -1 to 1
 * @difference: new - base
 */
struct shares {
	bool tested;
	double difference;
	double p;
	struct interval interval;
};

/**
 * share_compare - pooled score test, and Newcombe's hybrid interval (1998, method 10)
 * @dispersion: phi; the runs count as samples / phi
 *
 * Both shares 0, or both 1: p = 1, and still an interval.
 */
struct shares share_compare(const struct share *base, const struct share *new, double dispersion,
			    double confidence);

#endif
