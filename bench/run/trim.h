/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trim.h - trimmed means, and intervals for them: pure functions, reproducible from their seed
 */
#ifndef BENCH_TRIM_H
#define BENCH_TRIM_H

#include <stddef.h>
#include <stdint.h>

#include "stat.h"

double trim_mean(double *values, size_t nr);
int trim_mean_interval(const double *values, size_t nr, uint64_t seed,
		       struct stat_interval *interval);

#endif
