// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdtsem.c - a probe point of sys/sdt.h behind its semaphore, in the places our markers are in
 *
 * Load, compare, branch: the arguments cost nothing while nobody listens.
 */
#include "../row/leaf.h"

#include "../many/functions.h"
#include "../row/repeat.h"
#include "../straight/cold.h"
#include "sdtsem.h"

#define DEFINE(prefix, p) SDTSEM_DEFINE(sem_##prefix##p)
#define SITE(prefix, p)	  SDTSEM_PROBE(sem_##prefix##p, 1, NULL);

REPEAT_8(DEFINE, loop, _)
DEFINE(leaf, _plain)
DEFINE(leaf, _expression)

static BENCH_CODE void run_loop8(unsigned long loops)
{
	for (; loops; loops--) {
		BENCH_BARRIER();
		REPEAT_8(SITE, loop, _)
	}
}

LEAF(sdtsem, SDTSEM_PROBE(sem_leaf_plain, (int)a, (void *)p))
LEAF(expr_sdtsem, SDTSEM_PROBE(sem_leaf_expression, (int)(a * 3 + p[b & 31]), (void *)(p + y)))

MANY_RUN(sdtsem)

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "loop8-sdtsem", .base = "loop8-none", .sites = 8, .weight = 4, .run = run_loop8,
	  .what = "eight probe points of sys/sdt.h with semaphores; off" },
	{ .name = "straight-sdtsem", .base = "straight-slow", .sites = STRAIGHT_SITES,
	  .weight = STRAIGHT_WEIGHT, .init = straight_init, .run = straight_sdtsem,
	  .exit = straight_exit, .what = "a probe point with a semaphore behind each load; off" },
	COLD_ROW("sdtsem", "cold-slow", sdtsem, "a probe point with a semaphore behind each load; off"),
	MANY_ROW("sdtsem", "many-none", sdtsem, "with a probe point with a semaphore; off"),
	{ .name = "leaf-sdtsem", .base = "leaf-none", .weight = LEAF_WEIGHT, .run = run_sdtsem,
	  .what = "with a probe point with a semaphore; off" },
	{ .name = "leafx-sdtsem", .base = "leafx-none", .weight = LEAF_WEIGHT, .run = run_expr_sdtsem,
	  .what = "with a probe point with a semaphore; off" },
};
/* clang-format on */

const struct bench_group bench_sdtsem = {
	.name = "sdtsem",
	.what = "probe points of sys/sdt.h with semaphores, off, in the same places",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
