// SPDX-License-Identifier: GPL-2.0-only
/*
 * figures.c - see figures.h
 */
#include "figures.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* From a loop to a site. */
static void share(struct stat_interval *interval, double sites)
{
	interval->mid /= sites;
	interval->low /= sites;
	interval->high /= sites;
}

static void fill(struct figure *figure, const struct figures *figures, const struct run_row *row)
{
	const struct run *run = figures->run;
	const struct bench *bench = row->bench;
	double sites = bench->sites ? bench->sites : 1;

	figure->bench = bench;
	figure->measured = !row->error && !run_cycles(run, bench->name, &figure->cycles);
	share(&figure->cycles, sites);
	if (!figure->measured || !bench->base ||
	    run_difference(run, bench->name, bench->base, &figure->over))
		return;
	figure->has_base = true;
	figure->floor = run_floor(run, bench->base) / sites;
	share(&figure->over, sites);
	figure->told = figures->exact || run_is_told(&figure->over, figure->floor);
}

/* One round proves nothing. */
static bool is_exact(const struct run *run)
{
	unsigned int i, measured = 0;

	for (i = 0; i < run->nr; i++) {
		const struct run_row *row = &run->rows[i];
		unsigned int round;

		if (row->error)
			continue;
		measured++;
		for (round = 1; round < run->rounds; round++) {
			if (row->cycles[round] != row->cycles[0])
				return false;
		}
	}
	return measured && run->rounds > 1;
}

/**
 * figures_init() - compute
 * @run:	measured; stays until figures_exit()
 * @ghz:	core cycles a nanosecond, 0 if unknown
 *
 * Return: 0, -ENOMEM.
 */
int figures_init(struct figures *figures, const struct run *run, double ghz)
{
	unsigned int i;

	*figures = (struct figures){ .run = run, .ghz = ghz, .exact = is_exact(run) };
	figures->rows = calloc(run->nr ? run->nr : 1, sizeof(*figures->rows));
	if (!figures->rows)
		return -ENOMEM;
	for (i = 0; i < run->nr; i++)
		fill(&figures->rows[i], figures, &run->rows[i]);
	figures->nr = run->nr;
	return 0;
}

/** figures_exit() - frees the figures, not the run */
void figures_exit(struct figures *figures)
{
	free(figures->rows);
	memset(figures, 0, sizeof(*figures));
}

/** figures_find() - of a row that was measured, NULL if it was not */
const struct figure *figures_find(const struct figures *figures, const char *name)
{
	unsigned int i;

	for (i = 0; i < figures->nr; i++) {
		const struct figure *figure = &figures->rows[i];

		if (figure->measured && !strcmp(figure->bench->name, name))
			return figure;
	}
	return NULL;
}

/* Why a whole group is left out of the build; NULL if it is not, or there is none of that name. */
static const char *missing_group(const char *name)
{
	size_t i;

	for (i = 0; i < bench_nr_groups; i++) {
		if (!bench_groups[i]->nr && strstr(name, bench_groups[i]->name))
			return bench_groups[i]->missing;
	}
	return NULL;
}

/** figures_why() - why a row has no figure; always a phrase */
const char *figures_why(const struct figures *figures, const char *name,
			char why[static FIGURES_WHY])
{
	const struct run_row *row = figures->run ? run_find(figures->run, name) : NULL;
	const char *reason;

	if (row && row->error)
		reason = row->why;
	else if (bench_find(name))
		reason = "not asked for";
	else
		reason = missing_group(name);
	snprintf(why, FIGURES_WHY, "%s", reason ? reason : "no such row in this build");
	return why;
}
