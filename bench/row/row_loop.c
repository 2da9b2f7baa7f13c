// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_loop.c - a marker in an empty loop: rows 1 to 3 of 2006, and eight of them a loop
 *
 * One site an iteration vanishes in the width of a core of today; eight do not.
 */
#include "../bench.h"

#include "../kinds.h"
#include "repeat.h"

#define LOOP(kind, body)                                        \
	static BENCH_CODE void loop_##kind(unsigned long loops) \
	{                                                       \
		for (; loops; loops--) {                        \
			BENCH_BARRIER();                        \
			body;                                   \
		}                                               \
	}

#define ONE(mark, name)	  mark(name, BENCH_FORMAT, 1, (void *)0)
#define SITE(mark, name)  ONE(mark, name);
#define EIGHT(mark, name) REPEAT_8(SITE, mark, name)

#define LOOPS(kind, mark)                        \
	LOOP(kind, ONE(mark, bench_loop_##kind)) \
	LOOP(eight_##kind, EIGHT(mark, bench_loop8_##kind))

LOOP(none, )
LOOP(none2, )
LOOP(eight_none, )
LOOP(eight_none2, )
BENCH_EACH_KIND(LOOPS)

/* clang-format off */
static const struct bench loop_rows[] = {
	{ .name = "loop-none", .what = "empty loop, no marker", .run = loop_none },
	{ .name = "loop-none2", .base = "loop-none", .copy = 1,
	  .what = "a second copy of it", .run = loop_none2 },
	{ .name = "loop-immediate", .base = "loop-none",
	  .what = "mov $0, test, jne; off", .run = loop_immediate },
	{ .name = "loop-immediate-clc", .base = "loop-none",
	  .what = "clc, jc; off", .run = loop_clc },
	{ .name = "loop-jump", .base = "loop-none",
	  .what = "one instruction that can become a jump; off", .run = loop_jump },
	{ .name = "loop-generic", .base = "loop-none",
	  .what = "load, test, branch; off", .run = loop_generic },
};
/* clang-format on */

const struct bench_group bench_loop = {
	.name = "loop",
	.what = "one marker in an empty loop",
	.rows = loop_rows,
	.nr = ARRAY_SIZE(loop_rows),
};

/* clang-format off */
static const struct bench loop8_rows[] = {
	{ .name = "loop8-none", .what = "empty loop", .sites = 8, .run = loop_eight_none },
	{ .name = "loop8-none2", .base = "loop8-none", .copy = 1,
	  .what = "a second copy of it", .sites = 8, .run = loop_eight_none2 },
	{ .name = "loop8-immediate", .base = "loop8-none", .sites = 8, .weight = 4,
	  .what = "eight immediate sites; off", .run = loop_eight_immediate },
	{ .name = "loop8-immediate-clc", .base = "loop8-none", .sites = 8, .weight = 4,
	  .what = "eight immediate sites of the clc form; off", .run = loop_eight_clc },
	{ .name = "loop8-jump", .base = "loop8-none", .sites = 8, .weight = 4,
	  .what = "eight jump sites; off", .run = loop_eight_jump },
	{ .name = "loop8-generic", .base = "loop8-none", .sites = 8, .weight = 4,
	  .what = "eight generic sites; off", .run = loop_eight_generic },
};
/* clang-format on */

const struct bench_group bench_loop8 = {
	.name = "loop8",
	.what = "eight markers in an empty loop; figures a marker",
	.rows = loop8_rows,
	.nr = ARRAY_SIZE(loop8_rows),
};
