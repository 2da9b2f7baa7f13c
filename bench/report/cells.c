// SPDX-License-Identifier: GPL-2.0-only
/*
 * cells.c - figures of rows as cells of a table
 *
 * A difference that cannot be told is never printed as a figure: "~", its interval, and why.
 */
#include <math.h>
#include <string.h>

#include "section.h"

/** cell_is_of() - whether a row is PREFIX-something */
bool cell_is_of(const struct bench *bench, const char *prefix)
{
	size_t len = strlen(prefix);

	return !strncmp(bench->name, prefix, len) && bench->name[len] == '-';
}

/** cell_why() - the reason in the place of a figure */
void cell_why(struct doc_table *table, const struct figures *figures, const char *name)
{
	char why[FIGURES_WHY];

	doc_none(table, "%s", figures_why(figures, name, why));
}

/** cell_interval() - a figure that is not a difference */
void cell_interval(struct doc_table *table, const struct stat_interval *interval, const char *unit)
{
	doc_number(table, &(struct doc_number){ .mid = interval->mid,
						.low = interval->low,
						.high = interval->high,
						.unit = unit });
}

/** cell_exact() - a figure without an interval, with so many digits */
void cell_exact(struct doc_table *table, double value, int digits, const char *unit)
{
	doc_number(table, &(struct doc_number){ .mid = value,
						.low = value,
						.high = value,
						.digits = digits,
						.unit = unit });
}

/** cell_cycles() - core cycles a site */
void cell_cycles(struct doc_table *table, const struct figures *figures, const char *name)
{
	const struct figure *figure = figures_find(figures, name);

	if (figure)
		doc_number(table, &(struct doc_number){ .mid = figure->cycles.mid,
							.low = figure->cycles.low,
							.high = figure->cycles.high,
							.unit = "cycles",
							.interval = !figures->exact });
	else
		cell_why(table, figures, name);
}

static const char *why_blurred(const struct stat_interval *difference, double floor)
{
	if (isnan(floor))
		return "no noise floor";
	return difference->low <= 0 && difference->high >= 0 ? "not told apart" :
							       "within the noise floor";
}

/** cell_difference() - a difference of two rows of @figures, or why it is none */
void cell_difference(struct doc_table *table, const struct figures *figures,
		     const struct stat_interval *difference, double floor, const char *unit)
{
	bool told = figures->exact || run_is_told(difference, floor);

	doc_number(table,
		   &(struct doc_number){ .mid = difference->mid,
					 .low = difference->low,
					 .high = difference->high,
					 .unit = unit,
					 .sign = true,
					 .interval = !figures->exact,
					 .blurred = !told,
					 .why = told ? NULL : why_blurred(difference, floor) });
}

/** cell_over() - what a row has over its base; a second copy is never blurred: it is the floor */
void cell_over(struct doc_table *table, const struct figures *figures, const char *name)
{
	const struct figure *figure = figures_find(figures, name);

	if (!figure)
		cell_why(table, figures, name);
	else if (!figure->has_base)
		doc_none(table, "%s", figure->bench->base ? "its base was not measured" : "");
	else if (figure->bench->copy)
		doc_number(table, &(struct doc_number){ .mid = figure->over.mid,
							.low = figure->over.low,
							.high = figure->over.high,
							.unit = "cycles",
							.sign = true,
							.interval = !figures->exact,
							.why = "A/A" });
	else
		cell_difference(table, figures, &figure->over, figure->floor, "cycles");
}

/** cell_ns() - what a row has over its base, or of a row without one all of it, in nanoseconds */
void cell_ns(struct doc_table *table, const struct figures *figures, const char *name)
{
	const struct figure *figure = figures_find(figures, name);
	struct stat_interval ns;

	if (!figure || !figures->ghz || (figure->has_base && !figure->told)) {
		doc_empty(table);
		return;
	}
	ns = figure->has_base ? figure->over : figure->cycles;
	ns.mid /= figures->ghz;
	ns.low /= figures->ghz;
	ns.high /= figures->ghz;
	cell_interval(table, &ns, "ns");
}
