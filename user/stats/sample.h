/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sample.h - what is known of the runs of one side: their mean, how they scatter, and how much they
 * must scatter at least
 */
#ifndef STATS_SAMPLE_H
#define STATS_SAMPLE_H

#include <stdint.h>

/**
 * struct sample - R values (costs of R runs), summarised
 * @nr: R
 * @mean: 0 where @nr is 0
 * @scatter: variance between the values, divisor R - 1; 0 where @nr < 2
 * @floor: variance that sampling alone gives one value, see sample_of()
 * @df: degrees of freedom of @scatter: R - 1, not below 0
 */
struct sample {
	uint32_t nr;
	double mean;
	double scatter;
	double floor;
	double df;
};

/**
 * sample_of - summarise the values of one side
 * @values: finite; @nr of them
 * @sampling: the sampling variance of each value, Q / W^2 of a run (sum of squared periods through
 *	squared work); NULL where the values are exact (counters, not samples)
 * @grain: what one sample adds to a value (mean period / W), so that the side's mean is never
 *	known better than to one sample in all its runs; 0: no such limit
 *
 * The floor is the mean of @sampling, at least @grain^2 / @nr.  All fields are 0 for no values.
 */
struct sample sample_of(const double *values, const double *sampling, uint32_t nr, double grain);

/** sample_variance() - variance of one value, shrinkage aside: max(scatter, floor) */
double sample_variance(const struct sample *sample);

/** sample_dispersion() - scatter / floor: 1 where runs differ by sampling alone; 0 without floor */
double sample_dispersion(const struct sample *sample);

#endif
