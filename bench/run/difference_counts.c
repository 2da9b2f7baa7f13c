// SPDX-License-Identifier: GPL-2.0-only
/*
 * difference_counts.c - what a run says of an event of one row against another
 *
 * As difference.c does of cycles, but that a round in which the event was on no counter has no
 * figure: it is left out, for both rows.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "run.h"

static const double *find_counts(const struct run *run, unsigned int event, const char *name)
{
	const struct run_row *row = run_find(run, name);

	if (!row || row->error || !row->counts || event >= run->nr_events)
		return NULL;
	return row->counts + (size_t)event * run->rounds;
}

/* a - b, or a alone, of the rounds that have both. */
static int interval_of(const struct run *run, const double *a, const double *b,
		       struct stat_interval *interval, unsigned int *nr)
{
	double *values = calloc(run->rounds, sizeof(*values));
	unsigned int i;
	int ret;

	*nr = 0;
	if (!values)
		return -ENOMEM;
	for (i = 0; i < run->rounds; i++) {
		double value = b ? a[i] - b[i] : a[i];

		if (!isnan(value))
			values[(*nr)++] = value;
	}
	ret = *nr ? stat_median_interval(values, *nr, run->seed, interval) : -ENODATA;
	free(values);
	return ret;
}

/**
 * run_count() - of an event, a loop
 * @run:	measured
 * @event:	its number in the run
 * @name:	the row
 * @nr:		rounds that counted
 *
 * Return: 0, -ENOENT if the row was not measured, -ENODATA if no round counted, -ENOMEM.
 */
int run_count(const struct run *run, unsigned int event, const char *name,
	      struct stat_interval *interval, unsigned int *nr)
{
	const double *counts = find_counts(run, event, name);

	*nr = 0;
	return counts ? interval_of(run, counts, NULL, interval, nr) : -ENOENT;
}

/**
 * run_count_difference() - of an event, a loop of @name over one of @base, the median of the rounds
 *
 * Return: as run_count().
 */
int run_count_difference(const struct run *run, unsigned int event, const char *name,
			 const char *base, struct stat_interval *interval)
{
	const double *a = find_counts(run, event, name), *b = find_counts(run, event, base);
	unsigned int nr;

	return a && b ? interval_of(run, a, b, interval, &nr) : -ENOENT;
}

/** run_count_floor() - how far two copies of @base lie apart; as run_floor() */
double run_count_floor(const struct run *run, unsigned int event, const char *base)
{
	const struct run_row *row = run_find(run, base);
	struct stat_interval apart;
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		const struct bench *copy = run->rows[i].bench;

		if (!copy->copy || strcmp(copy->base, base) != 0 ||
		    run_count_difference(run, event, copy->name, base, &apart))
			continue;
		return fmax(fabs(apart.low), fabs(apart.high));
	}
	return row && row->bench->base ? run_count_floor(run, event, row->bench->base) : NAN;
}
