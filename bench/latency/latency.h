/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * latency.h - what a thread sees of sites that are switched while it runs over one of them
 */
#ifndef BENCH_LATENCY_H
#define BENCH_LATENCY_H

#include "gaps.h"

#define LATENCY_CASES	   4
#define LATENCY_ROUNDS	   1001
#define LATENCY_ROUNDS_MAX 20001

/**
 * struct latency_case - one way to write, and so many sites a toggle; all times in ns
 * @path:	"/proc/self/mem" or "mprotect"
 * @sites:	a toggle; the thread runs over one of them
 * @toggle:	longest gap between two passes while the sites were switched, of each round
 * @idle:	the same in a window as long in which nothing was done
 * @extra:	what the first has over the second in the same round
 * @call:	how long the call took
 * @error:	negative errno; there are no figures, and @why says why
 */
struct latency_case {
	const char *path;
	unsigned int sites;
	struct gap_figures toggle;
	struct gap_figures idle;
	struct stat_interval extra;
	struct stat_interval call;
	int error;
	char why[128];
};

/**
 * struct latency - the measurement
 * @rounds:	of each case, set by the caller: 1 to LATENCY_ROUNDS_MAX
 * @cpu_runs:	processor of the thread that runs
 * @cpu_patches: of the thread that patches
 */
struct latency {
	unsigned int rounds;
	int cpu_runs;
	int cpu_patches;
	struct latency_case cases[LATENCY_CASES];
};

int latency_measure(struct latency *latency);

/* latency_case.c */
void latency_case_run(const struct latency *latency, struct latency_case *this);

/* latency_sites.c */
struct latency_sites {
	const char *marker;
	unsigned int sites;
	void (*pass)(void);
};
const struct latency_sites *latency_sites_find(unsigned int sites);

#endif
