// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_table.c - the table of rows holds together, and that of 2006 is what was published
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench/bench.h"
#include "bench/table_2006.h"

static void check_row(const struct bench *bench)
{
	/* The first one of that name: so no other one has it. */
	assert_ptr_equal(bench_find(bench->name), bench);
	assert_non_null(bench->run);
	assert_non_null(bench->what);
	if (bench->base) {
		assert_non_null(bench_find(bench->base));
		assert_string_not_equal(bench->base, bench->name);
	}
	assert_true(!bench->copy || bench->base);
}

static void test_rows(void **state)
{
	size_t i, j;

	for (i = 0; i < bench_nr_groups; i++) {
		assert_true(!bench_groups[i]->nr == !!bench_groups[i]->missing);
		for (j = 0; j < bench_groups[i]->nr; j++)
			check_row(&bench_groups[i]->rows[j]);
	}
}

/* A base that has no base has a second copy, but for the parts of connected rows. */
static void test_every_base_has_a_copy(void **state)
{
	size_t i, j;

	for (i = 0; i < bench_nr_groups; i++) {
		const struct bench_group *group = bench_groups[i];
		unsigned int bases = 0, copies = 0;

		for (j = 0; j < group->nr; j++) {
			bases += !group->rows[j].base;
			copies += !!group->rows[j].copy;
		}
		assert_int_equal(bases, copies);
	}
}

static void check_name(const char *form, const char *kind)
{
	char name[TABLE_2006_NAME];

	if (form)
		assert_non_null(bench_find(table_2006_name(form, kind, name)));
}

static void test_2006_rows_have_rows_of_ours(void **state)
{
	size_t kind, row, i;

	for (kind = 0; kind < TABLE_2006_KINDS; kind++) {
		for (row = 0; row < TABLE_2006_ROWS; row++) {
			const struct row_2006 *r = &table_2006[row];

			for (i = 0; i < TABLE_2006_FORMS; i++)
				check_name(r->forms[i], table_2006_kinds[kind]);
			for (i = 0; i < TABLE_2006_DERIVED; i++) {
				check_name(r->derived[i].plus, table_2006_kinds[kind]);
				check_name(r->derived[i].minus, table_2006_kinds[kind]);
			}
		}
	}
}

/* Cycles a loop are the cycles in all over the loops, to the two digits that were printed. */
static void test_2006_divides(void **state)
{
	size_t row;

	for (row = 0; row < TABLE_2006_ROWS; row++) {
		const struct row_2006 *r = &table_2006[row];

		assert_true(fabs((double)r->delta / r->loops - r->cycles) < 0.0101);
	}
}

static void test_2006_differences(void **state)
{
	const struct row_2006 *t = table_2006;

	assert_true(fabs(t[6].cycles - t[1].cycles - t[6].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[7].cycles - t[6].cycles - t[7].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[6].cycles - t[8].cycles - t[8].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[7].cycles - t[8].cycles - t[8].derived[1].cycles) < 1e-9);
	assert_true(fabs(t[9].cycles - t[7].cycles - t[9].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[10].cycles - t[9].cycles - t[10].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[11].cycles - t[10].cycles - t[11].derived[0].cycles) < 1e-9);
	assert_true(fabs(t[12].cycles - t[10].cycles - t[12].derived[0].cycles) < 1e-9);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rows),
		cmocka_unit_test(test_every_base_has_a_copy),
		cmocka_unit_test(test_2006_rows_have_rows_of_ours),
		cmocka_unit_test(test_2006_divides),
		cmocka_unit_test(test_2006_differences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
