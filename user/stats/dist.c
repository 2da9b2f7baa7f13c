// SPDX-License-Identifier: GPL-2.0-only
/*
 * dist.c - what of libRmath is needed, kept away from arguments that it complains of
 *
 * The algorithms and their sources are R's: pt after Abramowitz and Stegun 26.5 and pbeta by
 * Didonato and Morris (ACM TOMS 708), qt after Hill (CACM 396), qnorm by Wichura (AS 241), dbinom
 * by Loader (2000), the polygamma functions by Amos (ACM TOMS 610).
 */
#include "user/stats/dist.h"

#include <math.h>
#include <stdbool.h>

#define MATHLIB_STANDALONE
#include <Rmath.h>

enum {
	UPPER = 0,
	LOWER = 1
};

double dist_t_p(double t, double df)
{
	if (!(df > 0) || isnan(t))
		return 1;
	return fmin(1, 2 * pt(fabs(t), df, UPPER, false));
}

/* The ends, and what lies behind them. */
static double end_quantile(double p)
{
	return p < .5 ? -INFINITY : INFINITY;
}

double dist_t_quantile(double p, double df)
{
	if (p == .5)
		return 0;
	if (!(df > 0) || !(p > 0 && p < 1))
		return end_quantile(p);
	return qt(p, df, LOWER, false);
}

double dist_normal_p(double z)
{
	return dist_t_p(z, INFINITY);
}

double dist_normal_below(double z)
{
	return isnan(z) ? .5 : pnorm(z, 0, 1, LOWER, false);
}

double dist_normal_quantile(double p)
{
	return dist_t_quantile(p, INFINITY);
}

double dist_beta_quantile(double p, double a, double b)
{
	if (!(a > 0) || !(p > 0))
		return 0;
	if (!(b > 0) || p >= 1)
		return 1;
	return qbeta(p, a, b, LOWER, false);
}

double dist_binomial(double k, double n, double p)
{
	return k >= 0 && k <= n ? dbinom(k, n, p, false) : 0;
}

double dist_binomial_below(double k, double n, double p)
{
	return k < 0 ? 0 : pbinom(k, n, p, LOWER, false);
}

double dist_binomial_above(double k, double n, double p)
{
	return k < 0 ? 1 : pbinom(k, n, p, UPPER, false);
}

double dist_digamma(double x)
{
	return digamma(x);
}

double dist_trigamma(double x)
{
	return trigamma(x);
}

double dist_tetragamma(double x)
{
	return tetragamma(x);
}

/*
 * Newton's steps on 1 / trigamma, which is convex: they come down to the root from a start that is
 * above it (Smyth 2004, appendix).  Far out the two asymptotes are exact to the last bit.
 */
double dist_trigamma_inverse(double y)
{
	double x = .5 + 1 / y;
	unsigned int steps;

	if (y > 1e7)
		return 1 / sqrt(y);
	if (y < 1e-6)
		return 1 / y;
	for (steps = 0; steps < 50; steps++) {
		double value = trigamma(x), step = value * (1 - value / y) / tetragamma(x);

		x += step;
		if (-step / x < 1e-8)
			break;
	}
	return x;
}
