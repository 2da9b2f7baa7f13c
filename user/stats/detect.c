// SPDX-License-Identifier: GPL-2.0-only
/*
 * detect.c - minimal detectable change
 *
 * "Nothing found" says little without what could have been found.  H. S. Bloom, "Minimum detectable
 * effects: a simple way to report the statistical power of experimental designs", Evaluation Review
 * 19, 1995: a test at the level alpha finds, with the probability w, an effect of
 *
 *	(t(1 - alpha/2) + t(w)) times its standard error
 *
 * which is 2.80 errors for alpha = .05 and w = .8 where there are many degrees of freedom.
 */
#include "user/stats/detect.h"

#include <math.h>

#include "user/stats/dist.h"

/* How many standard errors. */
static double multiplier(double confidence, double df)
{
	return dist_t_quantile((1 + confidence) / 2, df) + dist_t_quantile(DETECT_POWER, df);
}

double detect_difference(const struct means *means, double confidence)
{
	if (!means->tested)
		return INFINITY;
	return means->error > 0 ? means->error * multiplier(confidence, means->df) : 0;
}

/* Welch's test of two sides that are alike: twice the degrees of freedom of one, and the prior's. */
double detect_runs(const struct sample *runs, uint32_t per_side, const struct prior *prior,
		   double confidence)
{
	double df, error;

	if (runs->nr < 2 || per_side < 2 || !(runs->mean > 0))
		return INFINITY;
	df = 2. * (per_side - 1) + prior_df(prior);
	error = sqrt(2 * prior_variance(prior, runs) / per_side);
	return error * multiplier(confidence, df) / runs->mean;
}

/*
 * Rates of the base on both sides: the relative error of the ratio is sqrt(1/k0 + 1/k1).  Less than
 * one sample is expected as one.
 */
double detect_count(const struct count *base, const struct count *new, double dispersion,
		    double confidence)
{
	double k0 = base->samples / dispersion, k1;

	if (!(base->samples > 0) || !(base->exposure > 0) || !(new->exposure > 0))
		return INFINITY;
	k1 = k0 * new->exposure / base->exposure;
	return multiplier(confidence, INFINITY) * sqrt(1 / fmax(k0, 1) + 1 / fmax(k1, 1));
}

double detect_share(const struct share *base, const struct share *new, double dispersion,
		    double confidence)
{
	double n0 = base->samples / dispersion, n1 = new->samples / dispersion, pooled;

	if (!(n0 > 0) || !(n1 > 0))
		return INFINITY;
	pooled = (base->value * n0 + new->value *n1) / (n0 + n1);
	return multiplier(confidence, INFINITY) *
	       sqrt(fmax(pooled * (1 - pooled), 0) * (1 / n0 + 1 / n1));
}
