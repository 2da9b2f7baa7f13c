// SPDX-License-Identifier: GPL-2.0-only
/*
 * share.c - difference of two shares
 *
 * R. G. Newcombe, "Interval estimation for the difference between independent proportions:
 * comparison of eleven methods", Statistics in Medicine 17, 1998, method 10: from Wilson's
 * intervals l0..u0 and l1..u1 of the shares h0 and h1, with d = h1 - h0,
 *
 *	d - sqrt((h1 - l1)^2 + (u0 - h0)^2)   to   d + sqrt((u1 - h1)^2 + (h0 - l0)^2)
 *
 * which stays within -1 to 1 and means something for shares of 0 and 1.  The p value is that of the
 * pooled score, z = d / sqrt(h (1 - h) (1/n0 + 1/n1)).  With a dispersion of phi, a run of n
 * samples knows as much as n / phi independent ones.
 */
#include "user/stats/share.h"

#include <math.h>

#include "user/stats/count.h"
#include "user/stats/dist.h"

static double pooled_p(const struct share *base, const struct share *new, double n0, double n1)
{
	double pooled = (base->value * n0 + new->value *n1) / (n0 + n1);
	double error = sqrt(fmax(pooled * (1 - pooled), 0) * (1 / n0 + 1 / n1));

	return error > 0 ? dist_normal_p((new->value - base->value) / error) : 1;
}

struct shares share_compare(const struct share *base, const struct share *new, double dispersion,
			    double confidence)
{
	double h0 = base->value, h1 = new->value;
	double n0 = base->samples / dispersion, n1 = new->samples / dispersion;
	struct shares shares = { .difference = h1 - h0, .p = 1, .interval = { -1, 1 } };
	struct interval w0, w1;

	if (!(n0 > 0) || !(n1 > 0))
		return shares;
	shares.tested = true;
	shares.p = pooled_p(base, new, n0, n1);
	w0 = binomial_score(h0 * n0, n0, confidence);
	w1 = binomial_score(h1 * n1, n1, confidence);
	shares.interval.low = shares.difference - hypot(h1 - w1.low, w0.high - h0);
	shares.interval.high = shares.difference + hypot(w1.high - h1, h0 - w0.low);
	return shares;
}
