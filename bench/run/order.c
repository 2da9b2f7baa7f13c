// SPDX-License-Identifier: GPL-2.0-only
/*
 * order.c - a random order for each pair of rounds, and the same backwards for the second of them
 *
 * Random, so that no row always follows the same other one (what a row leaves in caches and
 * predictors meets all others alike); backwards, so that of any two rows each is the earlier one
 * equally often, and a clock that drifts evenly adds nothing to the mean of their differences.
 */
#include "order.h"

#include "stat.h"

static void swap(unsigned int *a, unsigned int *b)
{
	unsigned int kept = *a;

	*a = *b;
	*b = kept;
}

/**
 * order_fill() - numbers from 0 to @nr - 1 in the order of a round
 * @order:	room for @nr
 * @seed:	of the run
 * @round:	which
 */
void order_fill(unsigned int *order, unsigned int nr, uint64_t seed, unsigned int round)
{
	struct stat_random random = { seed ^ ((uint64_t)(round / 2 + 1) << 32) };
	unsigned int i;

	for (i = 0; i < nr; i++)
		order[i] = i;
	for (i = nr; i > 1; i--)
		swap(&order[i - 1], &order[stat_random_below(&random, i)]);
	for (i = 0; round & 1 && i < nr / 2; i++)
		swap(&order[i], &order[nr - 1 - i]);
}
