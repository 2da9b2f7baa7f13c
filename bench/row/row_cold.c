// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_cold.c - the straight line out of memory: what a site costs code that is seldom run
 *
 * The code of the rows is that of straight-*; so are their bases.  A generic site fetches the line of
 * its flag from memory, a site of one instruction only itself, with the code around it.
 */
#include "cache.h"
#include "../straight/cold.h"

#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

static struct cache_walk walk;
static unsigned int users;

static int walk_init(char *why, size_t len)
{
	size_t cache = cache_largest(CACHE_ROOT, sched_getcpu());
	int ret = cache_walk_alloc(&walk, cache);

	if (ret)
		snprintf(why, len, "no memory for twice the largest cache, %zu MB",
			 2 * cache >> 20);
	return ret;
}

/** cold_init() - the data of the straight line, and memory to evict with */
int cold_init(const struct bench *bench, char *why, size_t len)
{
	int ret = straight_init(bench, why, len);

	if (ret || users++)
		return ret;
	ret = walk_init(why, len);
	if (!ret)
		return 0;
	users = 0;
	straight_exit(bench);
	return ret;
}

/** cold_evict() - before each sample */
void cold_evict(void)
{
	cache_walk(&walk);
}

/** cold_exit() - the last one frees */
void cold_exit(const struct bench *bench)
{
	straight_exit(bench);
	if (!--users)
		cache_walk_free(&walk);
}

static const struct bench rows[] = {
	COLD_ROW("none", NULL, none, "4096 random loads, once, all of it out of the caches"),
	{ .name = "cold-none2",
	  .base = "cold-none",
	  .copy = 1,
	  .what = "a second copy of it",
	  .sites = STRAIGHT_SITES,
	  .weight = COLD_WEIGHT,
	  .init = cold_init,
	  .before = cold_evict,
	  .run = straight_none2,
	  .exit = cold_exit },
	COLD_ROW("slow", "cold-none", slow, "a slow path behind each load, and no site"),
	COLD_ROW("immediate", "cold-slow", immediate, "an immediate site behind each load; off"),
	COLD_ROW("immediate-clc", "cold-slow", clc, "an immediate site of the clc form; off"),
	COLD_ROW("jump", "cold-slow", jump, "a jump site; off"),
	COLD_ROW("generic", "cold-slow", generic, "a generic site with its own flag; off"),
};

const struct bench_group bench_cold = {
	.name = "cold",
	.what = "the straight line once, its code and data out of the caches; figures a marker",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
