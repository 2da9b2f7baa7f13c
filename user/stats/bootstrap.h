/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bootstrap.h - intervals without a formula: draw runs, and time blocks inside them, again
 */
#ifndef STATS_BOOTSTRAP_H
#define STATS_BOOTSTRAP_H

#include <stdbool.h>
#include <stdint.h>

#include "user/stats/interval.h"
#include "user/stats/random.h"

/**
 * struct block_run - the costs of one run, by time
 * @blocks: cost of each block (periods, not yet per work)
 * @nr: of blocks; 0: a run that cost nothing
 * @work: positive
 */
struct block_run {
	const double *blocks;
	uint32_t nr;
	double work;
};

/** struct block_side - the runs of one side */
struct block_side {
	const struct block_run *runs;
	uint32_t nr;
};

enum bootstrap_method {
	BOOTSTRAP_PERCENTILE,
	BOOTSTRAP_BCA,
};

/**
 * struct bootstrap - two sides compared
 * @tested: false where a side has no run, or one run of fewer than two blocks
 * @difference: interval of mean(new) - mean(base)
 * @ratio: interval of mean(new) / mean(base); INFINITY where the base was 0 in a replicate; 0 to
 *	INFINITY where not tested
 * @p: two-sided, of the difference; never below 1 / (replicates + 1)
 */
struct bootstrap {
	bool tested;
	struct interval difference;
	struct interval ratio;
	double p;
};

/**
 * bootstrap_compare - compare two sides
 * @base, @new: with the same @seed and the same shape, any symbol is drawn alike
 * @replicates: at least 1; 1000 and more are useful
 *
 * Returns 0, -EINVAL for no replicate, or -ENOMEM (replicates are kept).
 */
int bootstrap_compare(const struct block_side *base, const struct block_side *new,
		      enum bootstrap_method method, uint32_t replicates, uint64_t seed,
		      double confidence, struct bootstrap *result);

/** bootstrap_mean() - mean cost per work of one replicate of a side; 0 for no runs */
double bootstrap_mean(const struct block_side *side, struct rng *rng);

/**
 * bootstrap_percentile - the middle of the replicates (Hyndman and Fan's type 7)
 * @replicates: ascending, not NaN; @nr at least 1
 */
struct interval bootstrap_percentile(const double *replicates, uint32_t nr, double confidence);

/**
 * bootstrap_bca - bias-corrected and accelerated (Efron 1987)
 * @replicates: ascending
 * @estimate: of the data themselves
 * @acceleration: of bootstrap_acceleration(); 0 gives the bias-corrected interval
 */
struct interval bootstrap_bca(const double *replicates, uint32_t nr, double estimate,
			      double acceleration, double confidence);

/** bootstrap_acceleration() - from estimates that leave out one each; 0 where they are all alike */
double bootstrap_acceleration(const double *left_out, uint32_t nr);

/**
 * block_dispersion - how much more than by sampling the blocks of one run differ: phi
 * @sampling: sampling variance of each block (sum of squared periods)
 *
 * Returns at least 1; 1 for fewer than two blocks or no samples.
 */
double block_dispersion(const double *blocks, const double *sampling, uint32_t nr);

#endif
