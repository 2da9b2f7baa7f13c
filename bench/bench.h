/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * bench.h - what a benchmark is: a few functions and a line of a table
 *
 * A benchmark runs its loop as often as it is told.  It knows nothing of processors, clocks and
 * statistics; those are the runner's (run.h).  A row is compared with its base, another row, which
 * does the same work without the thing that is measured.
 *
 *	static void run_none(unsigned long loops) { ... }
 *	static const struct bench rows[] = {
 *		{ .name = "loop-none", .what = "empty loop", .run = run_none },
 *		...
 *	};
 *	const struct bench_group bench_loop = { "loop", "...", rows, ARRAY_SIZE(rows) };
 *
 * and the group's name in table.c.
 */
#ifndef BENCH_BENCH_H
#define BENCH_BENCH_H

#include <stddef.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* A loop that does nothing, once for each row, where the compiler can neither drop nor merge it. */
#define BENCH_BARRIER() __asm__ __volatile__("" : : : "memory")
#define BENCH_CODE	__attribute__((noinline, aligned(64)))

/**
 * struct bench - one row
 * @name:	group and variant: "loop-jump"
 * @base:	the row without the thing; NULL for a row that is a base
 * @what:	a phrase for the list
 * @sites:	things a loop; figures are for one of them.  0 means 1
 * @weight:	how many empty loops one loop takes, about; 0 means 1
 * @copy:	the row is a second copy of its base: its difference is the noise floor of the group
 * @data:	the row's own, for init() and exit()
 * @init:	makes ready, once; 0 or a negative errno with a sentence in @why; may be NULL
 * @before:	untimed, before each sample, in the place of a quarter of its loops; NULL in rows that
 *		are measured warm
 * @run:	the loop
 * @exit:	undoes init(); may be NULL
 */
struct bench {
	const char *name;
	const char *base;
	const char *what;
	unsigned int sites;
	unsigned int weight;
	unsigned int copy;
	const void *data;
	int (*init)(const struct bench *bench, char *why, size_t len);
	void (*before)(void);
	void (*run)(unsigned long loops);
	void (*exit)(const struct bench *bench);
};

/**
 * struct bench_group - rows that belong together
 * @missing:	why there are none, if there are none
 */
struct bench_group {
	const char *name;
	const char *what;
	const struct bench *rows;
	size_t nr;
	const char *missing;
};

/* table.c */
extern const struct bench_group *const bench_groups[];
extern const size_t bench_nr_groups;
const struct bench *bench_find(const char *name);

/* One a file: row_*.c, straight/, peer/. */
extern const struct bench_group bench_loop, bench_loop8, bench_memcpy, bench_leaf, bench_leafx;
extern const struct bench_group bench_straight, bench_bare, bench_call, bench_unlocked, bench_trap;
extern const struct bench_group bench_lttng, bench_sdt;
extern const struct bench_group bench_cold, bench_many, bench_rcu, bench_sdtsem;
extern const struct bench_group bench_probes, bench_args, bench_pfe;
extern const struct bench_group bench_uprobe, bench_ptrace, bench_trace;
extern const struct bench_group bench_alu, bench_record, bench_lttng_record;

#endif
