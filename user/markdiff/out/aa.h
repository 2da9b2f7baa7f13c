/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Splits of runs of one build, as text.
 */
#ifndef USER_MARKDIFF_OUT_AA_H
#define USER_MARKDIFF_OUT_AA_H

#include <stdio.h>

#include "user/markdiff/verdict/report.h"

int out_aa(FILE *out, const struct verdict_report *report);

/* What the text and JSON say of a row, or of a size of rows. */
enum aa_cell {
	AA_CELL_COST,
	AA_CELL_SHARE, /* percent of the total; all below, percent of the mean */
	AA_CELL_SCATTER,
	AA_CELL_SAMPLING,
	AA_CELL_WITHIN,
	AA_CELL_DETECTABLE,
	NR_AA_CELLS,
};

/* As cell_text() has it: digits of a JSON number, or none. */
bool aa_cell_text(const struct cost_unit *unit, const struct aa_figures *figures, enum aa_cell cell,
		  char text[CELL_SIZE]);

/* Of how many, in percent. */
bool aa_rate_text(uint64_t found, uint64_t of, char text[CELL_SIZE]);

#endif
