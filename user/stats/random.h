/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * random.h - numbers that look random and are the same for the same seed, on any machine
 */
#ifndef STATS_RANDOM_H
#define STATS_RANDOM_H

#include <stdint.h>

/** struct rng - a stream (xoshiro256**) */
struct rng {
	uint64_t state[4];
};

/** rng_seed() - start a stream; any seed will do */
void rng_seed(struct rng *rng, uint64_t seed);

uint64_t rng_next(struct rng *rng);

/** rng_below() - from 0 to @limit - 1, each as likely; 0 for a @limit of 0 */
uint32_t rng_below(struct rng *rng, uint32_t limit);

/** rng_unit() - in [0, 1), 53 bits */
double rng_unit(struct rng *rng);

/** rng_poisson1() - a weight: Poisson with mean 1 */
uint32_t rng_poisson1(struct rng *rng);

#endif
