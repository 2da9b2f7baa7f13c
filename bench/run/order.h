/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * order.h - in which order the rows of a round run
 *
 * By the seed and the round alone, so that a run can be made again.
 */
#ifndef BENCH_ORDER_H
#define BENCH_ORDER_H

#include <stdint.h>

/* What the JSON says of it, so that a reader can tell which rule the seed is for. */
#define ORDER_RULE \
	"Fisher-Yates by splitmix64 of seed ^ (round / 2 + 1) << 32, backwards in odd rounds"

void order_fill(unsigned int *order, unsigned int nr, uint64_t seed, unsigned int round);

#endif
