// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_many.c - 4096 functions with a site each, called in a random order
 *
 * 1.4 MB of code a kind, more than the first levels hold, each function with a random load of the
 * 16 MB of the straight line.  The order is another one from pass to pass, or a predictor would learn
 * it.  A call takes hundreds of cycles, most of them a wrong prediction and what it fetches; a site is
 * lost in where the functions lie, which the second copy shows.  This is the bench that cannot tell
 * the kinds apart, and so says what a program of that shape can gain.
 */
#include "../many/functions.h"

#include <stdint.h>

#include "shuffle.h"

#define ORDERS 16

static unsigned int orders[ORDERS][MANY_FUNCTIONS];
static unsigned int order_at;

/** many_init() - the data of the straight line, and the orders of the calls */
int many_init(const struct bench *bench, char *why, size_t len)
{
	struct stat_random random = { STAT_SEED };
	unsigned int i;

	for (i = 0; i < ORDERS; i++)
		shuffle(orders[i], MANY_FUNCTIONS, &random);
	return straight_init(bench, why, len);
}

/** many_pass() - call each function once */
BENCH_CODE unsigned int many_pass(const int *offsets)
{
	const unsigned int *order = orders[order_at++ % ORDERS], *lines = straight_next();
	unsigned int i, sum = 0;

	for (i = 0; i < MANY_FUNCTIONS; i++) {
		const int *offset = offsets + order[i];
		many_function *function =
			(many_function *)((uintptr_t)offset + (uintptr_t)(intptr_t)*offset);
		const char *line = straight_data + lines[i] * STRAIGHT_LINE;

		sum += function(i, (const unsigned int *)line);
	}
	return sum;
}

MANY_RUN(none)
MANY_RUN(none2)
MANY_RUN(immediate)
MANY_RUN(clc)
MANY_RUN(jump)
MANY_RUN(generic)
MANY_RUN(pfe)

#define NONE "many-none"

static const struct bench rows[] = {
	MANY_ROW("none", NULL, none, "a function of 300 bytes with a random load, one of 4096"),
	{ .name = "many-none2",
	  .base = NONE,
	  .copy = 1,
	  .what = "a second copy of all",
	  .sites = MANY_FUNCTIONS,
	  .weight = MANY_WEIGHT,
	  .init = many_init,
	  .run = run_many_none2,
	  .exit = straight_exit },
	MANY_ROW("immediate", NONE, immediate, "with an immediate marker each; off"),
	MANY_ROW("immediate-clc", NONE, clc, "with one of the clc form; off"),
	MANY_ROW("jump", NONE, jump, "with a jump marker; off"),
	MANY_ROW("generic", NONE, generic, "with a generic marker; off"),
	MANY_ROW("pfe", NONE, pfe, "with five nops at the entry (-fpatchable-function-entry)"),
};

const struct bench_group bench_many = {
	.name = "many",
	.what = "4096 functions with a marker each, called in a random order; figures a call",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
