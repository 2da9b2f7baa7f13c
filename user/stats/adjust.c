// SPDX-License-Identifier: GPL-2.0-only
/*
 * adjust.c - false discovery rates
 *
 * Of 1000 symbols that did not change, 50 have p < .05.  Y. Benjamini, Y. Hochberg, "Controlling
 * the false discovery rate", Journal of the Royal Statistical Society B 57, 1995: with p ascending,
 *
 *	q(i) = min over j >= i of p(j) m / j
 *
 * and reporting all with q <= Q makes, on average, no more than Q of the reported ones false.  That
 * holds for independent tests and those that depend positively on each other.  Y. Benjamini, D.
 * Yekutieli, "The control of the false discovery rate in multiple testing under dependency", Annals
 * of Statistics 29, 2001: times 1 + 1/2 + ... + 1/m it holds whatever the dependence.
 */
#include "user/stats/adjust.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct ranked {
	double p;
	uint32_t index;
};

static int by_p(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->p > y->p) - (x->p < y->p);
}

static double penalty(enum adjust method, uint32_t nr)
{
	double sum = 0;
	uint32_t i;

	if (method == ADJUST_BH)
		return 1;
	for (i = 1; i <= nr; i++)
		sum += 1. / i;
	return sum;
}

int adjust_p(enum adjust method, const double *p, double *q, uint32_t nr)
{
	double factor = penalty(method, nr) * nr, least = 1;
	struct ranked *ranked;
	uint32_t i;

	if (!nr)
		return 0;
	ranked = malloc(nr * sizeof(*ranked));
	if (!ranked)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		ranked[i] = (struct ranked){ p[i], i };
	qsort(ranked, nr, sizeof(*ranked), by_p);
	for (i = nr; i-- > 0;) {
		least = fmin(least, ranked[i].p * factor / (i + 1));
		q[ranked[i].index] = least;
	}
	free(ranked);
	return 0;
}
