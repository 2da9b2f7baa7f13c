/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * drift.h - do the runs get slower or faster as time passes?
 */
#ifndef STATS_DRIFT_H
#define STATS_DRIFT_H

#include <stdbool.h>
#include <stdint.h>

#include "user/stats/interval.h"

/**
 * struct drift - a straight line through the runs
 * @tested: false for fewer than three runs, or all at one time: then all else is 0, @p 1
 * @slope: change of the value per unit of time
 * @relative: change over the whole time, as part of the mean; 0 for a mean of 0
 * @interval: of the slope
 */
struct drift {
	bool tested;
	double slope;
	double relative;
	double p;
	struct interval interval;
};

/**
 * drift_of - least squares, and the t test of the slope
 * @time: when; NULL: 0, 1, 2... in the order of the runs
 */
struct drift drift_of(const double *time, const double *values, uint32_t nr, double confidence);

#endif
