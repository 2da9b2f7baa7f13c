/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table of rows as text: columns of figures, for each kind of cost that there is, then the sort keys.
 *
 * With a separator each cell is a field, and nothing is padded.  Widths are found by a first pass over
 * what will be printed; what a cell says is the table's affair.
 */
#ifndef USER_MARKDIFF_OUT_GRID_H
#define USER_MARKDIFF_OUT_GRID_H

#include <stdio.h>

#include "user/markdiff/rows/row_key.h"
#include "user/markdiff/verdict/report.h"

#define GRID_FIGURES 12 /* columns of a kind of cost, at most */
#define GRID_CELL    128

/**
 * struct grid_column - one of them
 * @of, @which:	what the table knows it by; @which is the number of the sort key where @is_key
 * @sign:	"+" before what is not negative
 */
struct grid_column {
	const char *title;
	unsigned int of, which;
	enum cost_kind kind;
	int width;
	bool sign, left, is_key;
};

/** struct grid_cell - names have any length, and stay where they are: @rest */
struct grid_cell {
	char begin[GRID_CELL];
	const char *rest, *color; /* "": none */
};

/**
 * struct grid - one table
 * @fill:	what a row says in a column, in a cell that is empty
 */
struct grid {
	FILE *out;
	const struct options *options;
	const struct event_report *event;
	void (*fill)(const struct grid *grid, const struct grid_column *column, const void *row,
		     struct grid_cell *cell);
	struct grid_column columns[NR_COST_KINDS * GRID_FIGURES + NR_KEYS];
	uint32_t nr;
};

/** grid_begin() - the columns, as wide as their titles; @nr is at most GRID_FIGURES */
void grid_begin(struct grid *grid, const struct grid_column *figures, uint32_t nr);

/** grid_widen() - a row will be printed */
void grid_widen(struct grid *grid, const void *row);

/** grid_print() - a row, or the titles for NULL */
void grid_print(const struct grid *grid, const void *row);

/** grid_key() - the cell of a sort key; @row is NULL for the total, which is told in the last column */
void grid_key(const struct grid *grid, const struct grid_column *column, const struct row *row,
	      struct grid_cell *cell);

#endif
