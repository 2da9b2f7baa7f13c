// SPDX-License-Identifier: GPL-2.0-only
/*
 * split.c - every way to divide runs in two, or a random choice of ways
 *
 * Runs of one program under one condition, divided at random, do not differ: what is called changed
 * between the halves is called so by mistake.  Of n runs, 2k on two sides of k: n! / ((n - 2k)! k!
 * k! 2) ways, as exchanged sides are the same.
 */
#include "user/stats/split.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* n over k, or UINT64_MAX: the product is divided as it grows, and is whole after each step. */
static uint64_t choose(uint32_t n, uint32_t k)
{
	unsigned __int128 product = 1;
	uint32_t i;

	for (i = 1; i <= k; i++) {
		product = product * (n - k + i) / i;
		if (product >= UINT64_MAX)
			return UINT64_MAX;
	}
	return product;
}

uint64_t splits_possible(uint32_t runs, uint32_t per_side)
{
	uint64_t used, halves;

	if (!per_side || per_side > runs / 2)
		return 0;
	used = choose(runs, 2 * per_side);
	/* Half of 2k over k is 2k - 1 over k - 1: the first run's side is given. */
	halves = choose(2 * per_side - 1, per_side - 1);
	return halves > UINT64_MAX / used ? UINT64_MAX : used * halves;
}

/* Where all splits are written in turn. */
struct all {
	struct splits *splits;
	uint8_t *sides;	  /* the one being made */
	uint32_t left[3]; /* runs that each side still lacks */
	uint32_t made;
};

static void place_run(struct all *all, uint32_t run)
{
	static const uint8_t order[] = { 0, 1, SPLIT_UNUSED };
	bool first = all->left[0] == all->left[1] && !memchr(all->sides, 0, run);
	uint32_t i;

	if (run == all->splits->runs) {
		memcpy(all->splits->sides + (size_t)all->made++ * run, all->sides, run);
		return;
	}
	for (i = 0; i < 3; i++) {
		uint8_t side = order[i];

		if (!all->left[side] || (side == 1 && first))
			continue;
		all->left[side]--;
		all->sides[run] = side;
		place_run(all, run + 1);
		all->left[side]++;
	}
}

static int make_all(struct splits *splits, uint32_t per_side)
{
	struct all all = {
		.splits = splits,
		.sides = malloc(splits->runs),
		.left = { per_side, per_side, splits->runs - 2 * per_side },
	};

	if (!all.sides)
		return -ENOMEM;
	place_run(&all, 0);
	free(all.sides);
	return 0;
}

/* Fisher and Yates, as far as runs are used; then the first used run names its side 0. */
static void draw(uint8_t *sides, uint32_t *order, uint32_t runs, uint32_t per_side, struct rng *rng)
{
	uint32_t i, first = runs;
	uint8_t flip;

	for (i = 0; i < runs; i++)
		order[i] = i;
	memset(sides, SPLIT_UNUSED, runs);
	for (i = 0; i < 2 * per_side; i++) {
		uint32_t other = i + rng_below(rng, runs - i), run = order[other];

		order[other] = order[i];
		order[i] = run;
		sides[run] = i >= per_side;
		first = run < first ? run : first;
	}
	flip = sides[first];
	for (i = 0; i < runs; i++)
		if (sides[i] != SPLIT_UNUSED)
			sides[i] ^= flip;
}

static bool is_new(const struct splits *splits, uint32_t made)
{
	const uint8_t *sides = splits_get(splits, made);
	uint32_t i;

	for (i = 0; i < made; i++)
		if (!memcmp(splits_get(splits, i), sides, splits->runs))
			return false;
	return true;
}

/* There are more splits than are asked for, so that each draw is new with a fair chance. */
static int make_some(struct splits *splits, uint32_t per_side, struct rng *rng)
{
	uint32_t *order = malloc(splits->runs * sizeof(*order));
	uint32_t made = 0;

	if (!order)
		return -ENOMEM;
	while (made < splits->nr) {
		draw(splits->sides + (size_t)made * splits->runs, order, splits->runs, per_side,
		     rng);
		made += is_new(splits, made);
	}
	free(order);
	return 0;
}

int splits_make(struct splits *splits, uint32_t runs, uint32_t per_side, uint32_t max,
		struct rng *rng)
{
	uint64_t possible = splits_possible(runs, per_side);
	int err;

	*splits = (struct splits){ .nr = possible < max ? possible : max, .runs = runs };
	if (!splits->nr)
		return -EINVAL;
	splits->sides = malloc((size_t)splits->nr * runs);
	if (!splits->sides)
		return -ENOMEM;
	err = possible <= max ? make_all(splits, per_side) : make_some(splits, per_side, rng);
	if (err)
		splits_free(splits);
	return err;
}

void splits_free(struct splits *splits)
{
	free(splits->sides);
	*splits = (struct splits){ 0 };
}
