/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How often the method finds a difference where there is none, and how small one can be found: --aa.
 *
 *	runs of one build -> splits: half of them on each side, in each way or in some
 *	                  -> verdicts_judge() of each split, on costs that were observed once
 *	                  -> how many splits, and how many rows, are called changed
 *	                  -> how much the halves of the runs differ
 *
 * The verdicts of a split are those that --runs and --vs would give of the same files.
 */
#ifndef USER_MARKDIFF_AA_H
#define USER_MARKDIFF_AA_H

#include "user/markdiff/verdict/observe.h"
#include "user/stats/split.h"

/* What a gate would do with the splits. */
struct aa_gates {
	uint32_t tried; /* each split in both directions */
	uint32_t regressions, inconclusive, not_comparable;
};

struct aa {
	struct splits splits;
	uint64_t possible; /* UINT64_MAX: more than can be counted */
	uint32_t per_side;
	struct aa_gates gates;
};

struct verdict_report;

/**
 * aa_make - of a report whose sides can be written and whose events have no verdicts yet
 * @why: gets what is wrong with the input, where -ENODATA is returned
 */
int aa_make(struct verdict_report *report, char why[OBSERVE_WHY]);
void aa_free(struct aa *aa);

#endif
