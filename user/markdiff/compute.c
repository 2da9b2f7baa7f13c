// SPDX-License-Identifier: GPL-2.0-only
/*
 * share	100 * period / what the file spent in all
 * delta	share in the new file - share in the baseline
 * ratio	period in the new file / period in the baseline
 * wdiff	period in the new file * W2 - period in the baseline * W1
 *
 * Denominators stay the same with -b (perf makes the kept rows 100 % of the baseline, but not of
 * the deltas), and nothing is a share of 0 of nothing (perf prints nan).
 */
#include "user/markdiff/compute.h"

double compute_share(const struct hist *h, const struct row *row, uint32_t file)
{
	return h->totals[file] ? row->cells[file].period * 100.0 / h->totals[file] : 0;
}

double compute_delta(const struct hist *h, const struct row *row, uint32_t file)
{
	return compute_share(h, row, file) - compute_share(h, row, 0);
}

double compute_ratio(const struct row *row, uint32_t file)
{
	uint64_t base = row->cells[0].period;

	return (double)row->cells[file].period / (base ? base : 1);
}

int64_t compute_wdiff(const struct hist *h, const struct row *row, uint32_t file)
{
	/* As unsigned numbers: a product that is too large wraps as it does in perf. */
	return row->cells[file].period * (uint64_t)h->options->weight_new -
	       row->cells[0].period * (uint64_t)h->options->weight_base;
}

bool row_is_paired(const struct hist *h, const struct row *row)
{
	uint32_t file;

	for (file = 1; file < h->nr_files; file++)
		if (row->cells[file].present)
			return true;
	return false;
}
