/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel_results.h - what marker-bench.ko has measured (bench/kernel/results.c), as a run
 */
#ifndef BENCH_KERNEL_RESULTS_H
#define BENCH_KERNEL_RESULTS_H

#include "run/run.h"

struct json_object;

/**
 * struct kernel_results - a file of results, read
 * @run:	as one that run_measure() has filled in; ticks of the kernel's clock are its cycles
 * @kernel, @machine:	as uname(1) said there
 * @benches:	what the rows of @run point to
 * @file:	the file; owns all strings
 * @raw:	the part of it that the module wrote
 */
struct kernel_results {
	struct run run;
	const char *kernel;
	const char *machine;
	struct bench *benches;
	struct json_object *file;
	struct json_object *raw;
};

#define KERNEL_RESULTS_WHY 256

int kernel_results_read(struct kernel_results *results, const char *path,
			char why[static KERNEL_RESULTS_WHY]);
void kernel_results_free(struct kernel_results *results);

#endif
