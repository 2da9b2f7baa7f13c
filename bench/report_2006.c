// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_2006.c - the thirteen rows of 2006, then and now, once for each kind of site
 */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "report.h"

static int add_form(struct run *run, const char *form, const char *kind)
{
	char name[TABLE_2006_NAME];
	const struct bench *bench;

	if (!form)
		return 0;
	bench = bench_find(table_2006_name(form, kind, name));
	return bench ? run_add(run, bench) : -ENOENT;
}

/** report_2006_add() - add all rows that the table needs */
int report_2006_add(struct run *run)
{
	size_t kind, row, form;
	int ret = 0;

	for (row = 0; row < TABLE_2006_ROWS; row++)
		for (kind = 0; kind < TABLE_2006_KINDS; kind++)
			for (form = 0; form < TABLE_2006_FORMS && !ret; form++)
				ret = add_form(run, table_2006[row].forms[form],
					       table_2006_kinds[kind]);
	return ret;
}

/**
 * report_2006_derive() - a difference that the text of 2006 derived, of today's rows
 * @derived:	which
 * @form:	the row of ours, in the place of a @plus that is NULL
 * @kind:	of site
 * @now:	the difference, or the ratio
 *
 * Return: 0, -ENOENT if one of the rows was not measured.
 */
int report_2006_derive(const struct run *run, const struct derived_2006 *derived, const char *form,
		       const char *kind, struct stat_interval *now)
{
	char plus[TABLE_2006_NAME], minus[TABLE_2006_NAME];
	int ret;

	table_2006_name(derived->plus ? derived->plus : form, kind, plus);
	table_2006_name(derived->minus, kind, minus);
	if (!derived->ratio)
		return run_difference(run, plus, minus, now);
	ret = run_ratio(run, plus, minus, now);
	now->mid -= 1;
	now->low -= 1;
	now->high -= 1;
	return ret;
}

/* In the unit of what is derived: a ratio's is the floor over the base. */
static double floor_of(const struct run *run, const struct derived_2006 *derived, const char *minus)
{
	double floor = run_floor(run, minus);
	struct stat_interval base;

	if (!derived->ratio)
		return floor;
	return run_cycles(run, minus, &base) ? NAN : floor / base.mid;
}

static void print_derived(const struct run *run, const struct derived_2006 *derived,
			  const char *form, const char *kind, FILE *file)
{
	char minus[TABLE_2006_NAME];
	struct stat_interval now;
	double floor;

	if (!derived->what)
		return;
	fprintf(file, "      %-46s %9.2f", derived->what, derived->cycles);
	if (report_2006_derive(run, derived, form, kind, &now)) {
		fprintf(file, "          -\n");
		return;
	}
	floor = floor_of(run, derived, table_2006_name(derived->minus, kind, minus));
	if (now.low <= 0 && now.high >= 0)
		fprintf(file, " %10s [%+.3f, %+.3f]  not told apart\n", "~", now.low, now.high);
	else if (!run_is_told(&now, floor))
		fprintf(file, " %10s [%+.3f, %+.3f]  %s\n", "~", now.low, now.high,
			isnan(floor) ? "no noise floor" : "within the noise floor");
	else
		fprintf(file, " %+10.2f [%+.2f, %+.2f]\n", now.mid, now.low, now.high);
}

static void print_form(const struct run *run, const struct row_2006 *row, const char *form,
		       const char *kind, FILE *file)
{
	unsigned int number = (unsigned int)(row - table_2006) + 1;
	const struct run_row *found;
	char name[TABLE_2006_NAME];
	struct stat_interval cycles;
	size_t i;

	table_2006_name(form, kind, name);
	found = run_find(run, name);
	fprintf(file, "  %2u  %-46s %9.2f", number, row->what, row->cycles);
	if (!run_cycles(run, name, &cycles))
		fprintf(file, " %10.2f [%.2f, %.2f]  %s\n", cycles.mid, cycles.low, cycles.high,
			name);
	else
		fprintf(file, "          -  %s: missing: %s\n", name, found ? found->why : "");
	for (i = 0; i < TABLE_2006_DERIVED; i++)
		print_derived(run, &row->derived[i], form, kind, file);
}

static void print_kind(const struct run *run, const struct edition_2006 *edition, const char *kind,
		       FILE *file)
{
	size_t row, form;

	fprintf(file, "\nkind %s\n      row, %-41s %9s %10s\n", kind, edition->unit, "2006",
		"now [95 %]");
	for (row = 0; row < TABLE_2006_ROWS; row++) {
		const char *const *forms = table_2006_forms(edition, row);
		const struct row_2006 *r = &table_2006[row];

		if (!table_2006_has(r, kind)) {
			fprintf(file, "  %2zu  %-46s %9.2f          -  not of this kind\n", row + 1,
				r->what, r->cycles);
			continue;
		}
		for (form = 0; form < TABLE_2006_FORMS; form++)
			if (forms[form])
				print_form(run, r, forms[form], kind, file);
	}
}

static void print_copy(const struct run *run, const char *name, const char *base, FILE *file)
{
	struct stat_interval apart;

	if (!run_difference(run, name, base, &apart))
		fprintf(file, "A/A: %s over %s: %+.3f [%+.3f, %+.3f]\n", name, base, apart.mid,
			apart.low, apart.high);
}

/** report_2006() - a table for each kind; what is less than the A/A lines may be chance */
void report_2006(const struct run *run, const struct edition_2006 *edition, FILE *file)
{
	size_t kind;

	print_copy(run, "loop-none2", "loop-none", file);
	print_copy(run, "memcpy-none2", "memcpy-none", file);
	for (kind = 0; kind < edition->nr_kinds; kind++)
		print_kind(run, edition, edition->kinds[kind], file);
}
