// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which columns a table has, how they are called and how wide they are.
 */
#include "user/markdiff/rows/columns.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/rows/row_key.h"

static const struct {
	const char *title;
	int width;
} computed[] = {
	[COMPUTE_DELTA] = { "Delta", 7 },
	[COMPUTE_DELTA_ABS] = { "Delta Abs", 9 },
	[COMPUTE_RATIO] = { "Ratio", 14 },
	[COMPUTE_WDIFF] = { "Weighted diff", 14 },
	[COMPUTE_CYCLES] = { "[Program Block Range] Cycles Diff", 70 },
};

static struct column *add_column(struct columns *columns, enum column_kind kind, uint32_t file,
				 const char *title, int width)
{
	struct column *c = &columns->list[columns->nr++];
	bool numbered = kind != COLUMN_KEY && columns->hist->options->nr_files > 2;
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

/* Beside an address that has no symbol, perf leaves room for an address in the dso's column, too. */
#define PERF_ADDRESS 16

static bool leaves_address_room(const struct hist *hist, enum key key, const struct row *row)
{
	const struct options *o = hist->options;

	return o->perf_compat && !o->separator && key == KEY_DSO && !o->filters[KEY_DSO].nr &&
	       row->symbol == NAME_NONE && options_have_key(o, KEY_SYMBOL);
}

static void key_column(struct columns *columns, uint32_t key)
{
	const struct key_info *info = key_info(columns->hist->options->keys[key]);
	struct column *c = add_column(columns, COLUMN_KEY, key, info->title, 0);
	char prefix[ROW_KEY_PREFIX];
	uint32_t i;
	int length;

	for (i = 0; i < columns->hist->nr; i++) {
		length = strlen(row_key_text(columns->hist, columns->hist->rows[i], key, prefix));
		length += strlen(prefix);
		if (length < PERF_ADDRESS &&
		    leaves_address_room(columns->hist, columns->hist->options->keys[key],
					columns->hist->rows[i]))
			length = PERF_ADDRESS;
		c->width = length > c->width ? length : c->width;
	}
}

static void figure_column(struct columns *columns, enum column_kind kind, uint32_t file,
			  bool inclusive, const char *title, int width)
{
	char full[48];

	snprintf(full, sizeof(full), "%s%s", inclusive ? "Children " : "", title);
	add_column(columns, kind, file, full, width)->inclusive = inclusive;
}

static void file_columns(struct columns *columns, uint32_t file, bool inclusive)
{
	const struct options *o = columns->hist->options;

	if (!file && inclusive)
		add_column(columns, COLUMN_BASELINE, 0, "Children", 8)->inclusive = true;
	else if (!file)
		add_column(columns, COLUMN_BASELINE, 0, "Baseline", 8);
	else
		figure_column(columns, COLUMN_COMPUTE, file, inclusive, computed[o->compute].title,
			      computed[o->compute].width);
	if (o->cycles_hist && file)
		add_column(columns, COLUMN_CYCLES_HIST, file, "stddev/Hist", 17);
	if (o->formula && file)
		figure_column(columns, COLUMN_FORMULA, file, inclusive, "Formula", 70);
	if (o->period && file)
		figure_column(columns, COLUMN_PERIOD, file, inclusive, "Period", 14);
	else if (o->period)
		figure_column(columns, COLUMN_BASE_PERIOD, file, inclusive, "Base period", 14);
}

/*
 * With --children, the same columns for the inclusive cost come first.  A key of which a filter
 * leaves one value says nothing: its column is left out.
 */
int columns_make(struct columns *columns, const struct hist *hist)
{
	const struct options *o = hist->options;
	uint32_t i;

	*columns = (struct columns){ .hist = hist };
	columns->list = calloc(7 * (size_t)hist->nr_files + NR_KEYS, sizeof(*columns->list));
	if (!columns->list)
		return -ENOMEM;
	for (i = 0; i < hist->nr_files && o->children; i++)
		file_columns(columns, i, true);
	for (i = 0; i < hist->nr_files; i++)
		file_columns(columns, i, false);
	for (i = 0; i < o->nr_keys; i++) {
		columns->ends_in_key = o->filters[o->keys[i]].nr != 1;
		if (columns->ends_in_key)
			key_column(columns, i);
	}
	return 0;
}

void columns_free(struct columns *columns)
{
	free(columns->list);
}
