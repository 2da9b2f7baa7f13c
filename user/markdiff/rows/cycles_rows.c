// SPDX-License-Identifier: GPL-2.0-only
/*
 * The blocks of rows, beside each other, and what is said of them.
 *
 * perf prints the blocks of each file in a column of its own, the largest difference first, so that
 * with several files a line has blocks that have nothing in common.  Here a line is a block.
 */
#include "user/markdiff/rows/cycles.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/rows/compute.h"

#define COLUMN_WIDTH (CYCLES_SPARKS + 9) /* of --cycles-hist */

/* A block of a file. */
struct found {
	const struct block *block;
	uint32_t file;
};

struct list {
	struct found *found;
	uint32_t nr, cap;
};

struct rows {
	struct row **rows;
	uint32_t nr, cap;
};

static int add_found(struct list *list, const struct block *block, uint32_t file)
{
	if (array_room(list->found, list->nr, list->cap))
		return -ENOMEM;
	list->found[list->nr++] = (struct found){ block, file };
	return 0;
}

static int collect(const struct hist *h, const struct profile *profiles, const struct row *row,
		   struct list *list)
{
	const struct block *blocks;
	uint32_t file, i, nr;
	int err = 0;

	list->nr = 0;
	for (file = 0; file < h->nr_files && !err; file++) {
		blocks = cycles_blocks(profiles[file].cycles, h->events[file], row->symbol, &nr);
		for (i = 0; i < nr && !err; i++)
			if (!row->dso || blocks[i].dso == row->dso)
				err = add_found(list, &blocks[i], file);
	}
	return err;
}

static int compare_places(const struct block *a, const struct block *b)
{
	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

static int compare_found(const void *left, const void *right)
{
	const struct found *a = left, *b = right;
	int order = compare_places(a->block, b->block);

	return order ? order : a->file < b->file ? -1 : a->file > b->file;
}

static int add_row(struct rows *rows, struct row *row)
{
	if (array_room(rows->rows, rows->nr, rows->cap))
		return -ENOMEM;
	rows->rows[rows->nr++] = row;
	return 0;
}

/* With room for a block of each file. */
static struct row *copy_row(const struct hist *h, const struct row *row)
{
	struct row *copy = row_copy(h, row);

	if (!copy)
		return NULL;
	copy->blocks = calloc(h->nr_files, sizeof(*copy->blocks));
	if (copy->blocks)
		return copy;
	free(copy);
	return NULL;
}

static void free_row(struct row *row)
{
	free(row->blocks);
	free(row);
}

/* A block that the baseline alone has is in no column. */
static int add_blocks(const struct hist *h, const struct row *row, const struct list *list,
		      struct rows *rows)
{
	struct row *copy;
	uint32_t from, to;
	int err = 0;

	for (from = 0; from < list->nr && !err; from = to) {
		copy = copy_row(h, row);
		if (!copy)
			return -ENOMEM;
		for (to = from; to < list->nr &&
				!compare_places(list->found[from].block, list->found[to].block);
		     to++)
			copy->blocks[list->found[to].file] = list->found[to].block;
		if (to - from == 1 && !list->found[from].file) {
			free_row(copy);
			continue;
		}
		err = add_row(rows, copy);
		if (err)
			free_row(copy);
	}
	return err;
}

static const struct block *any_block(const struct hist *h, const struct row *row)
{
	uint32_t file = 0;

	while (file + 1 < h->nr_files && !row->blocks[file])
		file++;
	return row->blocks[file];
}

/* The largest difference first; what cannot be compared last. */
static int compare_rows(const void *left, const void *right, void *arg)
{
	const struct row *a = *(struct row *const *)left, *b = *(struct row *const *)right;
	const struct hist *h = arg;
	uint32_t file = h->options->order ? h->options->order : 1;
	int64_t x = 0, y = 0;
	bool has_x = cycles_diff(a, file, &x), has_y = cycles_diff(b, file, &y);

	if (has_x != has_y)
		return has_x ? -1 : 1;
	if (llabs(x) != llabs(y))
		return llabs(x) > llabs(y) ? -1 : 1;
	return compare_places(any_block(h, a), any_block(h, b));
}

static int expand(struct hist *h, const struct profile *profiles, const struct row *row,
		  struct list *list, struct rows *rows)
{
	uint32_t first = rows->nr;
	int err = collect(h, profiles, row, list);

	if (err || !list->nr)
		return err;
	qsort(list->found, list->nr, sizeof(*list->found), compare_found);
	err = add_blocks(h, row, list, rows);
	if (rows->nr > first)
		qsort_r(rows->rows + first, rows->nr - first, sizeof(*rows->rows), compare_rows, h);
	return err;
}

int cycles_rows(struct hist *h, const struct profile *profiles)
{
	struct rows rows = { NULL, 0, 0 };
	struct list list = { NULL, 0, 0 };
	bool keep;
	uint32_t i;
	int err = 0;

	for (i = 0; i < h->nr; i++) {
		keep = !err && !row_is_paired(h, h->rows[i]);
		if (keep)
			err = add_row(&rows, h->rows[i]);
		else if (!err)
			err = expand(h, profiles, h->rows[i], &list, &rows);
		if (!keep || err)
			free(h->rows[i]);
	}
	free(list.found);
	free(h->rows);
	h->rows = rows.rows;
	h->nr = rows.nr;
	h->cap = rows.cap;
	return err;
}

bool cycles_diff(const struct row *row, uint32_t file, int64_t *diff)
{
	const struct block *base = row->blocks[0], *new = row->blocks[file];

	if (!base || !new)
		return false;
	*diff = (int64_t)(new->cycles / new->nr) - (int64_t)(base->cycles / base->nr);
	return true;
}

void cycles_text(const struct hist *h, const struct row *row, uint32_t file, char *text,
		 size_t size)
{
	const struct block *block = row->blocks ? row->blocks[file] : NULL;
	char number[24];
	int64_t diff = 0;

	*text = 0;
	if (!block)
		return;
	/* perf says 0 for a block that the baseline does not have. */
	if (cycles_diff(row, file, &diff) || h->options->perf_compat)
		snprintf(number, sizeof(number), "%4" PRId64, diff);
	else
		strcpy(number, " N/A");
	if (block->first_line && block->last_line)
		snprintf(text, size, "[%s -> %s] %s", block->first_line, block->last_line, number);
	else
		snprintf(text, size, "[%7" PRIx64 " -> %7" PRIx64 "] %s", block->start, block->end,
			 number);
}

/* The relative standard error of the mean, in percent, as perf computes it. */
static double relative_error(const uint64_t *values, uint32_t nr)
{
	double mean = 0, squares = 0;
	uint32_t i;

	for (i = 0; i < nr; i++)
		mean += (double)values[i] / nr;
	for (i = 0; i < nr; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	return mean > 0 ? 100 * sqrt(squares / (nr - 1) / nr) / mean : 0;
}

static void draw(const uint64_t *values, uint32_t nr, char *text, size_t size)
{
	static const char *const ticks[] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
	uint64_t min = UINT64_MAX, max = 0, step;
	size_t length = 0;
	uint32_t i;

	for (i = 0; i < nr; i++) {
		min = values[i] < min ? values[i] : min;
		max = values[i] > max ? values[i] : max;
	}
	/* In 256ths, so that small values have steps too. */
	step = ((max - min) << 8) / (CYCLES_SPARKS - 1);
	step = step ? step : 1;
	for (i = 0; i < nr; i++)
		length += snprintf(text + length, size - length, "%s",
				   ticks[((values[i] - min) << 8) / step]);
}

void cycles_hist_text(const struct row *row, uint32_t file, char *text, size_t size)
{
	const struct block *base = row->blocks ? row->blocks[0] : NULL;
	const struct block *new = row->blocks ? row->blocks[file] : NULL;
	uint64_t values[CYCLES_SPARKS], any = 0;
	char drawing[4 * CYCLES_SPARKS + 1];
	uint32_t i, nr = 0;

	*text = 0;
	if (!base || !new)
		return;
	nr = base->nr_sparks < new->nr_sparks ? base->nr_sparks : new->nr_sparks;
	for (i = 0; i < nr; i++) {
		values[i] = abs((int)new->sparks[i] - (int)base->sparks[i]);
		any |= values[i];
	}
	if (nr < 2 || !any)
		return;
	draw(values, nr, drawing, sizeof(drawing));
	/* Bytes are not columns here, so what is missing to the width is added by hand. */
	snprintf(text, size, "±%5.1f%% %s%*s", relative_error(values, nr), drawing,
		 (int)(COLUMN_WIDTH - 8 - nr), "");
}
