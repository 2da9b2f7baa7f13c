// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_memcpy.c - a marker beside a copy of 4096 bytes: rows 4 to 6 of 2006
 *
 * The copy takes a hundred cycles and varies by a third of one: less than a marker costs today,
 * so a row that cannot be told from its base is the expected result.
 */
#include "../bench.h"

#include <string.h>

#include "../kinds.h"

#define SIZE 4096

static char from[SIZE] __attribute__((aligned(4096)));
static char to[SIZE] __attribute__((aligned(4096)));

#define COPY(kind, body)                                                            \
	static BENCH_CODE void copy_##kind(unsigned long loops)                     \
	{                                                                           \
		for (; loops; loops--) {                                            \
			memcpy(to, from, SIZE);                                     \
			__asm__ __volatile__("" : : "r"(to), "r"(from) : "memory"); \
			body;                                                       \
		}                                                                   \
	}

#define MARKED(kind, mark) COPY(kind, mark(bench_memcpy_##kind, BENCH_FORMAT, 1, (void *)0))

COPY(none, )
COPY(none2, )
BENCH_EACH_KIND(MARKED)

#define WEIGHT 100

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "memcpy-none", .weight = WEIGHT,
	  .what = "memcpy of 4096 bytes, no marker", .run = copy_none },
	{ .name = "memcpy-none2", .base = "memcpy-none", .copy = 1, .weight = WEIGHT,
	  .what = "a second copy of it", .run = copy_none2 },
	{ .name = "memcpy-immediate", .base = "memcpy-none", .weight = WEIGHT,
	  .what = "with an immediate marker; off", .run = copy_immediate },
	{ .name = "memcpy-immediate-clc", .base = "memcpy-none", .weight = WEIGHT,
	  .what = "with an immediate marker of the clc form; off", .run = copy_clc },
	{ .name = "memcpy-jump", .base = "memcpy-none", .weight = WEIGHT,
	  .what = "with a jump marker; off", .run = copy_jump },
	{ .name = "memcpy-generic", .base = "memcpy-none", .weight = WEIGHT,
	  .what = "with a generic marker; off", .run = copy_generic },
};
/* clang-format on */

const struct bench_group bench_memcpy = {
	.name = "memcpy",
	.what = "one marker beside a copy of 4096 bytes",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
