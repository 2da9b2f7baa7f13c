/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The columns of the table of one event: which there are, and what each says of a row.
 */
#ifndef USER_MARKDIFF_COLUMNS_H
#define USER_MARKDIFF_COLUMNS_H

#include "user/markdiff/rows/hist.h"

#define FIGURE_SIZE 160

enum column_kind {
	COLUMN_BASELINE,
	COLUMN_BASE_PERIOD,
	COLUMN_COMPUTE,
	COLUMN_CYCLES_HIST,
	COLUMN_FORMULA,
	COLUMN_PERIOD,
	COLUMN_KEY,
};

struct column {
	enum column_kind kind;
	uint32_t file; /* or which of the options' keys */
	int width;
	bool inclusive;
	char title[48];
};

struct columns {
	const struct hist *hist;
	struct column *list;
	uint32_t nr;
	bool ends_in_key; /* the last key was not left out */
};

int columns_make(struct columns *columns, const struct hist *hist);
void columns_free(struct columns *columns);

/* The text of a figure; empty where there is none. */
void figure_text(const struct hist *hist, const struct column *column, const struct row *row,
		 char text[FIGURE_SIZE]);

/* What decides the colour of a figure; perf looks at differences of periods, too. */
double figure_value(const struct hist *hist, const struct column *column, const struct row *row);

#endif
