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
 *
 * With a separator each figure is a field, and nothing is padded.  Widths are found by a first pass.
 */
#include "user/markdiff/out/verdicts.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

#include "user/markdiff/out/aa.h"
#include "user/markdiff/out/markers.h"
#include "user/markdiff/rows/row_key.h"

/* ---- columns ---- */

enum column_of {
	OF_FIGURE,
	OF_VERDICT,
	OF_KEY,
};

struct text_column {
	enum column_of of;
	enum figure_cell cell;
	bool sign; /* "+" before what is not negative */
	const char *title;
	enum cost_kind kind;
	uint32_t key;
	int width;
	bool left;
};

static const struct text_column figure_columns[] = {
	{ .cell = CELL_BASE, .title = "Base" },
	{ .cell = CELL_NEW, .title = "New" },
	{ .cell = CELL_DIFFERENCE, .sign = true, .title = "Change" },
	{ .cell = CELL_DIFFERENCE_LOW, .sign = true, .title = "From" },
	{ .cell = CELL_DIFFERENCE_HIGH, .sign = true, .title = "To" },
	{ .cell = CELL_RATIO, .title = "Ratio" },
	{ .cell = CELL_RATIO_LOW, .title = "From" },
	{ .cell = CELL_RATIO_HIGH, .title = "To" },
	{ .cell = CELL_SHARE_BASE, .title = "Share%" },
	{ .cell = CELL_SHARE_DIFFERENCE, .sign = true, .title = "Points" },
	{ .cell = CELL_Q, .title = "q" },
	{ .of = OF_VERDICT, .title = "Verdict", .left = true },
};

#define NR_FIGURE_COLUMNS (sizeof(figure_columns) / sizeof(figure_columns[0]))
#define MAX_TEXT_COLUMNS  (NR_COST_KINDS * NR_FIGURE_COLUMNS + NR_KEYS)

struct verdict_text {
	FILE *out;
	const struct verdict_report *report;
	const struct event_report *event;
	const struct options *options;
	const struct hist *hist;
	struct text_column columns[MAX_TEXT_COLUMNS];
	uint32_t nr;
};

static void add_kind(struct verdict_text *t, enum cost_kind kind)
{
	for (size_t i = 0; i < NR_FIGURE_COLUMNS; i++) {
		t->columns[t->nr] = figure_columns[i];
		t->columns[t->nr++].kind = kind;
	}
}

/* A key of which a filter leaves one value says nothing, as in the plain table. */
static void add_keys(struct verdict_text *t)
{
	const struct options *o = t->options;
	uint32_t i;

	for (i = 0; i < o->nr_keys; i++)
		if (o->filters[o->keys[i]].nr != 1)
			t->columns[t->nr++] = (struct text_column){
				.of = OF_KEY,
				.key = i,
				.title = key_info(o->keys[i])->title,
				.left = !key_info(o->keys[i])->right,
			};
}

static bool is_total(const struct verdict_row *row)
{
	return !row->observed->row;
}

/* ---- cells ---- */

#define TEXT_CELL 128

/* Names have any length, and stay where they are. */
struct text_cell {
	char begin[TEXT_CELL];
	const char *rest;
};

static void key_cell(const struct verdict_text *t, const struct text_column *c,
		     const struct verdict_row *row, struct text_cell *cell)
{
	if (!is_total(row))
		cell->rest = row_key_text(t->hist, row->observed->row, c->key, cell->begin);
	else if (c == &t->columns[t->nr - 1])
		cell->rest = "total";
}

static void verdict_cell(const struct figures *f, struct text_cell *cell)
{
	static const char *const presence[] = { "", " (new)", " (gone)" };

	snprintf(cell->begin, TEXT_CELL, "%s%s", verdict_name(f->verdict), presence[f->presence]);
}

static void figure_cell(const struct verdict_text *t, const struct text_column *c,
			const struct figures *f, struct text_cell *cell)
{
	char digits[CELL_SIZE];
	bool known = cell_text(&t->event->unit, f, c->cell, digits);
	bool plus = known && c->sign && digits[0] != '-' && digits[strspn(digits, "0.")];

	snprintf(cell->begin, TEXT_CELL, "%s%s", plus ? "+" : "", digits);
}

static void make_cell(const struct verdict_text *t, const struct text_column *c,
		      const struct verdict_row *row, struct text_cell *cell)
{
	/* The total is no row of its own with callers: it has one cost. */
	const struct figures *f = &row->figures[is_total(row) ? COST_SELF : c->kind];

	cell->begin[0] = 0;
	cell->rest = "";
	if (c->of == OF_KEY)
		key_cell(t, c, row, cell);
	else if (c->of == OF_VERDICT)
		verdict_cell(f, cell);
	else
		figure_cell(t, c, f, cell);
}

static int cell_width(const struct text_cell *cell)
{
	return strlen(cell->begin) + strlen(cell->rest);
}

static void widen(struct verdict_text *t, const struct verdict_row *row)
{
	struct text_cell cell;
	uint32_t i;
	int width;

	for (i = 0; i < t->nr; i++) {
		make_cell(t, &t->columns[i], row, &cell);
		width = cell_width(&cell);
		if (width > t->columns[i].width)
			t->columns[i].width = width;
	}
}

static void title_cell(const struct text_column *c, struct text_cell *cell)
{
	bool inclusive = c->of != OF_KEY && c->kind == COST_INCLUSIVE;

	strcpy(cell->begin, inclusive ? "Children " : "");
	cell->rest = c->title;
}

static void make_columns(struct verdict_text *t)
{
	const struct verdict_table *table = &t->event->table;
	struct text_cell title;
	uint32_t i;

	t->nr = 0;
	if (t->event->observation.nr_kinds > COST_INCLUSIVE)
		add_kind(t, COST_INCLUSIVE);
	add_kind(t, COST_SELF);
	add_keys(t);
	for (i = 0; i < t->nr; i++) {
		title_cell(&t->columns[i], &title);
		t->columns[i].width = cell_width(&title);
	}
	widen(t, &table->total);
	for (i = 0; i < table->nr; i++)
		widen(t, &table->rows[i]);
}

/* ---- lines ---- */

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

static const char *color_of(const struct verdict_text *t, const struct text_column *c,
			    const struct verdict_row *row)
{
	if (c->of != OF_VERDICT)
		return "";
	return verdict_color(t->options, row->figures[is_total(row) ? COST_SELF : c->kind].verdict);
}

/* A separator inside a cell becomes a dot, so that fields stay countable. */
static void print_text(const struct verdict_text *t, const char *text)
{
	const char *separator = t->options->separator;

	for (; separator && *text; text++)
		putc(strchr(separator, *text) ? '.' : *text, t->out);
	fputs(text, t->out);
}

static void print_cell(const struct verdict_text *t, uint32_t i, const struct text_cell *cell,
		       const char *color)
{
	const struct text_column *c = &t->columns[i];
	bool padded = !t->options->separator && !(c->left && i + 1 == t->nr);
	int padding = padded ? c->width - cell_width(cell) : 0;

	if (i)
		fputs(t->options->separator ? t->options->separator : "  ", t->out);
	fprintf(t->out, "%*s%s", c->left ? 0 : padding, "", color);
	print_text(t, cell->begin);
	print_text(t, cell->rest);
	fprintf(t->out, "%s%*s", *color ? "\033[m" : "", c->left ? padding : 0, "");
}

static void print_row(const struct verdict_text *t, const struct verdict_row *row)
{
	struct text_cell cell;
	uint32_t i;

	fputs(t->options->separator ? "" : "  ", t->out);
	for (i = 0; i < t->nr; i++) {
		make_cell(t, &t->columns[i], row, &cell);
		print_cell(t, i, &cell, color_of(t, &t->columns[i], row));
	}
	putc('\n', t->out);
}

static void print_titles(const struct verdict_text *t)
{
	struct text_cell cell;
	uint32_t i;

	fputs("# ", t->out);
	for (i = 0; i < t->nr; i++) {
		title_cell(&t->columns[i], &cell);
		print_cell(t, i, &cell, "");
	}
	putc('\n', t->out);
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
	print_titles(t);
}

static void print_event(struct verdict_text *t)
{
	const struct verdict_table *table = &t->event->table;
	uint32_t i;

	t->hist = &t->event->observation.hist;
	make_columns(t);
	if (!t->options->quiet)
		print_head(t);
	print_row(t, &table->total);
	for (i = 0; i < table->nr; i++)
		print_row(t, &table->rows[i]);
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
