/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * loops.h - what markbench finds in the shared object, by the name markbench_lttng_loops
 */
#ifndef BENCH_LTTNG_LOOPS_H
#define BENCH_LTTNG_LOOPS_H

enum lttng_mode {
	LTTNG_SNAPSHOT,
	LTTNG_OUTPUT,
	LTTNG_MODES,
};

/** struct lttng_loops - of each mode the loop, and whether a session has switched its event on */
struct lttng_loops {
	void (*run[LTTNG_MODES])(unsigned long loops);
	int (*is_on[LTTNG_MODES])(void);
};

extern const struct lttng_loops markbench_lttng_loops;

#endif
