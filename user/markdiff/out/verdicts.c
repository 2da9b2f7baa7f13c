// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table of verdicts.
 *
 *	# Base: 5 runs: a1.data a2.data ...
 *	# New: 5 runs: b1.data b2.data ...
 *	#
 *	# Event 'cpu-clock:u': ms per run, 95 % intervals
 *	# ...
 *	#
 *	#   Base      New  Change    From     To   Ratio    From      To   Share  Points     q  Verdict ...
 *	  190.12   201.40  +11.28  +10.02  +12.5  1.0593  1.0527  1.0660                     0  regression	total
 */
#include "user/markdiff/out/verdicts.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "user/markdiff/out/aa.h"
#include "user/markdiff/out/grid.h"
#include "user/markdiff/out/markers.h"

/* ---- columns ---- */

enum column_of {
	OF_FIGURE,
	OF_VERDICT,
};

/* Which: a cell of figures. */
static const struct grid_column figure_columns[] = {
	{ .which = CELL_BASE, .title = "Base" },
	{ .which = CELL_NEW, .title = "New" },
	{ .which = CELL_DIFFERENCE, .sign = true, .title = "Change" },
	{ .which = CELL_DIFFERENCE_LOW, .sign = true, .title = "From" },
	{ .which = CELL_DIFFERENCE_HIGH, .sign = true, .title = "To" },
	{ .which = CELL_RATIO, .title = "Ratio" },
	{ .which = CELL_RATIO_LOW, .title = "From" },
	{ .which = CELL_RATIO_HIGH, .title = "To" },
	{ .which = CELL_SHARE_BASE, .title = "Share%" },
	{ .which = CELL_SHARE_DIFFERENCE, .sign = true, .title = "Points" },
	{ .which = CELL_Q, .title = "q" },
	{ .of = OF_VERDICT, .title = "Verdict", .left = true },
};

#define NR_FIGURE_COLUMNS (sizeof(figure_columns) / sizeof(figure_columns[0]))
static_assert(NR_FIGURE_COLUMNS <= GRID_FIGURES, "GRID_FIGURES");

struct verdict_text {
	FILE *out;
	const struct verdict_report *report;
	const struct event_report *event;
	const struct options *options;
	struct grid grid;
};

/* ---- cells ---- */

const char *verdict_color(const struct options *options, enum verdict verdict)
{
	static const char *const colors[NR_VERDICTS] = {
		[VERDICT_REGRESSION] = "\033[31m",
		[VERDICT_IMPROVEMENT] = "\033[32m",
		[VERDICT_INCONCLUSIVE] = "\033[33m",
		[VERDICT_EQUIVALENT] = "",
		[VERDICT_UNTESTED] = "",
	};

	return options->color == WHEN_ALWAYS && !options->separator ? colors[verdict] : "";
}

static void verdict_cell(const struct options *options, const struct figures *f,
			 struct grid_cell *cell)
{
	static const char *const presence[] = { "", " (new)", " (gone)" };

	snprintf(cell->begin, GRID_CELL, "%s%s", verdict_name(f->verdict), presence[f->presence]);
	cell->color = verdict_color(options, f->verdict);
}

static void figure_cell(const struct cost_unit *unit, const struct grid_column *c,
			const struct figures *f, struct grid_cell *cell)
{
	char digits[CELL_SIZE];
	bool known = cell_text(unit, f, c->which, digits);
	bool plus = known && c->sign && digits[0] != '-' && digits[strspn(digits, "0.")];

	snprintf(cell->begin, GRID_CELL, "%s%s", plus ? "+" : "", digits);
}

static void fill(const struct grid *g, const struct grid_column *c, const void *data,
		 struct grid_cell *cell)
{
	const struct verdict_row *row = data;
	const struct row *of = row->observed->row;
	/* The total is no row of its own with callers: it has one cost. */
	const struct figures *f = &row->figures[of ? c->kind : COST_SELF];

	if (c->is_key)
		grid_key(g, c, of, cell);
	else if (c->of == OF_VERDICT)
		verdict_cell(g->options, f, cell);
	else
		figure_cell(&g->event->unit, c, f, cell);
}

static void make_grid(struct verdict_text *t)
{
	const struct verdict_table *table = &t->event->table;
	struct grid *g = &t->grid;
	uint32_t i;

	*g = (struct grid){ .out = t->out, .options = t->options, .event = t->event, .fill = fill };
	grid_begin(g, figure_columns, NR_FIGURE_COLUMNS);
	grid_widen(g, &table->total);
	for (i = 0; i < table->nr; i++)
		grid_widen(g, &table->rows[i]);
}

/* ---- heads ---- */

#define MAX_NAMES 6

void out_side(FILE *out, const struct options *o, const char *name, uint32_t first, uint32_t nr)
{
	uint32_t shown = o->verbose || nr <= MAX_NAMES ? nr : MAX_NAMES - 1, i;

	fprintf(out, "# %s: %u run%s:", name, nr, nr == 1 ? "" : "s");
	for (i = 0; i < shown; i++)
		fprintf(out, " %s", o->files[first + i]);
	if (shown < nr)
		fprintf(out, " ... %s", o->files[first + nr - 1]);
	putc('\n', out);
}

static void print_sides(FILE *out, const struct options *o)
{
	static const char *const names[] = { "Base", "New" };
	const struct sides *s = &o->verdicts.sides;

	for (enum side side = 0; side < NR_SIDES; side++)
		out_side(out, o, names[side], side_first(s, side), s->nr[side]);
}

const char *method_name(enum verdict_method method)
{
	static const char *const names[] = { "single", "welch", "paired" };

	return names[method];
}

/* How many rows have another interval, and that shares do. */
static void print_bootstrap(const struct verdict_text *t)
{
	const struct verdict_options *v = t->event->table.options;
	uint32_t i, kind, others = 0;

	for (i = 0; i < t->event->table.nr; i++)
		for (kind = 0; kind < t->event->observation.nr_kinds; kind++)
			others += t->event->table.rows[i].figures[kind].tested &&
				  t->event->table.rows[i].figures[kind].from == INTERVAL_OF_METHOD;
	fprintf(t->out,
		"# q and intervals by bootstrap: %s, %u replicates, seed %" PRIu64
		"; by the test above: %u costs, all shares\n",
		v->percentile ? "percentile" : "BCa", v->replicates, v->seed, others);
}

static void print_method(const struct verdict_text *t)
{
	static const char *const words[] = {
		[METHOD_SINGLE] = "single runs, counts of samples (a run says nothing of others)",
		[METHOD_WELCH] = "Welch's test of runs",
		[METHOD_PAIRED] = "test of pairs of runs",
	};
	const struct verdict_options *v = t->event->table.options;

	fprintf(t->out, "# Event '%s': %s per %s; %s; %.15g %% intervals\n", t->event->event->name,
		t->event->unit.name, verdict_report_per(t->report), words[t->event->table.method],
		100 * v->confidence);
	fprintf(t->out, "# q at most %.15g, tolerance %.15g %%", v->fdr, v->tolerance);
	if (v->abs_tolerance > 0)
		fprintf(t->out, " and %.15g %s", v->abs_tolerance * t->event->unit.scale,
			t->event->unit.name);
	if (t->event->table.method == METHOD_SINGLE)
		fprintf(t->out, ", dispersion %.15g", v->dispersion);
	putc('\n', t->out);
	if (v->replicates)
		print_bootstrap(t);
}

static void print_detectable(const struct verdict_text *t)
{
	char digits[CELL_SIZE];

	if (cell_text(&t->event->unit, &t->event->table.total.figures[COST_SELF], CELL_DETECTABLE,
		      digits))
		fprintf(t->out,
			"# A change of the total by %s %% would be found in four of five cases\n",
			digits);
}

static void print_counts(const struct verdict_text *t, enum cost_kind kind)
{
	uint32_t counts[NR_VERDICTS];

	verdicts_count(&t->event->table, kind, counts);
	fprintf(t->out,
		"# %s%u regression%s, %u improvement%s, %u inconclusive, %u equivalent, "
		"%u not tested (fewer than %.15g samples)\n",
		kind == COST_INCLUSIVE ? "with children: " : "", counts[VERDICT_REGRESSION],
		counts[VERDICT_REGRESSION] == 1 ? "" : "s", counts[VERDICT_IMPROVEMENT],
		counts[VERDICT_IMPROVEMENT] == 1 ? "" : "s", counts[VERDICT_INCONCLUSIVE],
		counts[VERDICT_EQUIVALENT], counts[VERDICT_UNTESTED],
		t->event->table.options->min_samples);
}

static void print_head(const struct verdict_text *t)
{
	print_method(t);
	print_detectable(t);
	if (t->event->observation.nr_kinds > COST_INCLUSIVE)
		print_counts(t, COST_INCLUSIVE);
	print_counts(t, COST_SELF);
	fputs("#\n", t->out);
	grid_print(&t->grid, NULL);
}

static void print_event(struct verdict_text *t)
{
	const struct verdict_table *table = &t->event->table;
	uint32_t i;

	make_grid(t);
	if (!t->options->quiet)
		print_head(t);
	grid_print(&t->grid, &table->total);
	for (i = 0; i < table->nr; i++)
		grid_print(&t->grid, &table->rows[i]);
	if (t->options->verdicts.markers)
		out_markers(t->out, t->report, t->event);
}

void out_gate(FILE *out, const struct verdict_report *r, const char *begin)
{
	uint32_t i;

	fprintf(out, "%sgate: %s\n", begin, gate_result_name(r->gate.result));
	for (i = 0; i < r->gate.nr; i++)
		fprintf(out, "%s%s\n", begin, r->gate.reasons[i]);
}

int out_verdicts(FILE *out, const struct verdict_report *r)
{
	struct verdict_text t = { .out = out, .report = r, .options = r->diff->options };
	uint32_t i;

	if (t.options->verdicts.aa)
		return out_aa(out, r);
	if (!t.options->quiet) {
		print_sides(out, t.options);
		fputs("#\n", out);
		remarks_list(out, &r->remarks, r->diff);
	}
	for (i = 0; i < r->nr_events; i++) {
		t.event = &r->events[i];
		fputs(i && !t.options->quiet ? "\n" : "", out);
		print_event(&t);
	}
	if (t.options->verdicts.gate && !t.options->quiet) {
		fputs("#\n", out);
		out_gate(out, r, "# ");
	}
	return ferror(out) ? -EIO : 0;
}
