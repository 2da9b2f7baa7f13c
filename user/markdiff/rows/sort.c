// SPDX-License-Identifier: GPL-2.0-only
/*
 * The order of rows, which is perf's; with --children, by the inclusive cost:
 *
 *	1. with -o N, N > 0: rows that file N has, the largest figure first; with ratio and wdiff
 *	   those that have none (no baseline) come after those that have one
 *	2. the larger share of the baseline first
 *	3. the larger figure first, file by file
 *	4. the keys, by alphabet or number (row_key.c); [unknown] before other dsos, no symbol after
 *	   other symbols
 */
#include "user/markdiff/rows/hist.h"

#include <math.h>
#include <stdlib.h>

#include "user/markdiff/rows/compute.h"
#include "user/markdiff/rows/row_key.h"

/* Like all comparisons here: negative where a comes first. */
static int larger_first(double a, double b)
{
	return a > b ? -1 : a < b;
}

static int true_first(bool a, bool b)
{
	return (int)b - (int)a;
}

static int by_figure(const struct hist *h, const struct row *a, const struct row *b, uint32_t file)
{
	int64_t left, right;

	switch (h->options->compute) {
	case COMPUTE_DELTA:
		return larger_first(compute_delta(h, a, file), compute_delta(h, b, file));
	case COMPUTE_DELTA_ABS:
		return larger_first(fabs(compute_delta(h, a, file)),
				    fabs(compute_delta(h, b, file)));
	case COMPUTE_RATIO:
		return larger_first(compute_ratio(h, a, file), compute_ratio(h, b, file));
	default:
		left = compute_wdiff(h, a, file);
		right = compute_wdiff(h, b, file);
		return left > right ? -1 : left < right;
	}
}

static int by_file(const struct hist *h, const struct row *a, const struct row *b, uint32_t file)
{
	bool needs_base =
		h->options->compute == COMPUTE_RATIO || h->options->compute == COMPUTE_WDIFF;
	bool left = a->cells[file].present, right = b->cells[file].present;

	if (!left || !right)
		return true_first(left, right);
	left = !needs_base || a->cells[0].present;
	right = !needs_base || b->cells[0].present;
	if (left != right)
		return true_first(left, right);
	return left ? by_figure(h, a, b, file) : 0;
}

static int by_any_file(const struct hist *h, const struct row *a, const struct row *b)
{
	bool left = row_is_paired(h, a), right = row_is_paired(h, b);
	uint32_t file;
	int order = 0;

	if (!left || !right)
		return true_first(left, right);
	for (file = 1; file < h->nr_files && !order; file++) {
		left = a->cells[file].present;
		right = b->cells[file].present;
		order = left && right ? by_figure(h, a, b, file) : true_first(left, right);
	}
	return order;
}

static int compare(const void *left, const void *right, void *arg)
{
	const struct row *a = *(struct row *const *)left, *b = *(struct row *const *)right;
	const struct hist *h = arg;
	uint64_t left_cost = compute_cost(h, a, 0), right_cost = compute_cost(h, b, 0);
	bool cycles = h->options->compute == COMPUTE_CYCLES;
	int order = 0;
	uint32_t i;

	/* Blocks are sorted by their differences below their symbol. */
	if (h->options->order && !cycles)
		order = by_file(h, a, b, h->options->order);
	if (!order && left_cost != right_cost)
		order = left_cost > right_cost ? -1 : 1;
	if (!order && !cycles)
		order = by_any_file(h, a, b);
	for (i = 0; i < h->options->nr_keys && !order; i++)
		order = row_key_compare(h, a, b, i);
	return order;
}

static bool is_shown(const struct hist *h, const struct row *row)
{
	if (h->options->baseline_only)
		return row->cells[0].present && row_is_paired(h, row);
	return row->cells[0].present || row_is_paired(h, row);
}

/* Sorts, and drops the rows that -b hides; the hash is of no use afterwards. */
void hist_sort(struct hist *h)
{
	bool recount = h->options->perf_compat && h->options->baseline_only;
	uint32_t i, kept = 0;

	h->base_shown = recount ? 0 : h->totals[0];
	h->inclusive = h->options->children;
	for (i = 0; i < h->nr; i++) {
		if (is_shown(h, h->rows[i])) {
			h->rows[kept++] = h->rows[i];
			h->base_shown += recount ? h->rows[i]->cells[0].period : 0;
		} else {
			free(h->rows[i]);
		}
	}
	h->nr = kept;
	if (kept)
		qsort_r(h->rows, kept, sizeof(*h->rows), compare, h);
}
