// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a column of figures says of a row.
 */
#include "user/markdiff/rows/columns.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "user/markdiff/rows/compute.h"
#include "user/markdiff/rows/cycles.h"

/* A function that only calls others has no self cost that a ratio could be of. */
static bool compares_costs(const struct hist *h, const struct row *row)
{
	bool callers = h->options->children && h->options->compute == COMPUTE_RATIO;

	return row->cells[0].present && (!callers || compute_cost(h, row, 0));
}

static void cell_computed(const struct hist *h, const struct row *row, uint32_t file, char *cell)
{
	const struct options *o = h->options;
	enum compute compute = o->compute;
	int width = o->perf_compat ? 14 : 0;

	if (!row->cells[file].present)
		return;
	if (compute == COMPUTE_CYCLES)
		cycles_text(h, row, file, cell, FIGURE_SIZE);
	else if (compute == COMPUTE_DELTA || compute == COMPUTE_DELTA_ABS)
		snprintf(cell, FIGURE_SIZE, "%+.2f%%", compute_delta(h, row, file));
	else if (!compares_costs(h, row))
		strcpy(cell, "N/A");
	else if (compute == COMPUTE_RATIO)
		snprintf(cell, FIGURE_SIZE, "%*.6f", width, compute_ratio(h, row, file));
	else if (!o->perf_compat || !o->separator || compute_wdiff(h, row, file))
		snprintf(cell, FIGURE_SIZE, "%*" PRId64, width, compute_wdiff(h, row, file));
}

static void cell_formula(const struct hist *h, const struct row *row, uint32_t file, char *cell)
{
	uint64_t base = compute_cost(h, row, 0), new = compute_cost(h, row, file);

	if (!row->cells[file].present)
		return;
	if (h->options->compute == COMPUTE_RATIO)
		snprintf(cell, FIGURE_SIZE, "%" PRIu64 " / %" PRIu64, new, base);
	else if (h->options->compute == COMPUTE_WDIFF)
		snprintf(cell, FIGURE_SIZE,
			 "(%" PRIu64 " * %" PRId64 ") - (%" PRIu64 " * %" PRId64 ")", new,
			 h->options->weight_new, base, h->options->weight_base);
	else
		snprintf(cell, FIGURE_SIZE,
			 "(%" PRIu64 " * 100 / %" PRIu64 ") - (%" PRIu64 " * 100 / %" PRIu64 ")",
			 new, h->totals[file], base, h->base_shown);
}

/* The table as a column sees it: self cost or inclusive cost. */
static struct hist column_view(const struct hist *h, const struct column *c)
{
	struct hist view = *h;

	view.inclusive = c->inclusive;
	return view;
}

void figure_text(const struct hist *hist, const struct column *c, const struct row *row,
		 char cell[FIGURE_SIZE])
{
	const struct hist view = column_view(hist, c), *h = &view;

	cell[0] = 0;
	switch (c->kind) {
	case COLUMN_BASELINE:
		if (row->cells[0].present)
			snprintf(cell, FIGURE_SIZE, h->options->separator ? "%.2f" : "%.2f%%",
				 compute_base(h, row));
		break;
	case COLUMN_BASE_PERIOD:
		snprintf(cell, FIGURE_SIZE, "%" PRIu64, compute_cost(h, row, 0));
		break;
	case COLUMN_COMPUTE:
		cell_computed(h, row, c->file, cell);
		break;
	case COLUMN_CYCLES_HIST:
		cycles_hist_text(row, c->file, cell, FIGURE_SIZE);
		break;
	case COLUMN_FORMULA:
		cell_formula(h, row, c->file, cell);
		break;
	case COLUMN_PERIOD:
		if (row->cells[c->file].present)
			snprintf(cell, FIGURE_SIZE, "%" PRIu64, compute_cost(h, row, c->file));
		break;
	default:
		break;
	}
}

double figure_value(const struct hist *h, const struct column *c, const struct row *row)
{
	const struct hist view = column_view(h, c);

	if (c->kind == COLUMN_BASELINE && row->cells[0].present)
		return compute_base(&view, row);
	if (c->kind != COLUMN_COMPUTE || !row->cells[c->file].present)
		return 0;
	if (h->options->compute == COMPUTE_DELTA || h->options->compute == COMPUTE_DELTA_ABS)
		return compute_delta(&view, row, c->file);
	if (!compares_costs(&view, row))
		return 0;
	return h->options->compute == COMPUTE_RATIO ? compute_ratio(&view, row, c->file) :
						      compute_wdiff(&view, row, c->file);
}
