// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sums of rows, and what follows from them.
 */
#include "user/markdiff/verdict/markers.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- sums ---- */

enum {
	SUM_TOTAL,
	SUM_LIBRARY,
	SUM_FUNCTIONS,
	NR_SUMS
}; /* then the groups */

struct sums {
	const struct verdict_table *table;
	const struct marker_code *code;
	struct cost *costs; /* nr_files of each sum */
};

static struct cost *sum_of(const struct sums *s, uint32_t sum)
{
	return s->costs + (size_t)sum * s->table->observation->nr_files;
}

static void add_costs(const struct sums *s, uint32_t sum, const struct cost *costs)
{
	struct cost *to = sum_of(s, sum);
	uint32_t i;

	for (i = 0; i < s->table->observation->nr_files; i++) {
		to[i].value += costs[i].value;
		to[i].sampling += costs[i].sampling;
		to[i].count += costs[i].count;
	}
}

static void add_row(const struct sums *s, const struct observed_row *row)
{
	uint32_t part = marker_code_part(s->code, row->row);
	const struct cost *costs = row->costs[COST_SELF];

	if (part == PART_NONE)
		return;
	add_costs(s, SUM_TOTAL, costs);
	add_costs(s, part == PART_LIBRARY ? SUM_LIBRARY : SUM_FUNCTIONS, costs);
	if (part != PART_LIBRARY)
		add_costs(s, NR_SUMS + part, costs);
}

/* Where there is no sample, what one would have added is what one of all the run would. */
static void end_sum(const struct sums *s, uint32_t sum)
{
	const struct cost *total = s->table->observation->total.costs[COST_SELF];
	struct cost *c = sum_of(s, sum);
	uint32_t i;

	for (i = 0; i < s->table->observation->nr_files; i++)
		cost_complete(&c[i], total[i].grain);
}

static void add_rows(const struct sums *s)
{
	const struct observation *o = s->table->observation;
	uint32_t i;

	for (i = 0; i < o->nr; i++)
		add_row(s, &o->rows[i]);
	for (i = 0; i < NR_SUMS + s->code->nr_groups; i++)
		end_sum(s, i);
}

static bool has_samples(const struct sums *s, uint32_t sum)
{
	const struct cost *c = sum_of(s, sum);
	uint32_t i, nr = s->table->observation->nr_files;

	for (i = 0; i < nr && !c[i].count; i++)
		;
	return i < nr;
}

/* ---- figures ---- */

static int judge_one(const struct sums *s, uint32_t sum, struct figures *f)
{
	f->costs = sum_of(s, sum);
	return verdicts_judge_figures(s->table, &f, 1, NULL);
}

static int judge_rows(struct marker_costs *m, const struct sums *s)
{
	struct figures **list = calloc((size_t)s->code->nr_groups + 1, sizeof(*list));
	uint32_t i;
	int err;

	m->rows = calloc((size_t)s->code->nr_groups + 1, sizeof(*m->rows));
	if (!list || !m->rows) {
		free(list);
		return -ENOMEM;
	}
	for (i = 0; i < s->code->nr_groups; i++) {
		if (!has_samples(s, NR_SUMS + i))
			continue;
		m->rows[m->nr].group = &s->code->groups[i];
		list[m->nr] = &m->rows[m->nr].figures;
		list[m->nr++]->costs = sum_of(s, NR_SUMS + i);
	}
	err = verdicts_judge_figures(s->table, list, m->nr, &s->table->prior[COST_SELF]);
	free(list);
	return err;
}

static int by_verdict(const void *left, const void *right)
{
	const struct marker_cost *a = left, *b = right;
	double x = fabs(a->figures.difference), y = fabs(b->figures.difference);

	if (a->figures.verdict != b->figures.verdict)
		return a->figures.verdict < b->figures.verdict ? -1 : 1;
	if (x != y)
		return x > y ? -1 : 1;
	return strcmp(a->group->function, b->group->function);
}

/* A cost of 0 would be told where in truth nothing could be found. */
static int check_matched(const struct sums *s, char *why)
{
	if (has_samples(s, SUM_TOTAL))
		return 0;
	snprintf(why, OBSERVE_WHY,
		 "--markers: no sample of either side is in any of the %u functions that have "
		 "markers, nor in the library; check that symbols are found (-v), or record longer",
		 s->code->nr_groups);
	return -ENODATA;
}

int marker_costs_judge(struct marker_costs *m, const struct verdict_table *t,
		       const struct marker_code *code, char why[OBSERVE_WHY])
{
	struct sums s = { .table = t, .code = code };
	int err;

	*m = (struct marker_costs){ .nr = 0 };
	m->costs = calloc((size_t)(NR_SUMS + code->nr_groups) * t->observation->nr_files,
			  sizeof(*m->costs));
	s.costs = m->costs;
	if (!m->costs)
		return -ENOMEM;
	add_rows(&s);
	err = check_matched(&s, why);
	if (!err)
		err = judge_one(&s, SUM_TOTAL, &m->total);
	if (!err)
		err = judge_one(&s, SUM_LIBRARY, &m->library);
	if (!err)
		err = judge_one(&s, SUM_FUNCTIONS, &m->functions);
	if (!err)
		err = judge_rows(m, &s);
	if (!err && m->nr)
		qsort(m->rows, m->nr, sizeof(*m->rows), by_verdict);
	return err;
}

void marker_costs_free(struct marker_costs *m)
{
	free(m->rows);
	free(m->costs);
	*m = (struct marker_costs){ .nr = 0 };
}

struct marker_percent marker_percent(const struct verdict_table *t, const struct figures *f)
{
	double base = t->total.figures[COST_SELF].cost[SIDE_BASE];
	struct marker_percent p = { NAN, { NAN, NAN } };

	if (!(base > 0))
		return p;
	p.value = 100 * f->difference / base;
	if (f->tested)
		p.interval = (struct interval){ 100 * f->difference_interval.low / base,
						100 * f->difference_interval.high / base };
	return p;
}
