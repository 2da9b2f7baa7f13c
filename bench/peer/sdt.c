// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdt.c - a probe point of SystemTap's sys/sdt.h, in the places our markers are in
 *
 * One nop, and its arguments in registers or memory at that point: expressions are evaluated on
 * each pass, since nothing says whether anybody listens.
 */
#include "../row/leaf.h"

#include <sys/sdt.h>

#include "../many/functions.h"
#include "../straight/cold.h"

#define SITE(prefix, p) DTRACE_PROBE2(markbench, prefix##p, 1, NULL);

static BENCH_CODE void run_loop8(unsigned long loops)
{
	for (; loops; loops--) {
		BENCH_BARRIER();
		REPEAT_8(SITE, loop, _)
	}
}

LEAF(sdt, DTRACE_PROBE2(markbench, leaf_plain, (int)a, (void *)p))
LEAF(expr_sdt, DTRACE_PROBE2(markbench, leaf_expression, (int)(a * 3 + p[b & 31]), (void *)(p + y)))

MANY_RUN(sdt)

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "loop8-sdt", .base = "loop8-none", .sites = 8, .weight = 4, .run = run_loop8,
	  .what = "eight probe points of sys/sdt.h; off" },
	{ .name = "straight-sdt", .base = "straight-none", .sites = STRAIGHT_SITES,
	  .weight = STRAIGHT_WEIGHT, .init = straight_init, .run = straight_sdt,
	  .exit = straight_exit, .what = "a probe point of sys/sdt.h behind each load; off" },
	COLD_ROW("sdt", "cold-none", sdt, "a probe point of sys/sdt.h behind each load; off"),
	MANY_ROW("sdt", "many-none", sdt, "with a probe point of sys/sdt.h; off"),
	{ .name = "leaf-sdt", .base = "leaf-none", .weight = LEAF_WEIGHT, .run = run_sdt,
	  .what = "with a probe point of sys/sdt.h; off" },
	{ .name = "leafx-sdt", .base = "leafx-none", .weight = LEAF_WEIGHT, .run = run_expr_sdt,
	  .what = "with a probe point of sys/sdt.h; off" },
};
/* clang-format on */

const struct bench_group bench_sdt = {
	.name = "sdt",
	.what = "probe points of sys/sdt.h, off, in the same places",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
