// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_leaf.c - a marker in a leaf function of 17 instructions
 *
 * A leaf function calls nothing and saves nothing.  A marker whose slow path is an ordinary call
 * makes it save registers on every pass, off or on; this bench shows that, and nothing else does.
 * leafx: the same with expressions as arguments, which must cost nothing while the site is off.
 */
#define MARKER_IMMEDIATE_FORM MOV
#include "leaf.h"

#define PLAIN(mark, name)      mark(name, BENCH_FORMAT, (int)a, (void *)p)
#define EXPRESSION(mark, name) mark(name, BENCH_FORMAT, (int)(a * 3 + p[b & 31]), (void *)(p + y))

LEAF(none, )
LEAF(none2, )
LEAF(jump, PLAIN(MARK_JUMP, bench_leaf_jump))
LEAF(generic, PLAIN(MARK_GENERIC, bench_leaf_generic))
LEAF(immediate, PLAIN(MARK_IMMEDIATE, bench_leaf_immediate))
LEAF(expr_none, )
LEAF(expr_none2, )
LEAF(expr_jump, EXPRESSION(MARK_JUMP, bench_leafx_jump))
LEAF(expr_generic, EXPRESSION(MARK_GENERIC, bench_leafx_generic))
LEAF(expr_immediate, EXPRESSION(MARK_IMMEDIATE, bench_leafx_immediate))
#undef MARKER_IMMEDIATE_FORM
#define MARKER_IMMEDIATE_FORM CLC
LEAF(clc, PLAIN(MARK_IMMEDIATE, bench_leaf_clc))
LEAF(expr_clc, EXPRESSION(MARK_IMMEDIATE, bench_leafx_clc))

#define ROW(row, none, function, phrase)                                          \
	{                                                                         \
		.name = row, .base = none, .what = phrase, .weight = LEAF_WEIGHT, \
		.run = run_##function                                             \
	}

/* clang-format off */
static const struct bench leaf_rows[] = {
	ROW("leaf-none", NULL, none, "leaf function of 17 instructions"),
	{ .name = "leaf-none2", .base = "leaf-none", .copy = 1, .weight = LEAF_WEIGHT,
	  .what = "a second copy of it", .run = run_none2 },
	ROW("leaf-immediate", "leaf-none", immediate, "with an immediate marker; off"),
	ROW("leaf-immediate-clc", "leaf-none", clc, "with one of the clc form; off"),
	ROW("leaf-jump", "leaf-none", jump, "with a jump marker; off"),
	ROW("leaf-generic", "leaf-none", generic, "with a generic marker; off"),
};
/* clang-format on */

const struct bench_group bench_leaf = {
	.name = "leaf",
	.what = "a marker in a small leaf function",
	.rows = leaf_rows,
	.nr = ARRAY_SIZE(leaf_rows),
};

/* clang-format off */
static const struct bench leafx_rows[] = {
	ROW("leafx-none", NULL, expr_none, "leaf function of 17 instructions"),
	{ .name = "leafx-none2", .base = "leafx-none", .copy = 1, .weight = LEAF_WEIGHT,
	  .what = "a second copy of it", .run = run_expr_none2 },
	ROW("leafx-immediate", "leafx-none", expr_immediate, "with an immediate marker; off"),
	ROW("leafx-immediate-clc", "leafx-none", expr_clc, "with one of the clc form; off"),
	ROW("leafx-jump", "leafx-none", expr_jump, "with a jump marker; off"),
	ROW("leafx-generic", "leafx-none", expr_generic, "with a generic marker; off"),
};
/* clang-format on */

const struct bench_group bench_leafx = {
	.name = "leafx",
	.what = "the same with expressions as its arguments",
	.rows = leafx_rows,
	.nr = ARRAY_SIZE(leafx_rows),
};
