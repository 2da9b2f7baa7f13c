/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The frames of a flame graph, compared: each as a row is by its inclusive cost.
 *
 * Every frame that is judged is one hypothesis.  A caller's cost has in it that of what it calls, so
 * frames depend on each other in whatever way, and their q are those of Benjamini and Yekutieli.
 */
#ifndef USER_MARKDIFF_JUDGE_NODES_H
#define USER_MARKDIFF_JUDGE_NODES_H

#include "user/markdiff/verdict/verdicts.h"

/**
 * judge_nodes - judge costs that are in no row: thousands, one below the other
 * @costs: nr_files of each node; value, sampling and count are set, the rest is filled in
 * @figures: one for each node; they have no share
 *
 * Returns 0 or -ENOMEM.
 */
int judge_nodes(const struct verdict_table *table, struct cost *costs, uint32_t nr,
		struct figures *figures);

#endif
