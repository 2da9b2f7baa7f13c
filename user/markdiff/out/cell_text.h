/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How the figures of verdicts look: the one place that turns a number into its digits, so that the
 * table, JSON and the page say the same.
 *
 * Digits are those of a JSON number: no blank, no plus sign, no "nan".  What has no figure (a ratio to
 * nothing, an interval of what was not tested) is the empty text, and false.
 */
#ifndef USER_MARKDIFF_CELL_TEXT_H
#define USER_MARKDIFF_CELL_TEXT_H

#include "user/markdiff/verdict/verdicts.h"

#define CELL_SIZE 48

/* What costs are printed in: one unit for all rows of a table. */
struct cost_unit {
	char name[CELL_SIZE];
	double scale; /* of the event's own unit */
	int decimals;
};

/**
 * cost_unit_choose - such that the total has three digits or more before the point
 * @largest: total, in the event's own unit
 */
void cost_unit_choose(struct cost_unit *unit, const struct perfdata_event *event, double largest);

/* What a figure says; the ends of an interval are those of 95 % (--confidence). */
enum figure_cell {
	CELL_BASE,
	CELL_NEW,
	CELL_DIFFERENCE,
	CELL_DIFFERENCE_LOW,
	CELL_DIFFERENCE_HIGH,
	CELL_RATIO,
	CELL_RATIO_LOW,
	CELL_RATIO_HIGH,
	CELL_SHARE_BASE,
	CELL_SHARE_NEW,
	CELL_SHARE_DIFFERENCE,
	CELL_SHARE_LOW,
	CELL_SHARE_HIGH,
	CELL_SHARE_P,
	CELL_SHARE_Q,
	CELL_P,
	CELL_Q,
	CELL_DETECTABLE, /* percent of the base */
	NR_CELLS,
};

bool cell_text(const struct cost_unit *unit, const struct figures *figures, enum figure_cell cell,
	       char text[CELL_SIZE]);

/* A cost that is in no figure, such as that of one run. */
bool cell_cost(const struct cost_unit *unit, double value, char text[CELL_SIZE]);
bool cell_number(double value, int decimals, char text[CELL_SIZE]);

/* Percent of a total. */
bool cell_percent(double value, char text[CELL_SIZE]);

/* A probability: two digits, however small. */
bool cell_probability(double value, char text[CELL_SIZE]);

/* A number that the user gave, or a count: as short as it can be. */
bool cell_plain(double value, char text[CELL_SIZE]);

#endif
