// SPDX-License-Identifier: GPL-2.0-only
/*
 * share	100 * period / what the file spent in all
 * delta	share in the new file - share in the baseline
 * ratio	period in the new file / period in the baseline
 * wdiff	period in the new file * W2 - period in the baseline * W1
 *
 * Each of them is of the self cost, or of the inclusive cost where hist->inclusive says so; 100 %
 * is the same for both.
 *
 * Denominators stay the same with -b, and nothing is a share of 0 of nothing (perf prints nan).
 * perf makes the rows that -b keeps 100 % where it prints the baseline, but not in deltas; so does
 * --perf-compat.
 */
#include "user/markdiff/rows/compute.h"

uint64_t compute_cost(const struct hist *h, const struct row *row, uint32_t file)
{
	return h->inclusive ? row->cells[file].children : row->cells[file].period;
}

double compute_share(const struct hist *h, const struct row *row, uint32_t file)
{
	return h->totals[file] ? compute_cost(h, row, file) * 100.0 / h->totals[file] : 0;
}

double compute_base(const struct hist *h, const struct row *row)
{
	return h->base_shown ? compute_cost(h, row, 0) * 100.0 / h->base_shown : 0;
}

double compute_delta(const struct hist *h, const struct row *row, uint32_t file)
{
	return compute_share(h, row, file) - compute_share(h, row, 0);
}

double compute_ratio(const struct hist *h, const struct row *row, uint32_t file)
{
	uint64_t base = compute_cost(h, row, 0);

	return (double)compute_cost(h, row, file) / (base ? base : 1);
}

int64_t compute_wdiff(const struct hist *h, const struct row *row, uint32_t file)
{
	/* As unsigned numbers: a product that is too large wraps as it does in perf. */
	return compute_cost(h, row, file) * (uint64_t)h->options->weight_new -
	       compute_cost(h, row, 0) * (uint64_t)h->options->weight_base;
}

bool row_is_paired(const struct hist *h, const struct row *row)
{
	uint32_t file;

	for (file = 1; file < h->nr_files; file++)
		if (row->cells[file].present)
			return true;
	return false;
}
