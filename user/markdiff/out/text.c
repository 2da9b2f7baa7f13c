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
 * separator nothing is padded and the dots are left out.  perf pads then, too, figures on the other
 * side, and so does --perf-compat.
 */
#include "user/markdiff/out/text.h"

#include <errno.h>
#include <math.h>
#include <string.h>

#include "user/markdiff/rows/columns.h"
#include "user/markdiff/rows/row_key.h"

struct table {
	FILE *out;
	const struct hist *hist;
	const struct options *options;
	struct columns columns;
	bool padded;
};

static void print_files(const struct table *t, const struct profile *profiles)
{
	uint32_t i;

	fputs("# Data files:\n", t->out);
	for (i = 0; i < t->hist->nr_files; i++)
		fprintf(t->out, "#  [%u] %s %s\n", i, profiles[i].path, i ? "" : "(Baseline)");
	fputs("#\n", t->out);
}

/* perf makes each title in a buffer of 1 kB: those above long names (of Go, of C++) are cut there. */
#define PERF_TITLE 1023

static void print_titles(const struct table *t)
{
	const char *separator = t->options->separator ? t->options->separator : "  ";
	uint32_t i;

	fputs("# ", t->out);
	for (i = 0; i < t->columns.nr; i++) {
		const struct column *c = &t->columns.list[i];
		int width = t->padded ? c->width : 0;

		if (t->options->perf_compat && width > PERF_TITLE)
			width = PERF_TITLE;
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
	for (i = 0; i < t->columns.nr; i++) {
		fputs(i ? "  " : "", t->out);
		for (n = t->columns.list[i].width; n > 0; n--)
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

/* perf looks at the first character of the separator, and at the padding too. */
static void print_padded(const struct table *t, const char *text, int width)
{
	const char *separator = t->options->separator;

	for (; *text || width > 0; width--) {
		char c = *text ? *text++ : ' ';

		putc(separator && c == separator[0] ? '.' : c, t->out);
	}
}

static void print_key(const struct table *t, const struct column *c, const struct row *row,
		      bool last)
{
	char prefix[ROW_KEY_PREFIX];
	const char *name = row_key_text(t->hist, row, c->file, prefix);
	bool right = key_info(t->options->keys[c->file])->right;
	int length = strlen(prefix);

	if (t->padded) {
		if (right)
			print_padded(t, "", c->width - length - (int)strlen(name));
		print_padded(t, prefix, length);
		print_padded(t, name, last || right ? 0 : c->width - length);
	} else {
		print_name(t, prefix);
		print_name(t, name);
	}
}

static const char *figure_color(const struct table *t, const struct column *c,
				const struct row *row)
{
	double value;

	if (t->options->color != WHEN_ALWAYS || t->options->separator)
		return "";
	value = fabs(figure_value(t->hist, c, row));
	return value >= 5 ? "\033[31m" : value > 0.5 ? "\033[32m" : "";
}

/* perf aligns numbers to the right as if the column's title had no file's number. */
static void print_figure(const struct table *t, const struct column *c, const struct row *row)
{
	const struct options *o = t->options;
	bool number = c->kind == COLUMN_COMPUTE && row->cells[0].present;
	const char *color = figure_color(t, c, row);
	char text[FIGURE_SIZE];
	int width = t->padded ? c->width : 0;

	figure_text(t->hist, c, row, text);
	if (o->perf_compat && number && o->compute == COMPUTE_WDIFF)
		width = *color ? 0 : -width; /* in perf, colours take room here */
	else if (o->separator)
		width = -width;
	fprintf(t->out, "%s%*s%s", color, width, text, *color ? "\033[m" : "");
}

/* perf leaves only symbols and traces as they are, and only at the end of the keys. */
static bool ends_unpadded(const struct table *t)
{
	enum key last;

	if (!t->options->perf_compat || !t->columns.nr)
		return true;
	last = t->options->keys[t->columns.list[t->columns.nr - 1].file];
	return t->columns.ends_in_key && (last == KEY_SYMBOL || last == KEY_TRACE);
}

static void print_row(const struct table *t, const struct row *row)
{
	const char *separator = t->options->separator;
	bool unpadded = ends_unpadded(t);
	uint32_t i;

	for (i = 0; i < t->columns.nr; i++) {
		const struct column *c = &t->columns.list[i];

		fputs(!separator ? "  " : i ? separator : "", t->out);
		if (c->kind == COLUMN_KEY)
			print_key(t, c, row, unpadded && i + 1 == t->columns.nr);
		else
			print_figure(t, c, row);
	}
	putc('\n', t->out);
}

static void print_head(const struct table *t, const struct profile *profiles, bool first)
{
	const struct perfdata_event *event = perfdata_event(profiles[0].pd, t->hist->events[0]);

	fprintf(t->out, "%s# Event '%s'\n#\n", first ? "" : "\n", event->name);
	if (t->options->nr_files > 2 || t->options->verbose)
		print_files(t, profiles);
	print_titles(t);
	if (!t->options->separator)
		print_dots(t);
}

int out_text(FILE *out, const struct hist *hist, const struct profile *profiles, bool first)
{
	const struct options *o = hist->options;
	struct table t = {
		.out = out, .hist = hist, .options = o, .padded = !o->separator || o->perf_compat
	};
	uint32_t i;
	int err;

	err = columns_make(&t.columns, hist);
	if (err)
		return err;
	if (!o->quiet)
		print_head(&t, profiles, first);
	for (i = 0; i < hist->nr; i++)
		print_row(&t, hist->rows[i]);
	columns_free(&t.columns);
	return ferror(out) ? -EIO : 0;
}
