// SPDX-License-Identifier: GPL-2.0-only
/*
 * count.c - two counts, by what one is when their sum is given
 *
 * J. Przyborowski, H. Wilenski, "Homogeneity of results in testing samples from Poisson series",
 * Biometrika 31, 1940: of K = k0 + k1 samples, each is of the new side with the probability
 *
 *	pi = E1 r / (E0 + E1 r)
 *
 * where E is what the rates are per and r their ratio.  So k1 is binomial, the test of equal rates
 * is that of pi0 = E1 / (E0 + E1), and an interval of pi is one of r = pi/(1 - pi) E0/E1.
 *
 * Up to COUNT_EXACT_BELOW samples the binomial distribution itself is summed, interval after C. J.
 * Clopper and E. S. Pearson (Biometrika 26, 1934); two-sided: all outcomes that are not likelier
 * than the one seen.  Above, the score z = (k1 - K pi0) / sqrt(K pi0 (1 - pi0)) and E. B. Wilson's
 * interval (JASA 22, 1927), which solves the same for pi.
 *
 * Samples of one run are not Poisson's: they come in bursts.  If counts vary phi times as much,
 * k / phi are as many as Poisson's would have to be to be known as well; the score of these is the
 * quasi-Poisson (k1 - K pi0) / sqrt(phi K pi0 (1 - pi0)).
 */
#include "user/stats/count.h"

#include <math.h>

#include "user/stats/dist.h"

/* R's binom.test takes outcomes as equally likely that differ by no more. */
#define TIE (1 + 1e-7)

/* The number of outcomes from @from on, away from the mean by @step, that are likelier. */
static double likelier(double from, double step, double n, double probability, double limit)
{
	double low = 0, high = step > 0 ? n - from : from;

	/* Probabilities fall from here on: the first that is not above. */
	while (low < high) {
		double middle = floor((low + high) / 2);

		if (dist_binomial(from + step * middle, n, probability) > limit)
			low = middle + 1;
		else
			high = middle;
	}
	if (dist_binomial(from + step * low, n, probability) > limit)
		low++;
	return low;
}

double binomial_p(double k, double n, double probability)
{
	double mean = n * probability, limit = dist_binomial(k, n, probability) * TIE, other;

	if (!(n > 0) || k == mean)
		return 1;
	if (k < mean) {
		other = ceil(mean) + likelier(ceil(mean), 1, n, probability, limit);
		return fmin(1, dist_binomial_below(k, n, probability) +
				       dist_binomial_above(other - 1, n, probability));
	}
	other = floor(mean) - likelier(floor(mean), -1, n, probability, limit);
	return fmin(1, dist_binomial_above(k - 1, n, probability) +
			       dist_binomial_below(other, n, probability));
}

struct interval binomial_exact(double k, double n, double confidence)
{
	double tail = (1 - confidence) / 2;

	if (!(n > 0))
		return (struct interval){ 0, 1 };
	return (struct interval){
		.low = dist_beta_quantile(tail, k, n - k + 1),
		.high = dist_beta_quantile(1 - tail, k + 1, n - k),
	};
}

struct interval binomial_score(double k, double n, double confidence)
{
	double z = dist_normal_quantile((1 + confidence) / 2), middle, half;

	if (!(n > 0))
		return (struct interval){ 0, 1 };
	middle = (k + z * z / 2) / (n + z * z);
	half = z / (n + z * z) * sqrt(fmax(k * (n - k), 0) / n + z * z / 4);
	return (struct interval){
		.low = k > 0 ? fmax(middle - half, 0) : 0,
		.high = k < n ? fmin(middle + half, 1) : 1,
	};
}

static double score_p(double k, double n, double probability)
{
	double error = sqrt(n * probability * (1 - probability));

	return error > 0 ? dist_normal_p((k - n * probability) / error) : 1;
}

static double odds(double probability)
{
	return probability < 1 ? probability / (1 - probability) : INFINITY;
}

/* Of @k new among @n samples, all divided by the dispersion already. */
static void compare(struct rates *rates, double k, double n, double pi0, double confidence)
{
	struct interval pi;

	rates->exact = n < COUNT_EXACT_BELOW;
	if (rates->exact) {
		n = fmax(round(n), 1);
		k = fmin(round(k), n);
		rates->p = binomial_p(k, n, pi0);
		pi = binomial_exact(k, n, confidence);
	} else {
		rates->p = score_p(k, n, pi0);
		pi = binomial_score(k, n, confidence);
	}
	rates->interval.low = odds(pi.low) / odds(pi0);
	rates->interval.high = odds(pi.high) / odds(pi0);
}

static double rates_ratio(const struct count *base, const struct count *new)
{
	if (base->samples > 0)
		return (new->samples / new->exposure) / (base->samples / base->exposure);
	return new->samples > 0 ? INFINITY : 1;
}

struct rates count_compare(const struct count *base, const struct count *new, double dispersion,
			   double confidence)
{
	struct rates rates = { .ratio = 1, .p = 1, .interval = { 0, INFINITY } };
	double n = (base->samples + new->samples) / dispersion, pi0;

	if (!(base->exposure > 0) || !(new->exposure > 0))
		return rates;
	rates.ratio = rates_ratio(base, new);
	pi0 = new->exposure / (base->exposure + new->exposure);
	/* Not where one side is so much longer that the other does not count. */
	rates.tested = n > 0 && pi0 > 0 && pi0 < 1;
	if (rates.tested)
		compare(&rates, new->samples / dispersion, n, pi0, confidence);
	return rates;
}
