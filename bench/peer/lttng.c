// SPDX-License-Identifier: GPL-2.0-only
/*
 * lttng.c - a tracepoint of LTTng-UST that nobody listens to, in the places our markers are in
 *
 * Its header's macros, as a program uses them whose provider is a library of its own.  The loop
 * and the leaf have one tracepoint a site; the straight line is in lttng_straight.c.
 */
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#define LTTNG_UST_TRACEPOINT_HIDDEN_DEFINITION
#include "../row/leaf.h"

#include <lttng/tracepoint.h>

#include "../many/functions.h"
#include "../row/repeat.h"
#include "../straight/cold.h"

#define DEFINE(prefix, p)                                                       \
	LTTNG_UST_TRACEPOINT_EVENT(markbench, prefix##p,                        \
				   LTTNG_UST_TP_ARGS(int, id, void *, pointer), \
				   LTTNG_UST_TP_FIELDS())
#define SITE(prefix, p) lttng_ust_tracepoint(markbench, prefix##p, 1, NULL);

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

LEAF(lttng, lttng_ust_tracepoint(markbench, leaf_plain, (int)a, (void *)p))
LEAF(expr_lttng,
     lttng_ust_tracepoint(markbench, leaf_expression, (int)(a * 3 + p[b & 31]), (void *)(p + y)))

MANY_RUN(lttng)

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "loop8-lttng", .base = "loop8-none", .sites = 8, .weight = 4, .run = run_loop8,
	  .what = "eight LTTng-UST tracepoints; off" },
	{ .name = "straight-lttng", .base = "straight-slow", .sites = STRAIGHT_SITES,
	  .weight = STRAIGHT_WEIGHT, .init = straight_init, .run = straight_lttng,
	  .exit = straight_exit, .what = "an LTTng-UST tracepoint behind each load; off" },
	COLD_ROW("lttng", "cold-slow", lttng, "an LTTng-UST tracepoint behind each load; off"),
	MANY_ROW("lttng", "many-none", lttng, "with an LTTng-UST tracepoint; off"),
	{ .name = "leaf-lttng", .base = "leaf-none", .weight = LEAF_WEIGHT, .run = run_lttng,
	  .what = "with an LTTng-UST tracepoint; off" },
	{ .name = "leafx-lttng", .base = "leafx-none", .weight = LEAF_WEIGHT,
	  .run = run_expr_lttng, .what = "with an LTTng-UST tracepoint; off" },
};
/* clang-format on */

const struct bench_group bench_lttng = {
	.name = "lttng",
	.what = "tracepoints of LTTng-UST, off, in the same places",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
