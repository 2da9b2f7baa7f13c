// SPDX-License-Identifier: GPL-2.0-only
/*
 * sample.c - mean, scatter and sampling floor of the runs of one side
 *
 * The run is the unit.  Samples inside one run are not independent of each other (a run that was
 * disturbed has more of all), so the scatter between runs is what a test may use (Flater, NIST TN
 * 1826, 2014: estimates from inside one profile did not hold).  But three runs that happen to agree
 * know too little of their scatter.  What they cannot get below is the sampling itself: P is a sum
 * of k periods, k varies as Poisson's, so the variance of P is estimated by Q, the sum of squared
 * periods, and that of the cost P / W by Q / W^2 (a compound Poisson variable).  That is the floor.
 */
#include "user/stats/sample.h"

#include <math.h>
#include <stddef.h>

static double mean_of(const double *values, uint32_t nr)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		sum += values[i];
	return nr ? sum / nr : 0;
}

/* Two passes: differences from the mean do not cancel as squares of large values do. */
static double scatter_of(const double *values, uint32_t nr, double mean)
{
	double sum = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		sum += (values[i] - mean) * (values[i] - mean);
	return nr > 1 ? sum / (nr - 1) : 0;
}

struct sample sample_of(const double *values, const double *sampling, uint32_t nr, double grain)
{
	struct sample sample = { .nr = nr };

	if (!nr)
		return sample;
	sample.mean = mean_of(values, nr);
	sample.scatter = scatter_of(values, nr, sample.mean);
	sample.df = nr - 1;
	sample.floor = fmax(sampling ? mean_of(sampling, nr) : 0, grain * grain / nr);
	return sample;
}

double sample_variance(const struct sample *sample)
{
	return fmax(sample->scatter, sample->floor);
}

double sample_dispersion(const struct sample *sample)
{
	return sample->floor > 0 ? sample->scatter / sample->floor : 0;
}
