// SPDX-License-Identifier: GPL-2.0-only
/*
 * difference.c - what a run says of one row against another
 *
 * All of it is computed round by round from the two rows of the same round.
 */
#include "run.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** run_find() - a row of the run by its name, NULL if it is not in it */
const struct run_row *run_find(const struct run *run, const char *name)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		if (!strcmp(run->rows[i].bench->name, name))
			return &run->rows[i];
	}
	return NULL;
}

static const struct run_row *find_measured(const struct run *run, const char *name)
{
	const struct run_row *row = run_find(run, name);

	return row && !row->error ? row : NULL;
}

/**
 * run_cycles() - core cycles a loop
 * @run:	measured
 * @name:	the row
 *
 * Return: 0, -ENOENT if the row was not measured, -ENOMEM.
 */
int run_cycles(const struct run *run, const char *name, struct stat_interval *interval)
{
	const struct run_row *row = find_measured(run, name);

	if (!row)
		return -ENOENT;
	return stat_median_interval(row->cycles, run->rounds, run->seed, interval);
}

/* name - base for each round; to be freed. */
static double *differences(const struct run *run, const char *name, const char *base)
{
	const struct run_row *a = find_measured(run, name), *b = find_measured(run, base);
	unsigned int i;
	double *values;

	if (!a || !b)
		return NULL;
	values = calloc(run->rounds, sizeof(*values));
	for (i = 0; values && i < run->rounds; i++)
		values[i] = a->cycles[i] - b->cycles[i];
	return values;
}

/**
 * run_difference() - core cycles a loop of @name over those of @base, the median of the rounds
 *
 * Return: 0, -ENOENT if one of them was not measured (or no memory).
 */
int run_difference(const struct run *run, const char *name, const char *base,
		   struct stat_interval *interval)
{
	double *values = differences(run, name, base);
	int ret;

	if (!values)
		return -ENOENT;
	ret = stat_median_interval(values, run->rounds, run->seed, interval);
	free(values);
	return ret;
}

/**
 * run_ratio() - time of @name over time of @base, the median of the rounds
 *
 * Return: as run_difference().
 */
int run_ratio(const struct run *run, const char *name, const char *base,
	      struct stat_interval *interval)
{
	const struct run_row *row = find_measured(run, base);
	double *values = differences(run, name, base);
	unsigned int i;
	int ret;

	if (!values)
		return -ENOENT;
	for (i = 0; i < run->rounds; i++)
		values[i] = 1 + values[i] / row->cycles[i];
	ret = stat_median_interval(values, run->rounds, run->seed, interval);
	free(values);
	return ret;
}

/**
 * run_extra_ratio() - (num[0] - num[1]) / (den[0] - den[1]), medians of paired differences
 *
 * Return: as run_difference().
 */
int run_extra_ratio(const struct run *run, const char *const num[2], const char *const den[2],
		    struct stat_interval *interval)
{
	double *above = differences(run, num[0], num[1]), *below = differences(run, den[0], den[1]);
	int ret = -ENOENT;

	if (above && below)
		ret = stat_ratio_interval(above, below, run->rounds, run->seed, interval);
	free(above);
	free(below);
	return ret;
}

/**
 * run_is_told() - may a difference be called one?
 * @difference:	with its interval
 * @floor:	run_floor() of the base, in the same unit; NaN if it is not known
 *
 * Return: whether the interval has nought outside and the difference is beyond the floor; without a
 * floor it is never.
 */
bool run_is_told(const struct stat_interval *difference, double floor)
{
	if (difference->low <= 0 && difference->high >= 0)
		return false;
	return fabs(difference->mid) > floor;
}

/**
 * run_floor() - how far two copies of @base lie apart, in core cycles a loop
 *
 * What a row differs by less than this may come from where its code lies.
 *
 * Return: the far end of the interval of the copy's difference; without a copy that of the base's own
 * base, and in the end NaN: what is noise cannot be told.
 */
double run_floor(const struct run *run, const char *base)
{
	const struct run_row *row = run_find(run, base);
	struct stat_interval apart;
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		const struct bench *copy = run->rows[i].bench;

		if (!copy->copy || strcmp(copy->base, base) != 0 ||
		    run_difference(run, copy->name, base, &apart))
			continue;
		return fmax(fabs(apart.low), fabs(apart.high));
	}
	return row && row->bench->base ? run_floor(run, row->bench->base) : NAN;
}
