/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of two sides as pprof, Parca and Pyroscope read them: one profile with base and new as
 * types of values, or one profile of each.
 */
#ifndef USER_MARKDIFF_OUT_PPROF_H
#define USER_MARKDIFF_OUT_PPROF_H

#include "user/markdiff/stacks/stacks.h"

/* Which sides a profile has. */
enum pprof_sides {
	PPROF_BASE,
	PPROF_NEW,
	PPROF_BOTH,
};

/**
 * out_pprof - write a profile
 * @path: of the file; "-" is standard output
 * @stacks: STACKS_BY_PLACE
 * @lost: gets what part of the cost was too little to be told in whole numbers, 0 to 1
 *
 * Returns -ENOSYS where that was left out of the build: pprof_left_out().
 */
int out_pprof(const char *path, const struct stacks *stacks, enum pprof_sides sides, double *lost);

#endif
