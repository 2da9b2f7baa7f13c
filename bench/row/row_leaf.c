// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_leaf.c - a marker in a leaf function of 17 instructions
 *
 * A leaf function calls nothing and saves nothing.  A marker whose slow path is an ordinary call
 * makes it save registers on every pass, off or on; this bench shows that, and nothing else does.
 * leafx: the same with expressions as arguments, which must cost nothing while the site is off.
 */
#include "leaf.h"

#define PLAIN(mark, name)      mark(name, BENCH_FORMAT, (int)a, (void *)p)
#define EXPRESSION(mark, name) mark(name, BENCH_FORMAT, (int)(a * 3 + p[b & 31]), (void *)(p + y))

#define LEAVES(kind, mark)                                 \
	LEAF(plain_##kind, PLAIN(mark, bench_leaf_##kind)) \
	LEAF(expr_##kind, EXPRESSION(mark, bench_leafx_##kind))

LEAF(plain_none, )
LEAF(plain_none2, )
LEAF(expr_none, )
LEAF(expr_none2, )
BENCH_EACH_KIND(LEAVES)

/* clang-format off */
#define ROW(group, kind, function, phrase)						\
	{ .name = group "-" kind, .base = group "-none", .weight = LEAF_WEIGHT,		\
	  .what = phrase, .run = run_##function }

/* The rows of a group; "form" is what its functions' names have before the kind. */
#define ROWS(group, form)								\
	{ .name = group "-none", .weight = LEAF_WEIGHT,					\
	  .what = "leaf function of 17 instructions", .run = run_##form##none },	\
	{ .name = group "-none2", .base = group "-none", .copy = 1, .weight = LEAF_WEIGHT, \
	  .what = "a second copy of it", .run = run_##form##none2 },			\
	ROW(group, "immediate", form##immediate, "with an immediate marker; off"),	\
	ROW(group, "immediate-clc", form##clc, "with one of the clc form; off"),	\
	ROW(group, "jump", form##jump, "with a jump marker; off"),			\
	ROW(group, "generic", form##generic, "with a generic marker; off")
/* clang-format on */

static const struct bench leaf_rows[] = { ROWS("leaf", plain_) };
static const struct bench leafx_rows[] = { ROWS("leafx", expr_) };

const struct bench_group bench_leaf = {
	.name = "leaf",
	.what = "a marker in a small leaf function",
	.rows = leaf_rows,
	.nr = ARRAY_SIZE(leaf_rows),
};

const struct bench_group bench_leafx = {
	.name = "leafx",
	.what = "the same with expressions as its arguments",
	.rows = leafx_rows,
	.nr = ARRAY_SIZE(leafx_rows),
};
