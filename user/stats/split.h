/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * split.h - divide runs of one kind at random in two sides that should not differ
 */
#ifndef STATS_SPLIT_H
#define STATS_SPLIT_H

#include <stdint.h>

#include "user/stats/random.h"

#define SPLIT_UNUSED 2 /* the run is on neither side */

/**
 * struct splits - different ways to divide
 * @nr: of splits
 * @runs: of runs each divides
 * @sides: @nr times @runs: 0, 1 or SPLIT_UNUSED
 *
 * The first run that a split uses is on side 0: exchanged sides are the same split.
 */
struct splits {
	uint32_t nr;
	uint32_t runs;
	uint8_t *sides;
};

/** splits_possible() - number of different splits; UINT64_MAX where there are more */
uint64_t splits_possible(uint32_t runs, uint32_t per_side);

/**
 * splits_make - all splits, if there are no more than @max; else @max different ones at random
 * @per_side: at least 1, at most half of @runs
 *
 * Returns 0, -EINVAL, or -ENOMEM.  splits_free() releases them.
 */
int splits_make(struct splits *splits, uint32_t runs, uint32_t per_side, uint32_t max,
		struct rng *rng);
void splits_free(struct splits *splits);

/** splits_get() - the side of each run in one split */
static inline const uint8_t *splits_get(const struct splits *splits, uint32_t split)
{
	return splits->sides + (uint64_t)split * splits->runs;
}

#endif
