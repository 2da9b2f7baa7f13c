// SPDX-License-Identifier: GPL-2.0-only
/*
 * shrink.c - empirical Bayes for the dispersions of many symbols
 *
 * A variance from three runs is known to a factor of several.  Symbols of one program on one
 * machine are disturbed alike, so their dispersions phi = s^2 / floor (how many times more than by
 * sampling runs differ; comparable between large and small symbols, as variances are not) resemble
 * each other.  G. K. Smyth, "Linear Models and Empirical Bayes Methods for Assessing Differential
 * Expression in Microarray Experiments", Statistical Applications in Genetics and Molecular Biology
 * 3(1), 2004, section 6: let 1/phi be distributed as chi^2_d0 / (d0 s0^2); then
 *
 *	e  = log phi - digamma(d/2) + log(d/2)		has the mean     log s0^2 - digamma(d0/2) + log(d0/2)
 *							and the variance trigamma(d/2) + trigamma(d0/2)
 *
 * so that mean and variance of the e give d0 and s0^2.  The best guess of one symbol's dispersion
 * is then (d0 s0^2 + d phi) / (d0 + d), and its test has d0 degrees of freedom more.
 *
 * Where the variance of the e is no more than chance explains, d0 is infinite: all are alike.
 * SHRINK_MAX_DF keeps even then a symbol with many runs from being outvoted.  Dispersions of 0 have
 * no logarithm; they are lifted to 1e-5 of the median, as the author's own program does (limma,
 * fitFDist.R).
 */
#include "user/stats/shrink.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

#include "user/stats/dist.h"

/* A side that has both floor and scatter; its weight is its degrees of freedom. */
static void add_side(struct dispersion *sum, const struct sample *side)
{
	if (!side || !(side->floor > 0) || !(side->df > 0))
		return;
	sum->value += side->df * sample_dispersion(side);
	sum->df += side->df;
}

struct dispersion dispersion_of(const struct sample *a, const struct sample *b, double samples)
{
	struct dispersion sum = { .samples = samples };

	add_side(&sum, a);
	add_side(&sum, b);
	if (sum.df > 0)
		sum.value /= sum.df;
	return sum;
}

static bool is_used(const struct dispersion *dispersion)
{
	return dispersion->df > 0 && dispersion->samples >= SHRINK_MIN_SAMPLES;
}

/* Moves what is used to the front; returns how many. */
static uint32_t keep_used(struct dispersion *dispersions, uint32_t nr)
{
	uint32_t i, used = 0;

	for (i = 0; i < nr; i++)
		if (is_used(&dispersions[i])) {
			struct dispersion kept = dispersions[i];

			dispersions[i] = dispersions[used];
			dispersions[used++] = kept;
		}
	return used;
}

static int by_value(const void *a, const void *b)
{
	double x = ((const struct dispersion *)a)->value;
	double y = ((const struct dispersion *)b)->value;

	return (x > y) - (x < y);
}

static double median_of(struct dispersion *dispersions, uint32_t nr)
{
	qsort(dispersions, nr, sizeof(*dispersions), by_value);
	return (dispersions[(nr - 1) / 2].value + dispersions[nr / 2].value) / 2;
}

/* The logarithm of a dispersion, without the bias that its degrees of freedom give it. */
static double unbiased_log(const struct dispersion *dispersion, double least)
{
	double half = dispersion->df / 2;

	return log(fmax(dispersion->value, least)) - dist_digamma(half) + log(half);
}

/* The variance of the logarithms beyond what chance explains, and their mean. */
static double excess_variance(const struct dispersion *used, uint32_t nr, double least,
			      double *mean)
{
	double sum = 0, squares = 0, explained = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		sum += unbiased_log(&used[i], least);
	*mean = sum / nr;
	for (i = 0; i < nr; i++) {
		double off = unbiased_log(&used[i], least) - *mean;

		squares += off * off;
		explained += dist_trigamma(used[i].df / 2);
	}
	return squares / (nr - 1) - explained / nr;
}

void prior_fit(struct dispersion *dispersions, uint32_t nr, struct prior *prior)
{
	double median, mean, excess, half;

	*prior = (struct prior){ 0 };
	nr = keep_used(dispersions, nr);
	if (nr < SHRINK_MIN_SYMBOLS)
		return;
	median = median_of(dispersions, nr);
	if (!(median > 0))
		return;
	prior->symbols = nr;
	excess = excess_variance(dispersions, nr, 1e-5 * median, &mean);
	if (!(excess > 0)) {
		prior->df = SHRINK_MAX_DF;
		prior->value = exp(mean);
		return;
	}
	half = dist_trigamma_inverse(excess);
	prior->df = fmin(2 * half, SHRINK_MAX_DF);
	prior->value = exp(mean + dist_digamma(half) - log(half));
}

double prior_df(const struct prior *prior)
{
	return prior ? prior->df : 0;
}

double prior_variance(const struct prior *prior, const struct sample *sample)
{
	double shrunk;

	if (!(prior_df(prior) > 0))
		return sample_variance(sample);
	shrunk = (prior->df * prior->value * sample->floor + sample->df * sample->scatter) /
		 (prior->df + sample->df);
	return fmax(shrunk, sample->floor);
}
