/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * steady.h - did a clock stay what it was over the rounds of a run? pure functions of a series
 */
#ifndef BENCH_STEADY_H
#define BENCH_STEADY_H

#include <stdbool.h>

#define STEADY_STEPS  8
#define STEADY_ROUNDS 20 /* with less of them nothing is said */

/** struct steady_step - the level is another one from @round on, by @change of the one before */
struct steady_step {
	unsigned int round;
	double change;
};

/**
 * struct steady - what a series shows
 * @told:	there were enough rounds to look
 * @steps:	in the order of the rounds; the largest, if there are more than fit
 * @trend:	beside the steps: of the median, from the first round to the last (Theil-Sen)
 * @z:		of that (Mann-Kendall)
 * @drifts:	the trend is no chance and is not small
 * @spread:	the middle half of the values, of the median
 * @outliers:	rounds that are off the median by more than a quarter
 */
struct steady {
	bool told;
	struct steady_step steps[STEADY_STEPS];
	unsigned int nr_steps;
	double trend;
	double z;
	bool drifts;
	double spread;
	unsigned int outliers;
};

int steady_read(const double *values, unsigned int nr, struct steady *steady);

#endif
