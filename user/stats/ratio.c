// SPDX-License-Identifier: GPL-2.0-only
/*
 * ratio.c - intervals of new / base
 *
 * E. C. Fieller, "Some problems in interval estimation", Journal of the Royal Statistical Society B
 * 16, 1954: for the true ratio r, m1 - r m0 has mean 0 and the variance v1 - 2 r c + r^2 v0, so the
 * ratios that the data do not speak against solve (m1 - r m0)^2 <= t^2 (v1 - 2 r c + r^2 v0):
 *
 *	A r^2 - 2 B r + C <= 0,    A = m0^2 - t^2 v0,  B = m0 m1 - t^2 c,  C = m1^2 - t^2 v1
 *
 *	A > 0				between the roots			RATIO_BOUNDED
 *	A < 0, B^2 - A C > 0		outside them				RATIO_DISJOINT
 *	A < 0, B^2 - A C <= 0		every ratio				RATIO_UNBOUNDED
 *	A = 0				up to or from C / 2B: one root is infinite
 *
 * (U. von Luxburg, V. H. Franz, "A geometric approach to confidence sets for ratios: Fieller's
 * theorem, generalizations, and bootstrap", Statistica Sinica 19, 2009, on the three cases.)
 *
 * Away from 0 the delta method on log(m1 / m0) gives nearly the same with ends that cannot be
 * negative: its variance is v0/m0^2 + v1/m1^2 - 2 c/(m0 m1), its degrees of freedom are
 * Satterthwaite's of these parts.
 */
#include "user/stats/ratio.h"

#include <math.h>

#include "user/stats/dist.h"

static double value_of(const struct means *means)
{
	if (means->mean[0] != 0)
		return means->mean[1] / means->mean[0];
	return means->mean[1] != 0 ? copysign(INFINITY, means->mean[1]) : 1;
}

static struct ratio unbounded(const struct means *means)
{
	return (struct ratio){
		.value = value_of(means),
		.set = RATIO_UNBOUNDED,
		.interval = { -INFINITY, INFINITY },
	};
}

/* A = 0, or so near it that the far root overflows: half a line. */
static struct ratio half_line(struct ratio ratio, double b, double c)
{
	if (!(b != 0) || !isfinite(c / (2 * b)))
		return ratio;
	ratio.set = RATIO_BOUNDED;
	if (b > 0)
		ratio.interval.low = c / (2 * b);
	else
		ratio.interval.high = c / (2 * b);
	return ratio;
}

/* Both roots, without the difference of nearly equal numbers. */
static struct interval roots(double a, double b, double c, double root)
{
	double far = (b + copysign(root, b)) / a;
	double near = b != 0 || root != 0 ? c / (b + copysign(root, b)) : 0;

	return (struct interval){ fmin(far, near), fmax(far, near) };
}

struct ratio ratio_fieller(const struct means *means, double confidence)
{
	struct ratio ratio = unbounded(means);
	double t, a, b, c, under;

	if (!means->tested)
		return ratio;
	t = dist_t_quantile((1 + confidence) / 2, means->df);
	a = means->mean[0] * means->mean[0] - t * t * means->variance[0];
	b = means->mean[0] * means->mean[1] - t * t * means->covariance;
	c = means->mean[1] * means->mean[1] - t * t * means->variance[1];
	under = b * b - a * c;
	if (a == 0)
		return half_line(ratio, b, c);
	/* Where a > 0 the estimate itself is in the set; below 0 can only be rounding. */
	if (a > 0)
		under = fmax(under, 0);
	else if (under <= 0)
		return ratio;
	ratio.set = a > 0 ? RATIO_BOUNDED : RATIO_DISJOINT;
	ratio.interval = roots(a, b, c, sqrt(under));
	if (!isfinite(ratio.interval.low) || !isfinite(ratio.interval.high))
		return half_line(unbounded(means), b, c);
	return ratio;
}

struct ratio ratio_log(const struct means *means, double confidence)
{
	struct ratio ratio = unbounded(means);
	double part[2], variance, df, half;
	int i;

	if (!means->tested || !(means->mean[0] > 0) || !(means->mean[1] > 0))
		return ratio;
	for (i = 0; i < 2; i++)
		part[i] = means->variance[i] / means->mean[i] / means->mean[i];
	variance = part[0] + part[1] - 2 * means->covariance / means->mean[0] / means->mean[1];
	df = means->shared ? means->df :
			     satterthwaite(part[0], means->df_side[0], part[1], means->df_side[1]) +
				     means->df_prior;
	half = variance > 0 ? sqrt(variance) * dist_t_quantile((1 + confidence) / 2, df) : 0;
	ratio.set = RATIO_BOUNDED;
	ratio.interval.low = ratio.value * exp(-half);
	ratio.interval.high = ratio.value * exp(half);
	return ratio;
}

static int near_zero(const struct means *means, int side, double t)
{
	return means->mean[side] <= 2 * t * sqrt(means->variance[side]);
}

struct ratio ratio_of(const struct means *means, double confidence)
{
	double t = dist_t_quantile((1 + confidence) / 2, means->df);

	if (!means->tested || near_zero(means, 0, t) || near_zero(means, 1, t))
		return ratio_fieller(means, confidence);
	return ratio_log(means, confidence);
}

struct interval ratio_costs(const struct ratio *ratio)
{
	double low = fmax(ratio->interval.low, 0), high = fmax(ratio->interval.high, 0);

	if (ratio->set == RATIO_BOUNDED)
		return (struct interval){ low, high };
	if (ratio->set == RATIO_DISJOINT && ratio->interval.low < 0)
		return (struct interval){ high, INFINITY };
	return (struct interval){ 0, INFINITY };
}
