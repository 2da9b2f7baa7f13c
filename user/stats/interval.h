/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * interval.h - two ends
 */
#ifndef STATS_INTERVAL_H
#define STATS_INTERVAL_H

/** struct interval - a confidence interval; an end that is not bounded is -INFINITY or INFINITY */
struct interval {
	double low, high;
};

#endif
