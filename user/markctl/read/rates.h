/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rates.h - hits per second, from counts taken twice
 */
#ifndef MARKCTL_RATES_H
#define MARKCTL_RATES_H

#include <stddef.h>

#include "probes/count.h"

struct rate {
	char *name;
	char *format;
	unsigned long hits;
	double per_s;
};

struct rates {
	struct rate *lines;
	size_t nr;
};

/**
 * rates_update() - take the counts as they are now
 * @rates:	what was taken before, and is replaced; at first { NULL, 0 }
 * @seconds:	since then
 *
 * The order is that of the rates, the highest first; then of the hits, then of the names.
 *
 * Return: 0 or -ENOMEM.
 */
int rates_update(struct rates *rates, const struct marker_count_total *totals, size_t nr,
		 double seconds);

void rates_free(struct rates *rates);

#endif
