// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the rows of a table to costs.
 *
 * Where a row has no samples in a run, one of them would have added as much to its cost as the
 * run's samples do on average; so the cost of a row that is new is compared with something.
 */
#include "user/markdiff/verdict/observe.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/rows/block_costs.h"

/* ---- work ---- */

/* What a run has of an event, of all there are of that name. */
static double event_total(const struct profile *p, const char *name)
{
	double total = 0;
	uint32_t i;

	for (i = 0; i < perfdata_nr_events(p->pd); i++)
		if (!strcmp(perfdata_event(p->pd, i)->name, name))
			total += p->totals[i].all;
	return total;
}

static double work_of(const struct profile *p, const struct work *w, uint32_t file)
{
	switch (w->kind) {
	case WORK_UNITS:
		return w->units[w->nr_units > 1 ? file : 0];
	case WORK_TIME:
		return p->span_ns / 1e9;
	case WORK_EVENT:
		return event_total(p, w->event);
	default:
		return 1;
	}
}

int observe_work(const struct diff *diff, double **work, char why[OBSERVE_WHY])
{
	const struct work *w = &diff->options->verdicts.work;
	uint32_t i;

	*work = calloc(diff->options->nr_files, sizeof(**work));
	if (!*work)
		return -ENOMEM;
	for (i = 0; i < diff->options->nr_files; i++) {
		const struct profile *p = &diff->profiles[i];

		(*work)[i] = work_of(p, w, i);
		if ((*work)[i] > 0)
			continue;
		if (w->kind == WORK_TIME)
			snprintf(
				why, OBSERVE_WHY,
				"%.150s: lasts no time, by which --work=time divides; give --work=N",
				p->path);
		else
			snprintf(why, OBSERVE_WHY,
				 "%.100s: has no samples of %.40s, by which --work divides; record "
				 "it in all runs (-e)",
				 p->path, w->event);
		return -ENODATA;
	}
	return 0;
}

/* ---- costs ---- */

static struct cost cost_of(double period, double squares, uint64_t count, double work)
{
	struct cost c = { .count = count };

	if (!(period > 0) || !(squares > 0))
		return c;
	c.value = period / work;
	c.sampling = squares / work / work;
	c.samples = period * period / squares;
	c.grain = squares / period / work;
	return c;
}

/* Periods do not go below 0 by what is excluded; rounding might. */
static double above_0(double value)
{
	return value > 0 ? value : 0;
}

static double shown_squares(const struct observation *o, uint32_t file)
{
	double squares = 0;
	uint32_t i;

	for (i = 0; i < o->hist.nr; i++)
		squares += row_spread(&o->hist, o->hist.rows[i])[file].squares;
	return squares;
}

static struct cost total_of(const struct observation *o, uint32_t file)
{
	const struct profile *p = &o->diff->profiles[file];
	const struct event_total *t = &p->totals[o->hist.events[file]];
	bool relative = o->diff->options->relative;
	double period = relative ? t->shown - t->excluded_shown : t->all - t->excluded;
	double squares = relative ? shown_squares(o, file) : t->squares;
	uint64_t all = relative ? t->shown : t->all;
	/* Samples are not counted apart: as many as their part of the cost. */
	uint64_t count = all ? llround(t->samples * (period / t->all)) : 0;

	return cost_of(period, above_0(squares - t->excluded_squares), count, o->work[file]);
}

static struct cost self_of(const struct observation *o, const struct row *row, uint32_t file)
{
	const struct cell *c = &row->cells[file];
	uint64_t count = o->diff->profiles[file].folded ? c->period : c->samples;

	return cost_of(c->period, row_spread(&o->hist, row)[file].squares, count, o->work[file]);
}

static struct cost inclusive_of(const struct observation *o, const struct row *row, uint32_t file)
{
	const struct spread *s = &row_spread(&o->hist, row)[file];

	return cost_of(row->cells[file].children, s->children_squares, s->children_samples,
		       o->work[file]);
}

static bool is_excluded(const struct observation *o, const struct row *row)
{
	const struct spread *s = row_spread(&o->hist, row);
	uint32_t i;
	bool some = false;

	for (i = 0; i < o->nr_files; i++) {
		if (s[i].excluded != row->cells[i].period)
			return false;
		some |= s[i].excluded;
	}
	return some;
}

static void observe_row(struct observation *o, struct observed_row *r)
{
	uint32_t i;

	r->excluded = is_excluded(o, r->row);
	for (i = 0; i < o->nr_files; i++) {
		r->costs[COST_SELF][i] = self_of(o, r->row, i);
		if (o->nr_kinds > COST_INCLUSIVE)
			r->costs[COST_INCLUSIVE][i] = inclusive_of(o, r->row, i);
	}
}

/* What one sample would have added where there is none. */
static void fill_grains(struct observation *o, struct observed_row *r)
{
	uint32_t i, kind;

	for (kind = 0; kind < o->nr_kinds; kind++)
		for (i = 0; i < o->nr_files; i++)
			if (!(r->costs[kind][i].grain > 0))
				r->costs[kind][i].grain = o->total.costs[COST_SELF][i].grain;
}

static int observe_rows(struct observation *o)
{
	size_t per_row = (size_t)o->nr_kinds * o->nr_files;
	struct cost *next;
	uint32_t i, kind;

	o->nr = o->hist.nr;
	o->rows = calloc((size_t)o->nr + 1, sizeof(*o->rows));
	o->costs = calloc(((size_t)o->nr + 1) * per_row, sizeof(*o->costs));
	if (!o->rows || !o->costs)
		return -ENOMEM;
	next = o->costs;
	o->total.costs[COST_SELF] = next;
	next += per_row;
	for (i = 0; i < o->nr_files; i++)
		o->total.costs[COST_SELF][i] = total_of(o, i);
	for (i = 0; i < o->nr; i++) {
		o->rows[i].row = o->hist.rows[i];
		for (kind = 0; kind < o->nr_kinds; kind++, next += o->nr_files)
			o->rows[i].costs[kind] = next;
		observe_row(o, &o->rows[i]);
		fill_grains(o, &o->rows[i]);
	}
	return 0;
}

int observe(struct observation *o, struct diff *diff, uint32_t event, char why[OBSERVE_WHY])
{
	int err;

	*o = (struct observation){ .diff = diff, .nr_files = diff->options->nr_files };
	o->nr_kinds = diff->options->children ? NR_COST_KINDS : COST_SELF + 1;
	err = observe_work(diff, &o->work, why);
	if (!err)
		err = diff_event(diff, event, &o->hist);
	if (!err && o->hist.costs)
		err = block_costs_end(o->hist.costs, diff->profiles, o->nr_files);
	return err ? err : observe_rows(o);
}

void observation_free(struct observation *o)
{
	hist_free(&o->hist);
	free(o->work);
	free(o->rows);
	free(o->costs);
	*o = (struct observation){ .nr = 0 };
}
