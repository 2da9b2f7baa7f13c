/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * run.h - the runner of the kernel's bench, and what it leaves
 *
 * It only measures: medians and intervals are computed in user space (markbench kernel).
 *
 * Locking: a run is made and read under bench_lock (main.c).
 */
#ifndef BENCH_KERNEL_RUN_H
#define BENCH_KERNEL_RUN_H

#include "row.h"

#define RUN_LOOPS      10000
#define RUN_LOOPS_MAX  100000
#define RUN_ROUNDS     501
#define RUN_ROUNDS_MAX 10001

/**
 * struct run_row - a row in a run
 * @loops:	of one sample, but for one
 * @overhead:	ticks of one loop, the least of all rounds
 * @ticks:	of a sample of @loops + 1 loops, one of each round
 * @error:	negative errno of init(): there are no samples, and @why says why
 */
struct run_row {
	const struct bench_row *row;
	unsigned long loops;
	u64 overhead;
	u64 *ticks;
	int error;
	char why[BENCH_WHY];
};

/**
 * struct run - a measurement
 * @loops:	of a sample of an empty loop; heavier rows take proportionally fewer
 * @rounds:	of all rows
 * @cpu:	where it ran
 */
struct run {
	unsigned long loops;
	unsigned int rounds;
	int cpu;
	struct run_row *rows;
	unsigned int nr;
};

int run_measure(struct run *run);
void run_free(struct run *run);

/* results.c */
struct seq_file;
extern const struct seq_operations results_ops;

/* main.c: both of them with its lock held */
const struct run *results_get(void);
void results_put(void);

#endif
