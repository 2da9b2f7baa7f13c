// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_memcpy.c - a marker beside a copy of 4096 bytes, off: rows 4 to 6 of 2006
 */
#include <linux/string.h>

#include "kinds.h"
#include "row.h"

#define SIZE 4096

static char from[SIZE] __aligned(SIZE);
static char to[SIZE] __aligned(SIZE);

#define COPY(kind, body)                                        \
	static BENCH_CODE void copy_##kind(unsigned long loops) \
	{                                                       \
		for (; loops; loops--) {                        \
			memcpy(to, from, SIZE);                 \
			barrier_data(to);                       \
			body;                                   \
		}                                               \
	}

#define MARKED(kind, mark) COPY(kind, mark(bench_memcpy_##kind, BENCH_FORMAT, 1, NULL))

COPY(none, )
COPY(none2, )
BENCH_EACH_KIND(MARKED)

#define WEIGHT 50

/* clang-format off */
#define ROW(id, kind)								\
	{ .name = "memcpy-" kind, .base = "memcpy-none", .weight = WEIGHT,	\
	  .what = "memcpy, " kind " marker; off", .run = copy_##id }

static const struct bench_row rows[] = {
	{ .name = "memcpy-none", .weight = WEIGHT,
	  .what = "memcpy of 4096 bytes, no marker", .run = copy_none },
	{ .name = "memcpy-none2", .base = "memcpy-none", .copy = true, .weight = WEIGHT,
	  .what = "a second copy of it", .run = copy_none2 },
	BENCH_ROWS(ROW),
};
/* clang-format on */

const struct bench_group bench_memcpy = { rows, ARRAY_SIZE(rows) };
