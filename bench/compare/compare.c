// SPDX-License-Identifier: GPL-2.0-only
/*
 * compare.c - two runs, figure by figure
 *
 * Two runs are not paired: each is resampled from its own rounds.  What is small is not what a test
 * cannot see but what lies within the noise floor, the larger of the two runs.  With the 95 % interval
 * of the change and the floor on both sides of nought:
 *
 *	      -floor     0     floor
 *	|---|    .       .       .		less
 *	         .   |-------|   .		the same: two one-sided tests (Schuirmann, 1987)
 *	         .       .       .   |---|	more
 *	         .       .   |-------|		cannot be told: more rounds may
 *
 * Of a hundred figures that did not change five would seem to.  So "less" and "more" also need
 * a p-value that Holm's procedure for all figures of the comparison leaves below 0.05 (Holm, "A Simple
 * Sequentially Rejective Multiple Test Procedure", 1979); that holds however figures hang together.
 * The p-value is that of a normal variable with the bootstrap's standard error.  Without a noise floor
 * nothing is told.
 */
#include "compare.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Rows and what they have over their bases, of cycles and of each event. */
#define FIGURES_A_ROW(run) (2 * (1 + (size_t)(run)->nr_events))

/* ---- verdicts ------------------------------------------------------------------------------ */

/**
 * compare_judge() - what may be said
 * @change:	with its interval
 * @floor:	at least 0; NaN if it is not known
 * @adjusted:	p-value
 * @why:	set to a phrase if nothing may be
 */
enum compare_verdict compare_judge(const struct stat_interval *change, double floor,
				   double adjusted, const char **why)
{
	*why = NULL;
	if (isnan(floor)) {
		*why = "no noise floor";
		return COMPARE_UNTOLD;
	}
	if (change->low >= -floor && change->high <= floor)
		return COMPARE_SAME;
	if (change->low <= floor && change->high >= -floor) {
		*why = "the interval crosses the noise floor";
		return COMPARE_UNTOLD;
	}
	if (!(adjusted <= COMPARE_LEVEL)) {
		*why = "chance, with so many figures";
		return COMPARE_UNTOLD;
	}
	return change->low > floor ? COMPARE_MORE : COMPARE_LESS;
}

static int by_p(const void *a, const void *b)
{
	const struct figure *const *x = a, *const *y = b;

	return ((*x)->p > (*y)->p) - ((*x)->p < (*y)->p);
}

/** compare_holm() - fill in @adjusted of all figures from their @p */
void compare_holm(struct figure *figures, unsigned int nr)
{
	struct figure **sorted = calloc(nr, sizeof(*sorted));
	double worst = 0;
	unsigned int i;

	/* Without memory: Bonferroni, which is never less strict. */
	for (i = 0; i < nr; i++) {
		figures[i].adjusted = fmin(1, nr * figures[i].p);
		if (sorted)
			sorted[i] = &figures[i];
	}
	if (sorted)
		qsort(sorted, nr, sizeof(struct figure *), by_p);
	for (i = 0; sorted && i < nr; i++) {
		worst = fmax(worst, fmin(1, (nr - i) * sorted[i]->p));
		sorted[i]->adjusted = worst;
	}
	free(sorted);
}

/* ---- figures ------------------------------------------------------------------------------- */

/* What a figure is of, in one run. */
struct series {
	double *values;
	size_t nr;
};

static const double *samples_of(const struct run *run, const char *name, int event)
{
	const struct run_row *row = run_find(run, name);

	if (!row || row->error)
		return NULL;
	if (event < 0)
		return row->cycles;
	return row->counts ? row->counts + (size_t)event * run->rounds : NULL;
}

/* A row, or what it has over its base in each round, a site; without rounds that counted nothing. */
static int read_series(struct series *series, const struct run *run, const char *name,
		       const char *base, int event)
{
	const double *row = samples_of(run, name, event);
	const double *under = base ? samples_of(run, base, event) : NULL;
	unsigned int i;

	series->nr = 0;
	series->values = NULL;
	if (!row || (base && !under))
		return -ENOENT;
	series->values = calloc(run->rounds, sizeof(*series->values));
	if (!series->values)
		return -ENOMEM;
	for (i = 0; i < run->rounds; i++) {
		double value = under ? row[i] - under[i] : row[i];

		if (!isnan(value))
			series->values[series->nr++] = value / run_find(run, name)->bench->sites;
	}
	return series->nr ? 0 : -ENODATA;
}

static double floor_of(const struct run *run, const char *name, int event)
{
	double floor =
		event < 0 ? run_floor(run, name) : run_count_floor(run, (unsigned int)event, name);

	return floor / run_find(run, name)->bench->sites;
}

/* Of a change that is exact there is no error. */
static double p_of(const struct stat_interval *change, double error)
{
	if (error > 0)
		return erfc(fabs(change->mid) / error / sqrt(2));
	return change->mid == 0 ? 1 : 0;
}

static int measure(struct figure *figure, const struct series *first, const struct series *second,
		   const struct run *a, const struct run *b, uint64_t seed)
{
	double error = 0;
	int ret = stat_median_interval(first->values, first->nr, a->seed, &figure->first);

	if (!ret)
		ret = stat_median_interval(second->values, second->nr, b->seed, &figure->second);
	if (!ret)
		ret = stat_shift_interval(first->values, first->nr, second->values, second->nr,
					  seed, &figure->change, &error);
	figure->p = p_of(&figure->change, error);
	return ret;
}

static int find_event(const struct run *run, const char *name)
{
	unsigned int i;

	for (i = 0; i < run->nr_events; i++) {
		if (!strcmp(run->events[i].event->name, name))
			return (int)i;
	}
	return -ENOENT;
}

/* The figure that is next, if both runs have it. */
static int add_figure(struct comparison *comparison, const struct run *const runs[2],
		      const int events[2], uint64_t seed)
{
	struct figure *figure = &comparison->figures[comparison->nr];
	struct series first, second = { 0 };
	int ret = read_series(&first, runs[0], figure->name, figure->base, events[0]);

	if (!ret)
		ret = read_series(&second, runs[1], figure->name, figure->base, events[1]);
	if (!ret)
		ret = measure(figure, &first, &second, runs[0], runs[1], seed);
	free(first.values);
	free(second.values);
	if (ret)
		return ret == -ENOMEM ? ret : 0;
	figure->floor = fmax(floor_of(runs[0], figure->name, events[0]),
			     floor_of(runs[1], figure->name, events[1]));
	comparison->nr++;
	return 0;
}

/* Cycles, or an event, of a row and over its base; what a copy has over its base is the floor. */
static int add_pair(struct comparison *comparison, const struct run *const runs[2],
		    const struct bench *bench, int event, uint64_t seed)
{
	const char *name = event < 0 ? NULL : runs[0]->events[event].event->name;
	const int events[2] = { event, name ? find_event(runs[1], name) : -1 };
	const char *const bases[2] = { NULL, bench->copy ? NULL : bench->base };
	unsigned int i;
	int ret = 0;

	if (name && events[1] < 0)
		return 0;
	for (i = 0; i < (bases[1] ? 2 : 1) && !ret; i++) {
		comparison->figures[comparison->nr] = (struct figure){
			.name = bench->name,
			.event = name,
			.base = bases[i],
		};
		ret = add_figure(comparison, runs, events, seed);
	}
	return ret;
}

static const char *why_alone(const struct run_row *row, const struct run_row *other)
{
	const char *base = row->bench->base ? row->bench->base : "";

	if (!other)
		return "only in the first";
	if (row->error)
		return other->error ? "missing in both" : "missing in the first";
	if (other->error)
		return "missing in the second";
	if (strcmp(base, other->bench->base ? other->bench->base : "") != 0)
		return "has another base in the second";
	return NULL;
}

static void add_alone(struct comparison *comparison, const char *name, const char *why)
{
	comparison->alone[comparison->nr_alone++] = (struct alone){ name, why };
}

static int add_row(struct comparison *comparison, const struct run *const runs[2],
		   const struct run_row *row, uint64_t seed)
{
	const char *why = why_alone(row, run_find(runs[1], row->bench->name));
	int event, ret = 0;

	if (why) {
		add_alone(comparison, row->bench->name, why);
		return 0;
	}
	for (event = -1; event < (int)runs[0]->nr_events && !ret; event++)
		ret = add_pair(comparison, runs, row->bench, event, seed);
	return ret;
}

static int add_rows(struct comparison *comparison, const struct run *const runs[2], uint64_t seed)
{
	unsigned int i;
	int ret = 0;

	for (i = 0; i < runs[0]->nr && !ret; i++)
		ret = add_row(comparison, runs, &runs[0]->rows[i], seed);
	for (i = 0; i < runs[1]->nr && !ret; i++) {
		const char *name = runs[1]->rows[i].bench->name;

		if (!run_find(runs[0], name))
			add_alone(comparison, name, "only in the second");
	}
	return ret;
}

/**
 * compare_runs() - all figures that both have, and the rows that cannot be compared
 * @comparison:	filled in; points to names of the runs
 * @first, @second: measured, or read by saved_read(): rows have @sites
 * @seed:	of the resamples of the changes
 *
 * Return: 0, -ENOMEM.
 */
int compare_runs(struct comparison *comparison, const struct run *first, const struct run *second,
		 uint64_t seed)
{
	const struct run *const runs[2] = { first, second };
	unsigned int i;
	int ret = -ENOMEM;

	memset(comparison, 0, sizeof(*comparison));
	comparison->figures = calloc(first->nr + 1, FIGURES_A_ROW(first) * sizeof(struct figure));
	comparison->alone = calloc(first->nr + second->nr + 1, sizeof(*comparison->alone));
	if (comparison->figures && comparison->alone)
		ret = add_rows(comparison, runs, seed);
	if (ret) {
		compare_free(comparison);
		return ret;
	}
	compare_holm(comparison->figures, comparison->nr);
	for (i = 0; i < comparison->nr; i++) {
		struct figure *figure = &comparison->figures[i];

		figure->verdict = compare_judge(&figure->change, figure->floor, figure->adjusted,
						&figure->why);
	}
	return 0;
}

/** compare_free() - what compare_runs() allocated */
void compare_free(struct comparison *comparison)
{
	free(comparison->figures);
	free(comparison->alone);
	memset(comparison, 0, sizeof(*comparison));
}

/** compare_count() - how many figures, of cycles or of events, have a verdict */
unsigned int compare_count(const struct comparison *comparison, bool events,
			   enum compare_verdict verdict)
{
	unsigned int i, nr = 0;

	for (i = 0; i < comparison->nr; i++)
		nr += !comparison->figures[i].event == !events &&
		      comparison->figures[i].verdict == verdict;
	return nr;
}
