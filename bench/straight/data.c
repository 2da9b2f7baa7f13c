// SPDX-License-Identifier: GPL-2.0-only
/*
 * data.c - the 16 MB that the straight line loads from, and the order in which
 */
#include "straight.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "../row/shuffle.h"

#define LINES (16ul * 1024 * 1024 / STRAIGHT_LINE)

char *straight_data;
static unsigned int *lines;
static size_t at;
static unsigned int users;

/** straight_next() - the next STRAIGHT_SITES lines to load */
const unsigned int *straight_next(void)
{
	size_t here = at;

	at = (at + STRAIGHT_SITES) % LINES;
	return lines + here;
}

/** straight_init() - the data and the order, once for all rows of the run */
int straight_init(const struct bench *bench, char *why, size_t len)
{
	struct stat_random random = { STAT_SEED };

	if (users++)
		return 0;
	lines = calloc(LINES, sizeof(*lines));
	straight_data = aligned_alloc(STRAIGHT_LINE, LINES * STRAIGHT_LINE);
	if (!lines || !straight_data) {
		free(lines);
		free(straight_data);
		users = 0;
		return -ENOMEM;
	}
	memset(straight_data, 1, LINES * STRAIGHT_LINE);
	shuffle(lines, LINES, &random);
	return 0;
}

/** straight_exit() - the last one frees them */
void straight_exit(const struct bench *bench)
{
	if (--users)
		return;
	free(lines);
	free(straight_data);
}

#define ROW(row, function, phrase)                                                         \
	{                                                                                  \
		.name = "straight-" row, .base = "straight-slow", .what = phrase,          \
		.sites = STRAIGHT_SITES, .weight = STRAIGHT_WEIGHT, .init = straight_init, \
		.run = straight_##function, .exit = straight_exit,                         \
	}

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "straight-none", .what = "4096 random loads", .sites = STRAIGHT_SITES,
	  .weight = STRAIGHT_WEIGHT, .init = straight_init, .run = straight_none, .exit = straight_exit },
	{ .name = "straight-none2", .base = "straight-none", .copy = 1,
	  .what = "a second copy of it", .sites = STRAIGHT_SITES, .weight = STRAIGHT_WEIGHT,
	  .init = straight_init, .run = straight_none2, .exit = straight_exit },
	{ .name = "straight-slow", .base = "straight-none",
	  .what = "a slow path behind each load, and no site that leads to it",
	  .sites = STRAIGHT_SITES, .weight = STRAIGHT_WEIGHT, .init = straight_init,
	  .run = straight_slow, .exit = straight_exit },
	ROW("immediate", immediate, "an immediate site behind each load; off"),
	ROW("immediate-clc", clc, "an immediate site of the clc form; off"),
	ROW("jump", jump, "a jump site; off"),
	ROW("generic", generic, "a generic site with its own flag; off"),
};
/* clang-format on */

const struct bench_group bench_straight = {
	.name = "straight",
	.what = "4096 markers in a straight line, each behind a random load; figures a marker",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
