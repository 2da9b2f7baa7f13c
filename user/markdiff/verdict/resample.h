/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --bootstrap: intervals and p of costs by drawing runs, and blocks of time in them, again.
 *
 * What cannot be drawn (runs too short to have two blocks, costs that are in no block) keeps what the
 * test of the runs gave it; struct figures says which it is.
 */
#ifndef USER_MARKDIFF_RESAMPLE_H
#define USER_MARKDIFF_RESAMPLE_H

#include "user/markdiff/verdict/verdicts.h"

int resample_total(struct verdict_table *table);
int resample_rows(struct verdict_table *table, enum cost_kind kind);

#endif
