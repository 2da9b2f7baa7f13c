/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A sort key in a row: its number, its text, its order.
 */
#ifndef USER_MARKDIFF_ROW_KEY_H
#define USER_MARKDIFF_ROW_KEY_H

#include "user/markdiff/rows/hist.h"

/**
 * row_key_number - what is equal in all that belongs to a row
 */
uint64_t row_key_number(const struct hist *hist, enum key key, const struct spent *spent,
			const struct resolved *resolved);

#define ROW_KEY_PREFIX 96

/**
 * row_key_text - what a table shows
 * @i: which of the options' keys
 * @prefix: gets what comes before the name
 *
 * Returns the name.
 */
const char *row_key_text(const struct hist *hist, const struct row *row, uint32_t i,
			 char prefix[ROW_KEY_PREFIX]);

/* Negative where a comes first. */
int row_key_compare(const struct hist *hist, const struct row *a, const struct row *b, uint32_t i);

#endif
