/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What markers cost: in all, in each of two parts, and in each function that has some.
 *
 *	library		what the code of markers and probes cost, less what it cost before
 *	functions	what functions with sites cost, less what those of the same names cost before
 *	total		both
 *
 * Each is a cost of a run, summed up over its rows, and the runs' sums are compared as a row's costs
 * are.  So the total has an interval of its own: those of the rows cannot be added, since what one
 * function has more in a run may be what another has less.
 *
 * A function's change is divided by nobody among the markers that it has.
 */
#ifndef USER_MARKDIFF_MARKERS_H
#define USER_MARKDIFF_MARKERS_H

#include "user/markdiff/verdict/marker_code.h"
#include "user/markdiff/verdict/verdicts.h"

struct marker_cost {
	const struct marker_group *group;
	struct figures figures;
};

struct marker_costs {
	struct figures total, library, functions;
	struct marker_cost *rows; /* of groups that have samples; what matters most first */
	uint32_t nr;
	struct cost *costs; /* of the runs, of all figures */
};

/**
 * marker_costs_judge - of an event whose rows were judged
 * @why: gets what is wrong, where -ENODATA is returned
 */
int marker_costs_judge(struct marker_costs *costs, const struct verdict_table *table,
		       const struct marker_code *code, char why[OBSERVE_WHY]);
void marker_costs_free(struct marker_costs *costs);

/* A difference in percent of what everything costs in the baseline. */
struct marker_percent {
	double value;
	struct interval interval;
};

/**
 * marker_percent - NaN where the baseline costs nothing, or there is no interval
 */
struct marker_percent marker_percent(const struct verdict_table *table,
				     const struct figures *figures);

#endif
