/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cold.h - the straight line once, with nothing of it in any cache
 *
 * Before each sample a walk through memory puts data, code, flags and the order of the loads out;
 * the sample is one pass.  COLD_ROW(name, base, function, phrase) is a row of straight_FUNCTION().
 */
#ifndef BENCH_STRAIGHT_COLD_H
#define BENCH_STRAIGHT_COLD_H

#include "../run/run.h"
#include "straight.h"

/* One loop a sample, whatever --loops says: a second one would be warm. */
#define COLD_WEIGHT RUN_LOOPS_MAX

int cold_init(const struct bench *bench, char *why, size_t len);
void cold_evict(void);
void cold_exit(const struct bench *bench);

#define COLD_ROW(row, over, function, phrase)                                               \
	{                                                                                   \
		.name = "cold-" row, .base = over, .what = phrase, .sites = STRAIGHT_SITES, \
		.weight = COLD_WEIGHT, .init = cold_init, .before = cold_evict,             \
		.run = straight_##function, .exit = cold_exit,                              \
	}

#endif
