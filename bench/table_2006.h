/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table_2006.h - the thirteen rows of 2006 and which of ours stand for them
 */
#ifndef BENCH_TABLE_2006_H
#define BENCH_TABLE_2006_H

#include <stddef.h>

#define TABLE_2006_ROWS	   13
#define TABLE_2006_KINDS   4
#define TABLE_2006_DERIVED 2
#define TABLE_2006_FORMS   4
#define TABLE_2006_NAME	   48

/**
 * struct derived_2006 - a difference that the text of 2006 gives, or should have given
 * @cycles:	then
 * @plus, @minus:	rows of ours, "%s" for the kind
 * @ratio:	(plus - minus) / minus instead
 */
struct derived_2006 {
	const char *what;
	double cycles;
	const char *plus;
	const char *minus;
	unsigned int ratio;
};

/**
 * struct row_2006 - a row of the table
 * @loops, @delta, @cycles:	then: NR_LOOPS, cycles in all, cycles a loop
 * @forms:	rows of ours, "%s" for the kind; those behind the first one may be NULL
 * @optimized:	a row of the optimized kinds alone
 */
struct row_2006 {
	const char *what;
	unsigned int loops;
	unsigned long delta;
	double cycles;
	const char *forms[TABLE_2006_FORMS];
	unsigned int optimized;
	struct derived_2006 derived[TABLE_2006_DERIVED];
};

/**
 * struct edition_2006 - what of today stands beside the rows: user space, or the kernel
 * @unit:	what today's figures are
 * @kinds:	of site; a table for each
 * @traps:	what stands for row 13 in the place of its forms; NULL for those
 */
struct edition_2006 {
	const char *unit;
	const char *const *kinds;
	size_t nr_kinds;
	const char *const *traps;
};

extern const struct row_2006 table_2006[TABLE_2006_ROWS];
extern const char *const table_2006_kinds[TABLE_2006_KINDS];
extern const struct edition_2006 edition_2006_user, edition_2006_kernel;

const char *table_2006_name(const char *form, const char *kind, char name[static TABLE_2006_NAME]);
int table_2006_has(const struct row_2006 *row, const char *kind);
const char *const *table_2006_forms(const struct edition_2006 *edition, size_t row);

#endif
