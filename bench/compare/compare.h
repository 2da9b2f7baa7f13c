/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare.h - two runs, figure by figure: which is less, which is more, what cannot be told
 */
#ifndef BENCH_COMPARE_H
#define BENCH_COMPARE_H

#include "../run/run.h"

#define COMPARE_LEVEL 0.05

enum compare_verdict {
	COMPARE_UNTOLD,
	COMPARE_SAME,
	COMPARE_LESS,
	COMPARE_MORE,
};

/**
 * struct figure - one that both runs have
 * @name:	the row
 * @event:	what is counted; NULL for core cycles
 * @base:	it is what the row has over this one; NULL: the row itself
 * @first, @second: of each run, a site
 * @change:	second - first, with the interval of two independent runs
 * @floor:	the larger noise floor of the two runs; NaN if neither has one
 * @p:		of no change at all
 * @adjusted:	the same, with all figures in mind (Holm)
 * @why:	a phrase if it cannot be told
 */
struct figure {
	const char *name;
	const char *event;
	const char *base;
	struct stat_interval first;
	struct stat_interval second;
	struct stat_interval change;
	double floor;
	double p;
	double adjusted;
	enum compare_verdict verdict;
	const char *why;
};

/** struct alone - a row that cannot be compared */
struct alone {
	const char *name;
	const char *why;
};

/**
 * struct comparison - of two runs
 * @figures:	rows in the order of the first run: cycles, over base, and the same of each event
 */
struct comparison {
	struct figure *figures;
	unsigned int nr;
	struct alone *alone;
	unsigned int nr_alone;
};

int compare_runs(struct comparison *comparison, const struct run *first, const struct run *second,
		 uint64_t seed);
void compare_free(struct comparison *comparison);
unsigned int compare_count(const struct comparison *comparison, bool events,
			   enum compare_verdict verdict);

/* Pure parts, for tests. */
enum compare_verdict compare_judge(const struct stat_interval *change, double floor,
				   double adjusted, const char **why);
void compare_holm(struct figure *figures, unsigned int nr);

#endif
