// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_alu.c - a marker in a loop that keeps every ALU busy
 *
 * Eleven additions that do not wait for each other, and the loop's own: the processor's units are
 * full, so that one more instruction that needs a unit costs its share of a cycle.  The test of the
 * jump form does; the nop of the nop8 form needs none.
 */
#include "alu.h"

ALU(none, )
ALU(none2, )
ALU(jump, MARK_JUMP(bench_alu_jump, BENCH_FORMAT, 1, (void *)0))

/* clang-format off */
static const struct bench alu_rows[] = {
	{ .name = "alu-none", .weight = ALU_WEIGHT,
	  .what = "loop of 11 independent additions", .run = alu_none },
	{ .name = "alu-none2", .base = "alu-none", .copy = 1, .weight = ALU_WEIGHT,
	  .what = "a second copy of it", .run = alu_none2 },
	{ .name = "alu-jump", .base = "alu-none", .weight = ALU_WEIGHT,
	  .what = "with a jump marker (a test); off", .run = alu_jump },
	{ .name = "alu-nop8", .base = "alu-none", .weight = ALU_WEIGHT,
	  .what = "with one of the nop8 form (a nop); off", .run = alu_nop8 },
};
/* clang-format on */

const struct bench_group bench_alu = {
	.name = "alu",
	.what = "a marker in a loop bound by its ALUs",
	.rows = alu_rows,
	.nr = ARRAY_SIZE(alu_rows),
};
