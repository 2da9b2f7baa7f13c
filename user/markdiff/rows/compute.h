/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The figures of a row.  Everything that is printed or compared is computed here.
 */
#ifndef USER_MARKDIFF_COMPUTE_H
#define USER_MARKDIFF_COMPUTE_H

#include "user/markdiff/rows/hist.h"

uint64_t compute_cost(const struct hist *hist, const struct row *row, uint32_t file);
double compute_share(const struct hist *hist, const struct row *row, uint32_t file);
double compute_base(const struct hist *hist, const struct row *row);
double compute_delta(const struct hist *hist, const struct row *row, uint32_t file);
double compute_ratio(const struct hist *hist, const struct row *row, uint32_t file);
int64_t compute_wdiff(const struct hist *hist, const struct row *row, uint32_t file);

/* A row that some file other than the baseline has. */
bool row_is_paired(const struct hist *hist, const struct row *row);

#endif
