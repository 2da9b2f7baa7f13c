/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gaps.h - the longest time between two readings of a clock, and what many of those come to
 */
#ifndef BENCH_GAPS_H
#define BENCH_GAPS_H

#include "../run/stat.h"

/** struct gaps - of one window: begun by gaps_begin(), a reading each pass by gaps_pass() */
struct gaps {
	uint64_t last;
	uint64_t longest;
};

static inline void gaps_begin(struct gaps *gaps, uint64_t now)
{
	gaps->last = now;
	gaps->longest = 0;
}

static inline void gaps_pass(struct gaps *gaps, uint64_t now)
{
	uint64_t gap = now - gaps->last;

	if (gap > gaps->longest)
		gaps->longest = gap;
	gaps->last = now;
}

/** struct gap_figures - of the longest gaps of many windows */
struct gap_figures {
	double median;
	double p99;
	double max;
};

int gap_figures(const double *gaps, size_t nr, struct gap_figures *figures);

#endif
