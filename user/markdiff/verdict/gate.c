// SPDX-License-Identifier: GPL-2.0-only
/*
 * The gate's decision, and why.
 */
#include "user/markdiff/verdict/gate.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "user/markdiff/rows/row_label.h"
#include "user/markdiff/verdict/report.h"

#define MAX_REASONS 10 /* of rows, for each event */

const char *gate_result_name(enum gate_result result)
{
	static const char *const names[] = {
		[GATE_PASS] = "pass",
		[GATE_REGRESSION] = "regression",
		[GATE_INCONCLUSIVE] = "inconclusive",
		[GATE_NOT_COMPARABLE] = "not comparable",
	};

	return names[result];
}

static void reason(struct gate *g, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void reason(struct gate *g, const char *format, ...)
{
	char **reasons = realloc(g->reasons, (g->nr + 1) * sizeof(*reasons));
	va_list args;

	if (!reasons) {
		g->err = -ENOMEM;
		return;
	}
	g->reasons = reasons;
	va_start(args, format);
	if (vasprintf(&reasons[g->nr], format, args) < 0)
		g->err = -ENOMEM;
	else
		g->nr++;
	va_end(args);
}

void gate_free(struct gate *g)
{
	while (g->nr)
		free(g->reasons[--g->nr]);
	free(g->reasons);
	g->reasons = NULL;
}

/* ---- whether anything follows ---- */

static bool is_filtered(const struct options *o)
{
	bool filtered = o->pids.nr || o->tids.nr || o->cpus.nr || o->times.nr || o->times.nr_shares;

	for (enum key key = 0; key < NR_KEYS; key++)
		filtered |= o->filters[key].nr;
	return filtered;
}

static void check_runs(struct gate *g, const struct verdict_report *r)
{
	static const char *const names[] = { "the baseline", "the new side" };
	const struct verdict_options *v = &r->diff->options->verdicts;

	for (enum side side = 0; side < NR_SIDES && !v->allow_single; side++)
		if (v->sides.nr[side] == 1)
			reason(g,
			       "%s is a single run, which does not say how runs differ; give several, "
			       "or --allow-single",
			       names[side]);
}

/* Of few runs there are few resamples, and intervals that are too short. */
static void check_bootstrap(struct gate *g, const struct verdict_report *r)
{
	const struct verdict_options *v = &r->diff->options->verdicts;

	for (enum side side = 0; side < NR_SIDES && v->replicates; side++)
		if (v->sides.nr[side] > 1 && v->sides.nr[side] < BOOTSTRAP_MIN_RUNS)
			reason(g,
			       "--bootstrap of %u runs a side has intervals that are too short; record "
			       "%u or more, or leave --bootstrap out",
			       v->sides.nr[side], BOOTSTRAP_MIN_RUNS);
}

static void check_event(struct gate *g, const struct verdict_report *r,
			const struct event_report *e)
{
	static const char *const names[] = { "the baseline", "the new side" };
	const struct figures *total = &e->table.total.figures[COST_SELF];
	double least = r->diff->options->verdicts.min_samples;

	if (!e->table.nr && is_filtered(r->diff->options))
		reason(g,
		       "%s: nothing matched the filters; check -d, -C, -S, --pid, --tid, --cpu, --time",
		       e->event->name);
	for (enum side side = 0; side < NR_SIDES; side++)
		if (total->samples[side] < least)
			reason(g, "%s: %s has %.0f samples, fewer than %.15g; record longer",
			       e->event->name, names[side], total->samples[side], least);
}

static void check_symbols(struct gate *g, const struct verdict_report *r)
{
	uint32_t file;

	for (file = 0; file < r->diff->options->nr_files; file++) {
		const struct profile *p = &r->diff->profiles[file];
		const char *name = symbols_unverified(p);

		if (name)
			reason(g,
			       "%s: has no build-id of %s: that its symbols are those of what ran "
			       "cannot be verified; record without -B and -N",
			       p->path, name);
	}
}

static bool is_comparable(struct gate *g, const struct verdict_report *r)
{
	uint32_t i;

	if (!r->nr_events)
		reason(g, "no event is in all files; record all with the same -e");
	check_runs(g, r);
	check_bootstrap(g, r);
	for (i = 0; i < r->nr_events; i++)
		check_event(g, r, &r->events[i]);
	check_symbols(g, r);
	return !g->nr;
}

/* ---- rows ---- */

struct deciding {
	struct gate *gate;
	const struct event_report *event;
	const struct verdict_options *options;
	enum gate_result looked_for;
	uint32_t found;
};

static bool is_regression(const struct deciding *d, const struct figures *f)
{
	double part = d->options->gate_percent / 100;
	double total = d->event->table.total.figures[COST_SELF].cost[SIDE_BASE];

	if (!f->tested || f->q > d->options->fdr ||
	    !(f->difference_interval.low > d->options->abs_tolerance))
		return false;
	if (f->presence == PRESENT_NEW)
		return f->difference_interval.low > part * total;
	return f->ratio_interval.low > 1 + part;
}

/* The part is of the total, for rows as well. */
static bool may_be_one(const struct deciding *d, const struct figures *f)
{
	double part = d->options->gate_percent / 100;
	double total = d->event->table.total.figures[COST_SELF].cost[SIDE_BASE];

	return f->tested && !is_regression(d, f) &&
	       f->difference_interval.high > d->options->abs_tolerance &&
	       f->difference_interval.high > part * total;
}

static bool is_found(const struct deciding *d, const struct figures *f)
{
	return d->looked_for == GATE_REGRESSION ? is_regression(d, f) : may_be_one(d, f);
}

static void say(struct deciding *d, const char *what, const struct figures *f)
{
	const struct cost_unit *unit = &d->event->unit;
	char change[CELL_SIZE], low[CELL_SIZE], high[CELL_SIZE], base[CELL_SIZE];
	bool certain = d->looked_for == GATE_REGRESSION;

	if (d->found++ >= MAX_REASONS)
		return;
	cell_text(unit, f, CELL_DIFFERENCE, change);
	cell_text(unit, f, CELL_DIFFERENCE_LOW, low);
	cell_text(unit, f, CELL_DIFFERENCE_HIGH, high);
	cell_text(unit, f, CELL_BASE, base);
	reason(d->gate, "%s: %s: a change of %s %s (from %s to %s) of %s: %s the gate of %.15g %%",
	       d->event->event->name, what, change, unit->name, low, high, base,
	       certain ? "certainly above" : "it may be above", d->options->gate_percent);
}

static void look_at_row(struct deciding *d, const struct verdict_row *row, uint32_t nr_kinds)
{
	char label[ROW_LABEL_SIZE], text[ROW_LABEL_SIZE + 32];
	uint32_t kind;

	if (row->observed->excluded)
		return;
	for (kind = 0; kind < nr_kinds; kind++) {
		if (!is_found(d, &row->figures[kind]))
			continue;
		row_label(&d->event->observation.hist, row->observed->row, label);
		snprintf(text, sizeof(text), "%s%s", label,
			 kind == COST_INCLUSIVE ? " with what it calls" : "");
		say(d, text, &row->figures[kind]);
	}
}

/* Returns whether there is what was looked for. */
static bool look_for(struct gate *g, const struct verdict_report *r, enum gate_result what)
{
	bool found = false;
	uint32_t i, row;

	for (i = 0; i < r->nr_events; i++) {
		const struct verdict_table *t = &r->events[i].table;
		struct deciding d = { g, &r->events[i], t->options, what, 0 };

		if (is_found(&d, &t->total.figures[COST_SELF]))
			say(&d, "the total", &t->total.figures[COST_SELF]);
		for (row = 0; row < t->nr; row++)
			look_at_row(&d, &t->rows[row], t->observation->nr_kinds);
		if (d.found > MAX_REASONS)
			reason(g, "%s: and %u more", d.event->event->name, d.found - MAX_REASONS);
		found |= d.found;
	}
	return found;
}

static void set_status(struct gate *g, const struct verdict_options *v)
{
	static const int statuses[] = { 0, 1, 4, 4 };

	g->status = statuses[g->result];
	if (g->result == GATE_INCONCLUSIVE && v->inconclusive_passes)
		g->status = 0;
}

int gate_decide(struct gate *g, const struct verdict_report *r)
{
	const struct verdict_options *v = &r->diff->options->verdicts;

	*g = (struct gate){ .result = GATE_PASS };
	if (!is_comparable(g, r))
		g->result = GATE_NOT_COMPARABLE;
	else if (look_for(g, r, GATE_REGRESSION))
		g->result = GATE_REGRESSION;
	else if (look_for(g, r, GATE_INCONCLUSIVE))
		g->result = GATE_INCONCLUSIVE;
	if (g->result == GATE_PASS)
		reason(g, "nothing costs more by the gate of %.15g %%", v->gate_percent);
	set_status(g, v);
	return g->err;
}

/* ---- splits of runs of one build ---- */

static enum gate_result result_of_splits(const struct verdict_report *r)
{
	const struct aa_gates *gates = &r->aa.gates;
	double allowed = r->diff->options->verdicts.fdr * gates->tried;

	if (gates->not_comparable)
		return GATE_NOT_COMPARABLE;
	if (gates->regressions > allowed)
		return GATE_REGRESSION;
	return gates->regressions + gates->inconclusive > allowed ? GATE_INCONCLUSIVE : GATE_PASS;
}

int gate_decide_splits(struct gate *g, const struct verdict_report *r)
{
	const struct verdict_options *v = &r->diff->options->verdicts;
	const struct aa_gates *gates = &r->aa.gates;

	*g = (struct gate){ .result = GATE_PASS };
	/* What is true of the recordings is true of each split, and is told once. */
	if (!r->nr_events || gates->not_comparable)
		is_comparable(g, r);
	g->result = r->nr_events ? result_of_splits(r) : GATE_NOT_COMPARABLE;
	reason(g,
	       "%u splits of one build, in both directions: a gate of %.15g %% calls %u of %u a "
	       "regression and %u inconclusive, and cannot compare %u; %.15g %% may fail by chance",
	       r->aa.splits.nr, v->gate_percent, gates->regressions, gates->tried,
	       gates->inconclusive, gates->not_comparable, 100 * v->fdr);
	set_status(g, v);
	return g->err;
}
