// SPDX-License-Identifier: GPL-2.0-only
/*
 * rates.c - hits per second
 */
#include "rates.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
	const struct rate *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	return order ? order : strcmp(x->format, y->format);
}

static int by_rate(const void *a, const void *b)
{
	const struct rate *x = a, *y = b;

	if (x->per_s != y->per_s)
		return x->per_s < y->per_s ? 1 : -1;
	if (x->hits != y->hits)
		return x->hits < y->hits ? 1 : -1;
	return by_name(a, b);
}

/* Counts only grow, but one that two connections count may be handed from one to the other. */
static double rate(unsigned long now, unsigned long before, double seconds)
{
	return now > before && seconds > 0 ? (now - before) / seconds : 0;
}

int rates_update(struct rates *rates, const struct marker_count_total *totals, size_t nr,
		 double seconds)
{
	struct rate *lines = calloc(nr + 1, sizeof(*lines));
	const struct rate *before;
	size_t i;

	if (!lines)
		return -ENOMEM;
	if (rates->nr)
		qsort(rates->lines, rates->nr, sizeof(*rates->lines), by_name);
	for (i = 0; i < nr; i++) {
		lines[i] = (struct rate){ totals[i].name, totals[i].format, totals[i].hits, 0 };
		before = rates->nr ? bsearch(&lines[i], rates->lines, rates->nr,
					     sizeof(*rates->lines), by_name) :
				     NULL;
		lines[i].per_s = rate(lines[i].hits, before ? before->hits : 0, seconds);
	}
	qsort(lines, nr, sizeof(*lines), by_rate);
	free(rates->lines);
	*rates = (struct rates){ lines, nr };
	return 0;
}

void rates_free(struct rates *rates)
{
	free(rates->lines);
	*rates = (struct rates){ NULL, 0 };
}
