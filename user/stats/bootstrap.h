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
 * @at: NULL, or the numbers of the @nr_at blocks that @blocks has, ascending; others cost nothing
 */
struct block_run {
	const double *blocks;
	uint32_t nr;
	double work;
	const uint32_t *at;
	uint32_t nr_at;
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
 * @p: two-sided, of the difference; never below 2 / (replicates + 1)
 */
struct bootstrap {
	bool tested;
	struct interval difference;
	struct interval ratio;
	double p;
};

/**
 * struct bootstrap_rule - how replicates are drawn and read
 * @replicates: at least 1; 1000 and more are useful
 */
struct bootstrap_rule {
	enum bootstrap_method method;
	uint32_t replicates;
	uint64_t seed;
	double confidence;
};

/** struct block_pair - one symbol, and what was found */
struct block_pair {
	struct block_side base, new;
	struct bootstrap result;
};

/**
 * bootstrap_compare - compare two sides of several symbols
 * @pairs: all of the same runs: as many, with as many blocks and as much work
 *
 * All symbols are drawn alike, and each as if it were alone.  Results are the same for the same seed,
 * to the bit where costs are whole numbers.  Returns 0, -EINVAL for no replicate, or -ENOMEM
 * (replicates are kept: two numbers of each pair).
 */
int bootstrap_compare(struct block_pair *pairs, uint32_t nr, const struct bootstrap_rule *rule);

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
