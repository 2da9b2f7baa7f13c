// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_pfe.c - room for a call at the entry of a function, by -fpatchable-function-entry=5
 *
 * What the function tracer of the kernel and tools like it patch.  There is no site but the entry, so
 * the comparison is with calls of the same function without the nops.
 */
#include "leaf.h"

#include "repeat.h"

#define ENTRY __attribute__((patchable_function_entry(5)))

/* The empty asm keeps a call of a function without effects. */
#define EMPTY(kind, attribute)                                                          \
	static attribute __attribute__((noinline, aligned(64))) void empty_##kind(void) \
	{                                                                               \
		__asm__ __volatile__("");                                               \
	}                                                                               \
	static BENCH_CODE void run_empty_##kind(unsigned long loops)                    \
	{                                                                               \
		for (; loops; loops--) {                                                \
			BENCH_BARRIER();                                                \
			REPEAT_8(CALL, empty_##kind, _)                                 \
		}                                                                       \
	}
#define CALL(function, n) function();

EMPTY(call, )
EMPTY(call2, )
EMPTY(pfe, ENTRY)
LEAF_WITH(pfe, ENTRY, )

/* clang-format off */
static const struct bench rows[] = {
	{ .name = "loop8-call", .sites = 8, .weight = 16, .run = run_empty_call,
	  .what = "eight calls of an empty function" },
	{ .name = "loop8-call2", .base = "loop8-call", .copy = 1, .sites = 8, .weight = 16,
	  .run = run_empty_call2, .what = "a second copy of it" },
	{ .name = "loop8-pfe", .base = "loop8-call", .sites = 8, .weight = 16,
	  .run = run_empty_pfe, .what = "eight calls of one with five nops at its entry" },
	{ .name = "leaf-pfe", .base = "leaf-none", .weight = LEAF_WEIGHT, .run = run_pfe,
	  .what = "with five nops at its entry" },
};
/* clang-format on */

const struct bench_group bench_pfe = {
	.name = "pfe",
	.what = "five nops at the entry of a function (-fpatchable-function-entry=5), not patched",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
