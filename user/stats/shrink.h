/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shrink.h - few runs know little of their own variance: let each symbol borrow from the others
 */
#ifndef STATS_SHRINK_H
#define STATS_SHRINK_H

#include <stdint.h>

#include "user/stats/sample.h"

#define SHRINK_MIN_SAMPLES 50 /* effective samples of a symbol that the prior is fitted from */
#define SHRINK_MIN_SYMBOLS 10 /* fewer tell nothing of how dispersions are spread */
#define SHRINK_MAX_DF	   10 /* the prior is never believed more than this many runs */

/**
 * struct dispersion - how much more than by sampling the runs of one symbol differ
 * @value: scatter / floor, see dispersion_of()
 * @df: degrees of freedom of it; not positive: not used
 * @samples: effective samples (k~) of all its runs; below SHRINK_MIN_SAMPLES: not used
 */
struct dispersion {
	double value;
	double df;
	double samples;
};

/**
 * struct prior - what all symbols together say of the dispersion of one
 * @df: d0, at most SHRINK_MAX_DF; 0: nothing is known, and nothing is shrunk
 * @value: s0^2, the dispersion they have in common
 * @symbols: how many it was fitted from
 */
struct prior {
	double df;
	double value;
	uint32_t symbols;
};

/**
 * dispersion_of - the dispersion of one symbol, both sides pooled
 * @a, @b: its sides; one without floor or with less than two runs adds nothing
 * @samples: effective samples of all runs
 *
 * For pairs, give the differences as @a and NULL as @b.
 */
struct dispersion dispersion_of(const struct sample *a, const struct sample *b, double samples);

/**
 * prior_fit - fit the prior by moments of log(dispersion), after Smyth (2004)
 * @dispersions: may be reordered
 * @prior: all 0 where fewer than SHRINK_MIN_SYMBOLS can be used, or more than half of those are 0
 *
 * Allocates nothing.
 */
void prior_fit(struct dispersion *dispersions, uint32_t nr, struct prior *prior);

/**
 * prior_variance - variance of one value of a side, with what the others know
 * @prior: NULL or @prior->df 0: sample_variance()
 *
 * Never below the floor.  0 for no runs.
 */
double prior_variance(const struct prior *prior, const struct sample *sample);

/** prior_df() - d0, 0 for NULL */
double prior_df(const struct prior *prior);

#endif
