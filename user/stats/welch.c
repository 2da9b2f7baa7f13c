// SPDX-License-Identifier: GPL-2.0-only
/*
 * welch.c - tests of two means whose variances need not be equal
 *
 * B. L. Welch, "The generalization of 'Student's' problem when several different population
 * variances are involved", Biometrika 34, 1947; the degrees of freedom are F. E. Satterthwaite's,
 * "An approximate distribution of estimates of variance components", Biometrics Bulletin 2, 1946:
 *
 *	t  = (m1 - m0) / sqrt(v0/R0 + v1/R1)
 *	df = (v0/R0 + v1/R1)^2 / ((v0/R0)^2/(R0-1) + (v1/R1)^2/(R1-1)) + d0
 *
 * v is the variance of one run: the scatter, shrunk (shrink.c), at least the sampling floor
 * (sample.c).  The floor only ever lowers |t|, and the degrees of freedom stay the scatter's,
 * so that the test errs on the careful side where runs scatter less than sampling alone would have
 * them; periodic sampling can do that.
 *
 * Pairs (runs made in turns, base new base new...) are compared by the mean of their differences
 * ("Student", Biometrika 6, 1908), which leaves out whatever drifted slowly over both.
 */
#include "user/stats/welch.h"

#include <math.h>
#include <stddef.h>

#include "user/stats/dist.h"

double satterthwaite(double a, double df_a, double b, double df_b)
{
	double sum = a + b;

	if (!(sum > 0))
		return df_a + df_b;
	if ((a > 0 && !(df_a > 0)) || (b > 0 && !(df_b > 0)))
		return 0;
	/* By parts of the sum: squares of small variances would be 0, and 0 / 0 no number. */
	a /= sum;
	b /= sum;
	return 1 / ((a > 0 ? a * a / df_a : 0) + (b > 0 ? b * b / df_b : 0));
}

/* Base and new differ as they do, and nothing is said about chance. */
static struct means untested(double base, double new)
{
	return (struct means){
		.mean = { base, new },
		.difference = new - base,
		.p = 1,
		.interval = { -INFINITY, INFINITY },
	};
}

/* From difference, error and degrees of freedom: t. */
static void find_t(struct means *means)
{
	means->tested = means->df > 0;
	if (!means->tested)
		return;
	if (means->error > 0)
		means->t = means->difference / means->error;
	else if (means->difference != 0)
		means->t = copysign(INFINITY, means->difference);
}

void means_test(struct means *means, double confidence)
{
	double half = 0;

	if (!means->tested)
		return;
	if (means->error > 0)
		half = means->error * dist_t_quantile((1 + confidence) / 2, means->df);
	means->p = dist_t_p(means->t, means->df);
	means->interval.low = means->difference - half;
	means->interval.high = means->difference + half;
}

/* What one run varies by; one that is alone is taken to be as dispersed as the other side. */
static double run_variance(const struct sample *side, const struct sample *other,
			   const struct prior *prior)
{
	if (side->nr > 1 || other->nr < 2)
		return prior_variance(prior, side);
	if (other->floor > 0)
		return fmax(1, prior_variance(prior, other) / other->floor) * side->floor;
	return fmax(side->floor, prior_variance(prior, other));
}

struct means welch_statistic(const struct sample *base, const struct sample *new,
			     const struct prior *prior)
{
	struct means means = untested(base->mean, new->mean);
	const struct sample *sides[] = { base, new };
	uint32_t i;

	if (!base->nr || !new->nr || base->nr + new->nr < 3)
		return means;
	for (i = 0; i < 2; i++) {
		means.variance[i] = run_variance(sides[i], sides[!i], prior) / sides[i]->nr;
		means.df_side[i] = sides[i]->df > 0 ? sides[i]->df : sides[!i]->df;
	}
	means.df_prior = prior_df(prior);
	means.error = sqrt(means.variance[0] + means.variance[1]);
	means.shared = base->nr < 2 || new->nr < 2;
	means.df = means.df_prior + (means.shared ?
					     means.df_side[0] :
					     satterthwaite(means.variance[0], means.df_side[0],
							   means.variance[1], means.df_side[1]));
	find_t(&means);
	return means;
}

struct means welch(const struct sample *base, const struct sample *new, const struct prior *prior,
		   double confidence)
{
	struct means means = welch_statistic(base, new, prior);

	means_test(&means, confidence);
	return means;
}

struct sample paired_differences(const double *base, const double *new, uint32_t nr, double floor)
{
	struct sample sample = { .nr = nr, .floor = nr ? floor : 0 };
	uint32_t i;

	for (i = 0; i < nr; i++)
		sample.mean += (new[i] - base[i]) / nr;
	for (i = 0; i < nr; i++) {
		double off = new[i] - base[i] - sample.mean;

		sample.scatter += nr > 1 ? off * off / (nr - 1) : 0;
	}
	sample.df = nr ? nr - 1 : 0;
	return sample;
}

/*
 * Variances of the means for a ratio.  Their covariance makes the variance of the difference
 * the tested one: var(new - base) = var(base) + var(new) - 2 cov.
 */
static void paired_variances(struct means *means, const double *base, const double *new,
			     uint32_t nr, const double floor[2])
{
	const double *values[] = { base, new };
	uint32_t i;

	for (i = 0; i < 2; i++) {
		struct sample side = sample_of(values[i], NULL, nr, 0);

		side.floor = floor[i];
		means->mean[i] = side.mean;
		means->variance[i] = sample_variance(&side) / nr;
		means->df_side[i] = side.df;
	}
	means->covariance =
		(means->variance[0] + means->variance[1] - means->error * means->error) / 2;
}

struct means paired(const double *base, const double *new, uint32_t nr, const double floor[2],
		    const struct prior *prior, double confidence)
{
	struct sample differences = paired_differences(base, new, nr, floor[0] + floor[1]);
	struct means means = untested(0, differences.mean);

	if (nr)
		means.error = sqrt(prior_variance(prior, &differences) / nr);
	if (nr)
		paired_variances(&means, base, new, nr, floor);
	if (nr < 2)
		return means;
	means.shared = true;
	means.df_prior = prior_df(prior);
	means.df = differences.df + means.df_prior;
	find_t(&means);
	means_test(&means, confidence);
	return means;
}
