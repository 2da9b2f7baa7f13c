// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_loop.c - a marker in an empty loop, off: rows 1 to 3 of 2006
 */
#include "kinds.h"
#include "row.h"

#define LOOP(kind, body)                                        \
	static BENCH_CODE void loop_##kind(unsigned long loops) \
	{                                                       \
		for (; loops; loops--) {                        \
			barrier();                              \
			body;                                   \
		}                                               \
	}

#define MARKED(kind, mark) LOOP(kind, mark(bench_loop_##kind, BENCH_FORMAT, 1, NULL))

LOOP(none, )
LOOP(none2, )
BENCH_EACH_KIND(MARKED)

/* clang-format off */
#define ROW(id, kind)								\
	{ .name = "loop-" kind, .base = "loop-none", .run = loop_##id,		\
	  .what = "empty loop, " kind " marker; off" }

static const struct bench_row rows[] = {
	{ .name = "loop-none", .what = "empty loop, no marker", .run = loop_none },
	{ .name = "loop-none2", .base = "loop-none", .copy = true,
	  .what = "a second copy of it", .run = loop_none2 },
	BENCH_ROWS(ROW),
};
/* clang-format on */

const struct bench_group bench_loop = { rows, ARRAY_SIZE(rows) };
