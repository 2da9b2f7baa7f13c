// SPDX-License-Identifier: GPL-2.0-only
/*
 * False findings and noise, as text.
 *
 *	# One build: 10 runs: a1.data a2.data ...
 *	# 100 of 126 splits at random (seed 1), 5 runs a side
 *	#
 *	# Event 'cpu-clock:u': ms per run; Welch's test of runs
 *	# Called changed  Splits     %  Rows    Of     %
 *	# costs                1  1.00     1  4100  0.02
 *	# ...
 *	# Share% from  Rows  Median%  Halves%  Detectable%  Changed
 *	# 10              3     0.41     1.30         2.19        0
 *	# ...
 *	#   Cost  Share%  Scatter%  Sampling%  Halves%  Detectable%  Splits  Costs  Shares  Verdicts  ...
 *	  190.12             0.88       0.30     1.17         1.94     100      1       0         0  total
 */
#include "user/markdiff/out/aa.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>

#include "user/markdiff/out/grid.h"
#include "user/markdiff/out/verdicts.h"

/* ---- digits ---- */

bool aa_cell_text(const struct cost_unit *unit, const struct aa_figures *f, enum aa_cell cell,
		  char text[CELL_SIZE])
{
	text[0] = 0;
	switch (cell) {
	case AA_CELL_COST:
		return cell_cost(unit, f->cost, text);
	case AA_CELL_SHARE:
		return cell_percent(f->share, text);
	case AA_CELL_SCATTER:
		return cell_percent(100 * f->scatter, text);
	case AA_CELL_SAMPLING:
		return cell_percent(100 * f->sampling, text);
	case AA_CELL_WITHIN:
		return f->tested && cell_percent(100 * f->within, text);
	default:
		return f->tested && cell_percent(100 * f->detectable, text);
	}
}

bool aa_rate_text(uint64_t found, uint64_t of, char text[CELL_SIZE])
{
	text[0] = 0;
	return of && cell_percent(100. * found / of, text);
}

/* ---- columns of rows ---- */

enum aa_column_of {
	OF_CELL,
	OF_TESTED,
	OF_FOUND,
};

/* Which: a cell, or a way to find. */
static const struct grid_column figure_columns[] = {
	{ .of = OF_CELL, .title = "Cost", .which = AA_CELL_COST },
	{ .of = OF_CELL, .title = "Share%", .which = AA_CELL_SHARE },
	{ .of = OF_CELL, .title = "Scatter%", .which = AA_CELL_SCATTER },
	{ .of = OF_CELL, .title = "Sampling%", .which = AA_CELL_SAMPLING },
	{ .of = OF_CELL, .title = "Halves%", .which = AA_CELL_WITHIN },
	{ .of = OF_CELL, .title = "Detectable%", .which = AA_CELL_DETECTABLE },
	{ .of = OF_TESTED, .title = "Splits" },
	{ .of = OF_FOUND, .title = "Costs", .which = AA_COSTS },
	{ .of = OF_FOUND, .title = "Shares", .which = AA_SHARES },
	{ .of = OF_FOUND, .title = "Verdicts", .which = AA_VERDICTS },
};

#define NR_FIGURE_COLUMNS (sizeof(figure_columns) / sizeof(figure_columns[0]))
static_assert(NR_FIGURE_COLUMNS <= GRID_FIGURES, "GRID_FIGURES");

struct aa_text {
	FILE *out;
	const struct verdict_report *report;
	const struct event_report *event;
	const struct options *options;
	struct grid grid;
};

static void fill(const struct grid *g, const struct grid_column *c, const void *data,
		 struct grid_cell *cell)
{
	const struct aa_row *row = data;
	const struct row *of = row->observed->row;
	/* The total is no row of its own with callers: it has one cost. */
	const struct aa_figures *f = &row->figures[of ? c->kind : COST_SELF];

	if (c->is_key)
		grid_key(g, c, of, cell);
	else if (c->of == OF_TESTED)
		snprintf(cell->begin, GRID_CELL, "%u", f->tested);
	else if (c->of == OF_FOUND)
		snprintf(cell->begin, GRID_CELL, "%u", f->found[c->which]);
	else if (c->which != AA_CELL_SHARE || of)
		aa_cell_text(&g->event->unit, f, c->which, cell->begin);
}

static void make_grid(struct aa_text *t)
{
	const struct aa_event *e = &t->event->aa;
	struct grid *g = &t->grid;
	uint32_t i;

	*g = (struct grid){ .out = t->out, .options = t->options, .event = t->event, .fill = fill };
	grid_begin(g, figure_columns, NR_FIGURE_COLUMNS);
	grid_widen(g, &e->total);
	for (i = 0; i < e->nr; i++)
		grid_widen(g, &e->rows[i]);
}

/* ---- what is said of all rows ---- */

static void print_rate(const struct aa_text *t, const char *name, const struct aa_rate *rate)
{
	char splits[CELL_SIZE], rows[CELL_SIZE];

	aa_rate_text(rate->splits, t->report->aa.splits.nr, splits);
	aa_rate_text(rate->rows, rate->tested, rows);
	fprintf(t->out, "# %-23s  %6u  %6s  %8" PRIu64 "  %8" PRIu64 "  %6s\n", name, rate->splits,
		splits, rate->rows, rate->tested, rows);
}

static void print_rates(const struct aa_text *t)
{
	static const char *const ways[] = { "costs", "shares", "verdicts" };
	static const char *const children[] = { "children, costs", "children, shares",
						"children, verdicts" };
	static const char *const total[] = { "total, costs", NULL, "total, verdicts" };
	const struct aa_event *e = &t->event->aa;
	bool inclusive = t->event->observation.nr_kinds > COST_INCLUSIVE;

	fprintf(t->out, "# %-23s  %6s  %6s  %8s  %8s  %6s\n", "Called changed", "Splits", "%",
		"Rows", "Of", "%");
	for (enum aa_way way = 0; way < NR_AA_WAYS && inclusive; way++)
		print_rate(t, children[way], &e->rates[COST_INCLUSIVE][way]);
	for (enum aa_way way = 0; way < NR_AA_WAYS; way++)
		print_rate(t, ways[way], &e->rates[COST_SELF][way]);
	for (enum aa_way way = 0; way < NR_AA_WAYS; way++)
		if (total[way])
			print_rate(t, total[way], &e->total_rates[way]);
	fputs("#\n", t->out);
}

static void print_size(const struct aa_text *t, const struct aa_size *s)
{
	char half[CELL_SIZE], within[CELL_SIZE], detectable[CELL_SIZE], from[CELL_SIZE];

	cell_percent(100 * s->half, half);
	cell_percent(100 * s->within, within);
	cell_percent(100 * s->detectable, detectable);
	snprintf(from, sizeof(from), "%g", s->from);
	fprintf(t->out, "# %-23s  %6u  %7s  %7s  %11s  %8" PRIu64 "\n", from, s->rows, half, within,
		detectable, s->found);
}

static void print_sizes(const struct aa_text *t, enum cost_kind kind)
{
	const struct aa_size *sizes = t->event->aa.sizes[kind];
	uint32_t size;

	fprintf(t->out, "# %-23s  %6s  %7s  %7s  %11s  %8s\n",
		kind == COST_INCLUSIVE ? "Children Share% from" : "Share% from", "Rows", "Median%",
		"Halves%", "Detectable%", "Changed");
	for (size = 0; size < NR_AA_SIZES; size++)
		if (sizes[size].rows)
			print_size(t, &sizes[size]);
	fputs("#\n", t->out);
}

static void print_needs(const struct aa_text *t)
{
	const struct aa_event *e = &t->event->aa;
	char digits[CELL_SIZE];
	uint32_t i;

	fputs("# A change of the total is found in four of five cases from", t->out);
	for (i = 0; i < NR_AA_NEEDS; i++) {
		if (!cell_percent(100 * e->needs[i].detectable, digits))
			break;
		fprintf(t->out, "%s %s %% (%u runs a side)", i ? "," : "", digits,
			e->needs[i].per_side);
	}
	fputs(i ? "\n" : " no size: nothing is known of it\n", t->out);
}

static void print_head(const struct aa_text *t)
{
	const struct verdict_options *v = &t->options->verdicts;

	fprintf(t->out, "# Event '%s': %s per %s; Welch's test of runs\n", t->event->event->name,
		t->event->unit.name, verdict_report_per(t->report));
	fprintf(t->out,
		"# q at most %.15g, tolerance %.15g %%; halves differ by less in %.15g %% of the splits\n",
		v->fdr, v->tolerance, 100 * v->confidence);
	print_needs(t);
	fputs("#\n", t->out);
	print_rates(t);
	if (t->event->observation.nr_kinds > COST_INCLUSIVE)
		print_sizes(t, COST_INCLUSIVE);
	print_sizes(t, COST_SELF);
	grid_print(&t->grid, NULL);
}

static void print_event(struct aa_text *t)
{
	const struct aa_event *e = &t->event->aa;
	uint32_t i;

	make_grid(t);
	if (!t->options->quiet)
		print_head(t);
	grid_print(&t->grid, &e->total);
	for (i = 0; i < e->nr; i++)
		grid_print(&t->grid, &e->rows[i]);
}

static void print_splits(FILE *out, const struct verdict_report *r)
{
	const struct aa *aa = &r->aa;
	const char *runs = aa->per_side * 2 < aa->splits.runs ? ", one left out of each" : "";

	if (aa->possible == aa->splits.nr)
		fprintf(out, "# All %u splits", aa->splits.nr);
	else if (aa->possible == UINT64_MAX)
		fprintf(out, "# %u splits at random (seed %" PRIu64 ")", aa->splits.nr,
			r->diff->options->verdicts.seed);
	else
		fprintf(out, "# %u of %" PRIu64 " splits at random (seed %" PRIu64 ")",
			aa->splits.nr, aa->possible, r->diff->options->verdicts.seed);
	fprintf(out, ", %u runs a side%s\n#\n", aa->per_side, runs);
}

int out_aa(FILE *out, const struct verdict_report *r)
{
	struct aa_text t = { .out = out, .report = r, .options = r->diff->options };
	uint32_t i;

	if (!t.options->quiet) {
		out_side(out, t.options, "One build", 0, t.options->nr_files);
		print_splits(out, r);
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
