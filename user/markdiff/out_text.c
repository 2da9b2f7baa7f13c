// SPDX-License-Identifier: GPL-2.0-only
/*
 * The text table.
 *
 *	# Event 'cpu-clock'
 *	#
 *	# Baseline  Delta Abs  Shared Object         Symbol
 *	# ........  .........  ....................  ......
 *	#
 *	    45.72%     -2.62%  work                  [.] scan
 *
 * Figures are right-aligned, keys left-aligned, the last column of a row is not padded.  With a
 * separator nothing is padded and the dots are left out.
 */
#include "user/markdiff/out_text.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/compute.h"

#define CELL_SIZE 160

enum column_kind {
	COLUMN_BASELINE,
	COLUMN_BASE_PERIOD,
	COLUMN_COMPUTE,
	COLUMN_FORMULA,
	COLUMN_PERIOD,
	COLUMN_KEY,
};

struct column {
	enum column_kind kind;
	uint32_t file; /* or the key */
	int width;
	char title[32];
};

struct table {
	FILE *out;
	const struct hist *hist;
	const struct options *options;
	struct column *columns;
	uint32_t nr;
};

static const struct {
	const char *title;
	int width;
} computed[] = {
	[COMPUTE_DELTA] = { "Delta", 7 },
	[COMPUTE_DELTA_ABS] = { "Delta Abs", 9 },
	[COMPUTE_RATIO] = { "Ratio", 14 },
	[COMPUTE_WDIFF] = { "Weighted diff", 14 },
};

static const char *const key_titles[] = {
	[KEY_DSO] = "Shared Object",
	[KEY_SYMBOL] = "Symbol",
	[KEY_COMM] = "Command",
};

/* ---- cells ---- */

static char level(uint32_t mode)
{
	switch (mode) {
	case PERFDATA_MODE_KERNEL:
		return 'k';
	case PERFDATA_MODE_USER:
		return '.';
	case PERFDATA_MODE_GUEST_KERNEL:
		return 'g';
	case PERFDATA_MODE_GUEST_USER:
		return 'u';
	default:
		return 'H';
	}
}

static void cell_computed(const struct hist *h, const struct row *row, uint32_t file, char *cell)
{
	enum compute compute = h->options->compute;

	if (!row->cells[file].present)
		return;
	if (compute == COMPUTE_DELTA || compute == COMPUTE_DELTA_ABS)
		snprintf(cell, CELL_SIZE, "%+.2f%%", compute_delta(h, row, file));
	else if (!row->cells[0].present)
		strcpy(cell, "N/A");
	else if (compute == COMPUTE_RATIO)
		snprintf(cell, CELL_SIZE, "%.6f", compute_ratio(row, file));
	else
		snprintf(cell, CELL_SIZE, "%" PRId64, compute_wdiff(h, row, file));
}

static void cell_formula(const struct hist *h, const struct row *row, uint32_t file, char *cell)
{
	uint64_t base = row->cells[0].period, new = row->cells[file].period;

	if (!row->cells[file].present)
		return;
	if (h->options->compute == COMPUTE_RATIO)
		snprintf(cell, CELL_SIZE, "%" PRIu64 " / %" PRIu64, new, base);
	else if (h->options->compute == COMPUTE_WDIFF)
		snprintf(cell, CELL_SIZE,
			 "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")", new,
			 h->options->weight_new, base, h->options->weight_base);
	else
		snprintf(cell, CELL_SIZE,
			 "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")",
			 new, h->totals[file], base, h->totals[0]);
}

/* The text of a figure; empty where there is none. */
static void cell_figure(const struct table *t, const struct column *c, const struct row *row,
			char *cell)
{
	const struct hist *h = t->hist;

	cell[0] = 0;
	switch (c->kind) {
	case COLUMN_BASELINE:
		if (row->cells[0].present)
			snprintf(cell, CELL_SIZE, t->options->separator ? "%.2f" : "%.2f%%",
				 compute_share(h, row, 0));
		break;
	case COLUMN_BASE_PERIOD:
		snprintf(cell, CELL_SIZE, "%" PRIu64, row->cells[0].period);
		break;
	case COLUMN_COMPUTE:
		cell_computed(h, row, c->file, cell);
		break;
	case COLUMN_FORMULA:
		cell_formula(h, row, c->file, cell);
		break;
	case COLUMN_PERIOD:
		if (row->cells[c->file].present)
			snprintf(cell, CELL_SIZE, "%" PRIu64, row->cells[c->file].period);
		break;
	default:
		break;
	}
}

/* A key of a row: what comes before the name, and the name. */
static const char *cell_key(const struct table *t, const struct row *row, uint32_t key,
			    char prefix[32])
{
	const struct names *names = t->hist->names;

	prefix[0] = 0;
	switch (key) {
	case KEY_DSO:
		return names_text(names, row->dso);
	case KEY_COMM:
		return names_text(names, row->comm);
	default:
		if (row->symbol)
			sprintf(prefix, "[%c] ", level(row->mode));
		else
			sprintf(prefix, "[%c] %#.16" PRIx64, level(row->mode), row->addr);
		return names_text(names, row->symbol);
	}
}

/* ---- columns ---- */

static struct column *add_column(struct table *t, enum column_kind kind, uint32_t file,
				 const char *title, int width)
{
	struct column *c = &t->columns[t->nr++];
	bool numbered = kind != COLUMN_KEY && (t->options->nr_files > 2 || t->options->verbose);
	int length;

	c->kind = kind;
	c->file = file;
	if (numbered)
		length = snprintf(c->title, sizeof(c->title), "%s/%u", title, file);
	else
		length = snprintf(c->title, sizeof(c->title), "%s", title);
	c->width = length > width ? length : width;
	return c;
}

static void key_column(struct table *t, enum key key)
{
	struct column *c = add_column(t, COLUMN_KEY, key, key_titles[key], 0);
	char prefix[32];
	uint32_t i;
	int length;

	for (i = 0; i < t->hist->nr; i++) {
		length = strlen(cell_key(t, t->hist->rows[i], key, prefix));
		length += strlen(prefix);
		c->width = length > c->width ? length : c->width;
	}
}

static void file_columns(struct table *t, uint32_t file)
{
	const struct options *o = t->options;

	if (!file)
		add_column(t, COLUMN_BASELINE, 0, "Baseline", 8);
	else
		add_column(t, COLUMN_COMPUTE, file, computed[o->compute].title,
			   computed[o->compute].width);
	if (o->formula && file)
		add_column(t, COLUMN_FORMULA, file, "Formula", 70);
	if (o->period && file)
		add_column(t, COLUMN_PERIOD, file, "Period", 14);
	else if (o->period)
		add_column(t, COLUMN_BASE_PERIOD, file, "Base period", 14);
}

/* A key of which a filter leaves one value says nothing: its column is left out. */
static void make_columns(struct table *t)
{
	uint32_t i;

	for (i = 0; i < t->hist->nr_files; i++)
		file_columns(t, i);
	for (i = 0; i < t->options->nr_keys; i++)
		if (t->options->filters[t->options->keys[i]].nr != 1)
			key_column(t, t->options->keys[i]);
}

/* ---- lines ---- */

static void print_lost(const struct table *t, const struct profile *profiles)
{
	bool some = false;
	uint32_t i;

	for (i = 0; i < t->hist->nr_files; i++) {
		const struct perfdata_counts *counts = perfdata_counts(profiles[i].pd);

		if (!counts->lost)
			continue;
		fprintf(t->out, "# Lost while recording: %s %" PRIu64 " (%.1f %%)\n",
			profiles[i].path, counts->lost,
			100.0 * counts->lost / ((double)counts->lost + counts->samples));
		some = true;
	}
	if (some)
		fputs("#\n", t->out);
}

static void print_files(const struct table *t, const struct profile *profiles)
{
	uint32_t i;

	fputs("# Data files:\n", t->out);
	for (i = 0; i < t->hist->nr_files; i++)
		fprintf(t->out, "#  [%u] %s %s\n", i, profiles[i].path, i ? "" : "(Baseline)");
	fputs("#\n", t->out);
}

static void print_titles(const struct table *t)
{
	const char *separator = t->options->separator ? t->options->separator : "  ";
	uint32_t i;

	fputs("# ", t->out);
	for (i = 0; i < t->nr; i++) {
		const struct column *c = &t->columns[i];
		int width = t->options->separator ? 0 : c->width;

		fprintf(t->out, "%s%*s", i ? separator : "", c->kind == COLUMN_KEY ? -width : width,
			c->title);
	}
	putc('\n', t->out);
}

static void print_dots(const struct table *t)
{
	uint32_t i;
	int n;

	fputs("# ", t->out);
	for (i = 0; i < t->nr; i++) {
		fputs(i ? "  " : "", t->out);
		for (n = t->columns[i].width; n > 0; n--)
			putc('.', t->out);
	}
	fputs("\n#\n", t->out);
}

/* A separator inside a name becomes a dot, so that the columns stay countable. */
static void print_name(const struct table *t, const char *name)
{
	const char *separator = t->options->separator;

	for (; separator && *name; name++)
		putc(strchr(separator, *name) ? '.' : *name, t->out);
	fputs(name, t->out);
}

static void print_key(const struct table *t, const struct column *c, const struct row *row,
		      bool last)
{
	char prefix[32];
	const char *name = cell_key(t, row, c->file, prefix);
	int pad = c->width - (int)(strlen(prefix) + strlen(name));

	fputs(prefix, t->out);
	print_name(t, name);
	if (!last && !t->options->separator)
		fprintf(t->out, "%*s", pad, "");
}

static void print_row(const struct table *t, const struct row *row)
{
	const char *separator = t->options->separator;
	char cell[CELL_SIZE];
	uint32_t i;

	for (i = 0; i < t->nr; i++) {
		const struct column *c = &t->columns[i];

		fputs(!separator ? "  " : i ? separator : "", t->out);
		if (c->kind == COLUMN_KEY) {
			print_key(t, c, row, i + 1 == t->nr);
			continue;
		}
		cell_figure(t, c, row, cell);
		fprintf(t->out, "%*s", separator ? 0 : c->width, cell);
	}
	putc('\n', t->out);
}

static void print_head(const struct table *t, const struct profile *profiles, bool first)
{
	const struct perfdata_event *event = perfdata_event(profiles[0].pd, t->hist->events[0]);

	fprintf(t->out, "%s# Event '%s'\n#\n", first ? "" : "\n", event->name);
	print_lost(t, profiles);
	if (t->options->nr_files > 2 || t->options->verbose)
		print_files(t, profiles);
	print_titles(t);
	if (!t->options->separator)
		print_dots(t);
}

int out_text(FILE *out, const struct hist *hist, const struct profile *profiles, bool first)
{
	struct table t = { .out = out, .hist = hist, .options = hist->options };
	uint32_t i;

	t.columns = calloc(3 * (size_t)hist->nr_files + NR_KEYS, sizeof(*t.columns));
	if (!t.columns)
		return -ENOMEM;
	make_columns(&t);
	if (!t.options->quiet)
		print_head(&t, profiles, first);
	for (i = 0; i < hist->nr; i++)
		print_row(&t, hist->rows[i]);
	free(t.columns);
	return ferror(out) ? -EIO : 0;
}
