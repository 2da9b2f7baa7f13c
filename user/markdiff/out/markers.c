// SPDX-License-Identifier: GPL-2.0-only
/*
 * The cost of the markers as text.
 *
 *	# Cost of the markers: 31 sites in 14 functions, and the library; ms per run, 95 % intervals
 *	#   Base     New  Change   From     To  % of total   From     To     q  Verdict     What
 *	  101.20  104.30   +3.10  +1.90  +4.30       +1.63  +1.00  +2.26  0.01  regression  all markers
 *	    0.00    1.20  ...                                                              library
 *	  101.20  103.10  ...                                                              functions with markers
 *	   20.10   21.00  ...                                                    serve: req_begin, req_end (3 sites)
 */
#include "user/markdiff/out/markers.h"

#include <string.h>

#include "user/markdiff/out/verdicts.h"

enum marker_column {
	COLUMN_BASE,
	COLUMN_NEW,
	COLUMN_CHANGE,
	COLUMN_LOW,
	COLUMN_HIGH,
	COLUMN_PERCENT,
	COLUMN_PERCENT_LOW,
	COLUMN_PERCENT_HIGH,
	COLUMN_Q,
	COLUMN_VERDICT,
	NR_COLUMNS,
};

struct marker_text {
	FILE *out;
	const struct event_report *event;
	const struct options *options;
	const char *separator; /* or NULL */
	int width[NR_COLUMNS];
};

static const char *const titles[NR_COLUMNS] = {
	[COLUMN_BASE] = "Base",
	[COLUMN_NEW] = "New",
	[COLUMN_CHANGE] = "Change",
	[COLUMN_LOW] = "From",
	[COLUMN_HIGH] = "To",
	[COLUMN_PERCENT] = "% of total",
	[COLUMN_PERCENT_LOW] = "From",
	[COLUMN_PERCENT_HIGH] = "To",
	[COLUMN_Q] = "q",
	[COLUMN_VERDICT] = "Verdict",
};

/* ---- cells ---- */

static void percent_cell(const struct marker_text *t, enum marker_column column,
			 const struct figures *f, char text[CELL_SIZE])
{
	struct marker_percent p = marker_percent(&t->event->table, f);

	cell_percent(column == COLUMN_PERCENT	  ? p.value :
		     column == COLUMN_PERCENT_LOW ? p.interval.low :
						    p.interval.high,
		     text);
}

static void digits_cell(const struct marker_text *t, enum marker_column column,
			const struct figures *f, char text[CELL_SIZE])
{
	static const enum figure_cell cells[] = {
		[COLUMN_BASE] = CELL_BASE,
		[COLUMN_NEW] = CELL_NEW,
		[COLUMN_CHANGE] = CELL_DIFFERENCE,
		[COLUMN_LOW] = CELL_DIFFERENCE_LOW,
		[COLUMN_HIGH] = CELL_DIFFERENCE_HIGH,
		[COLUMN_Q] = CELL_Q,
	};

	if (column >= COLUMN_PERCENT && column <= COLUMN_PERCENT_HIGH)
		percent_cell(t, column, f, text);
	else
		cell_text(&t->event->unit, f, cells[column], text);
}

static bool is_change(enum marker_column column)
{
	return column >= COLUMN_CHANGE && column <= COLUMN_PERCENT_HIGH;
}

static void make_cell(const struct marker_text *t, enum marker_column column,
		      const struct figures *f, char text[CELL_SIZE + 1])
{
	char digits[CELL_SIZE];
	bool plus;

	if (column == COLUMN_VERDICT) {
		snprintf(text, CELL_SIZE, "%s", verdict_name(f->verdict));
		return;
	}
	digits_cell(t, column, f, digits);
	plus = is_change(column) && digits[0] != '-' && digits[strspn(digits, "0.")];
	snprintf(text, CELL_SIZE + 1, "%s%s", plus ? "+" : "", digits);
}

static void widen(struct marker_text *t, const struct figures *f)
{
	char text[CELL_SIZE + 1];

	for (enum marker_column i = 0; i < NR_COLUMNS; i++) {
		int width;

		make_cell(t, i, f, text);
		width = strlen(text);
		if (width > t->width[i])
			t->width[i] = width;
	}
}

static void find_widths(struct marker_text *t)
{
	const struct marker_costs *m = &t->event->markers;
	uint32_t i;

	for (i = 0; i < NR_COLUMNS; i++)
		t->width[i] = strlen(titles[i]);
	widen(t, &m->total);
	widen(t, &m->library);
	widen(t, &m->functions);
	for (i = 0; i < m->nr; i++)
		widen(t, &m->rows[i].figures);
}

/* ---- lines ---- */

static void print_cell(const struct marker_text *t, enum marker_column column, const char *text,
		       const char *color)
{
	int width = column == COLUMN_VERDICT ? -t->width[column] : t->width[column];

	if (t->separator)
		fprintf(t->out, "%s%s", text, t->separator);
	else
		fprintf(t->out, "%s%*s%s  ", color, width, text, *color ? "\033[m" : "");
}

static void print_figures(const struct marker_text *t, const struct figures *f)
{
	char text[CELL_SIZE + 1];

	fputs(t->separator ? "" : "  ", t->out);
	for (enum marker_column i = 0; i < NR_COLUMNS; i++) {
		make_cell(t, i, f, text);
		print_cell(t, i, text,
			   i == COLUMN_VERDICT ? verdict_color(t->options, f->verdict) : "");
	}
}

/* A separator inside a name becomes a dot, as in the table above. */
static void print_name(const struct marker_text *t, const char *text)
{
	for (; *text; text++)
		putc(t->separator && strchr(t->separator, *text) ? '.' : *text, t->out);
}

static void print_part(const struct marker_text *t, const struct figures *f, const char *what)
{
	print_figures(t, f);
	fprintf(t->out, "%s\n", what);
}

static void print_row(const struct marker_text *t, const struct marker_cost *m)
{
	print_figures(t, &m->figures);
	print_name(t, m->group->function);
	fputs(": ", t->out);
	print_name(t, m->group->markers);
	fprintf(t->out, " (%u site%s)\n", m->group->nr_sites, m->group->nr_sites == 1 ? "" : "s");
}

static void print_titles(const struct marker_text *t)
{
	fputs("# ", t->out);
	for (enum marker_column i = 0; i < NR_COLUMNS; i++)
		print_cell(t, i, titles[i], "");
	fputs("What\n", t->out);
}

static void print_head(const struct marker_text *t, const struct verdict_report *r)
{
	const struct marker_code *code = &r->marker_code;

	fprintf(t->out,
		"#\n# Cost of the markers: %u site%s in %u function%s (%u with samples), and the "
		"library; %s per %s\n#\n",
		code->nr_sites, code->nr_sites == 1 ? "" : "s", code->nr_groups,
		code->nr_groups == 1 ? "" : "s", t->event->markers.nr, t->event->unit.name,
		verdict_report_per(r));
	print_titles(t);
}

void out_markers(FILE *out, const struct verdict_report *r, const struct event_report *event)
{
	const struct marker_costs *m = &event->markers;
	struct marker_text t = { .out = out,
				 .event = event,
				 .options = r->diff->options,
				 .separator = r->diff->options->separator };
	uint32_t i;

	find_widths(&t);
	if (!r->diff->options->quiet)
		print_head(&t, r);
	print_part(&t, &m->total, "all markers");
	print_part(&t, &m->library, "the library's functions");
	print_part(&t, &m->functions, "functions with markers");
	for (i = 0; i < m->nr; i++)
		print_row(&t, &m->rows[i]);
}
