/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * row.h - what a row of the kernel's bench is: a few functions and a line of a table
 *
 * As bench/bench.h in user space: a row runs its loop as often as it is told and knows nothing of
 * clocks; it is compared with its base, a row that does the same without the thing.
 *
 *	static BENCH_CODE void run_none(unsigned long loops) { ... }
 *	static const struct bench_row rows[] = {
 *		{ .name = "loop-none", .what = "empty loop", .run = run_none },
 *	};
 *	const struct bench_group bench_loop = { rows, ARRAY_SIZE(rows) };
 *
 * and the group's name in table.c.
 *
 * Context: run() is called with interrupts off, init() and exit() may sleep.
 */
#ifndef BENCH_KERNEL_ROW_H
#define BENCH_KERNEL_ROW_H

#include <linux/kernel.h>
#include <linux/types.h>

/* A loop that does nothing, once for each row, where the compiler can neither drop nor merge it. */
#define BENCH_CODE noinline __aligned(64)

#define BENCH_WHY 160

/**
 * struct bench_row - one row
 * @name:	group and variant: "loop-static-key"
 * @base:	the row without the thing; NULL for a row that is a base
 * @what:	a phrase
 * @weight:	how many empty loops one loop takes, about; 0 means 1
 * @copy:	a second copy of its base: its difference is the noise floor
 * @data:	the row's own, for init() and exit()
 * @init:	makes ready; 0 or a negative errno with a phrase in @why; may be NULL
 * @run:	the loop
 * @exit:	undoes init(); may be NULL
 */
struct bench_row {
	const char *name;
	const char *base;
	const char *what;
	unsigned int weight;
	bool copy;
	const void *data;
	int (*init)(const struct bench_row *row, char why[BENCH_WHY]);
	void (*run)(unsigned long loops);
	void (*exit)(const struct bench_row *row);
};

struct bench_group {
	const struct bench_row *rows;
	size_t nr;
};

/* table.c */
extern const struct bench_group *const bench_groups[];
extern const size_t bench_nr_groups;

/* One a file: row_*.c. */
extern const struct bench_group bench_loop, bench_memcpy, bench_call, bench_unlocked, bench_trap;
extern const struct bench_group bench_peer;

#endif
