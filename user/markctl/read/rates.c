// SPDX-License-Identifier: GPL-2.0-only
/*
 * rates.c - hits per second
 */
#include "user/markctl/read/rates.h"

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

static double rate_of(const struct rates *before, const struct rate *line, double seconds)
{
	const struct rate *found = NULL;

	if (before->nr)
		found = bsearch(line, before->lines, before->nr, sizeof(*line), by_name);
	return rate(line->hits, found ? found->hits : 0, seconds);
}

int rates_update(struct rates *rates, const struct marker_count_total *totals, size_t nr,
		 double seconds)
{
	struct rates now = { calloc(nr + 1, sizeof(*now.lines)), 0 };
	size_t i;

	if (!now.lines)
		return -ENOMEM;
	if (rates->nr)
		qsort(rates->lines, rates->nr, sizeof(*rates->lines), by_name);
	for (i = 0; i < nr; i++) {
		struct rate *line = &now.lines[now.nr++];

		*line = (struct rate){ strdup(totals[i].name), strdup(totals[i].format),
				       totals[i].hits, 0 };
		if (!line->name || !line->format) {
			rates_free(&now);
			return -ENOMEM;
		}
		line->per_s = rate_of(rates, line, seconds);
	}
	qsort(now.lines, nr, sizeof(*now.lines), by_rate);
	rates_free(rates);
	*rates = now;
	return 0;
}

void rates_free(struct rates *rates)
{
	size_t i;

	for (i = 0; i < rates->nr; i++) {
		free(rates->lines[i].name);
		free(rates->lines[i].format);
	}
	free(rates->lines);
	*rates = (struct rates){ NULL, 0 };
}
