// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_figures.c - figures of a run, and the cells that they become, from rounds written by hand
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench/report/figures.h"
#include "bench/report/section.h"

#define ROUNDS 5

static const struct bench none = { .name = "none", .sites = 2 };
static const struct bench copy = { .name = "none2", .base = "none", .copy = 1, .sites = 2 };
static const struct bench dear = { .name = "dear", .base = "none", .sites = 2 };
static const struct bench cheap = { .name = "cheap", .base = "none", .sites = 2 };
static const struct bench same = { .name = "same", .base = "none", .sites = 2 };
static const struct bench broken = { .name = "broken", .base = "none" };

static double none_cycles[ROUNDS] = { 10, 20, 30, 40, 50 };
static double copy_cycles[ROUNDS] = { 10.5, 20.5, 29.5, 40.5, 50.5 };
static double dear_cycles[ROUNDS] = { 14, 24, 34, 44, 54 };
static double cheap_cycles[ROUNDS] = { 10.25, 20.125, 30.25, 40.25, 50.25 };
static double same_cycles[ROUNDS] = { 9, 21, 30, 39, 51 };

static struct run_row rows[] = {
	{ .bench = &none, .cycles = none_cycles },
	{ .bench = &copy, .cycles = copy_cycles },
	{ .bench = &dear, .cycles = dear_cycles },
	{ .bench = &cheap, .cycles = cheap_cycles },
	{ .bench = &same, .cycles = same_cycles },
	{ .bench = &broken, .error = -EPERM, .why = "not permitted" },
};

static const struct run run = {
	.rounds = ROUNDS,
	.rows = rows,
	.nr = sizeof(rows) / sizeof(*rows),
};

static struct figures figures;

static int compute(void **state)
{
	return figures_init(&figures, &run, 4);
}

static int drop(void **state)
{
	figures_exit(&figures);
	return 0;
}

static void test_figures_are_of_a_site(void **state)
{
	const struct figure *figure = figures_find(&figures, "dear");

	assert_non_null(figure);
	assert_true(figure->cycles.mid == 17);
	assert_true(figure->over.mid == 2 && figure->over.low == 2 && figure->over.high == 2);
	assert_true(figure->floor == 0.25);
	assert_true(figure->told);
	assert_false(figures_find(&figures, "none")->has_base);
}

static void test_what_is_told(void **state)
{
	assert_false(figures_find(&figures, "cheap")->told);
	assert_false(figures_find(&figures, "same")->told);
	assert_false(run_is_told(&(struct stat_interval){ 0, 0, 0 }, 0));
	assert_true(run_is_told(&(struct stat_interval){ -3, -4, -2 }, 1));
	assert_false(run_is_told(&(struct stat_interval){ -0.5, -0.6, -0.4 }, 1));
	assert_false(run_is_told(&(struct stat_interval){ 3, -1, 7 }, 1));
}

static void test_reasons(void **state)
{
	char why[FIGURES_WHY];

	assert_null(figures_find(&figures, "broken"));
	assert_string_equal(figures_why(&figures, "broken", why), "not permitted");
	assert_string_equal(figures_why(&figures, "loop-jump", why), "not asked for");
	assert_string_equal(figures_why(&figures, "frob-jump", why), "no such row in this build");
}

static void test_exact(void **state)
{
	static double counts[2][3] = { { 4, 4, 4 }, { 5, 5, 5 } };
	static struct run_row exact_rows[] = {
		{ .bench = &none, .cycles = counts[0] },
		{ .bench = &dear, .cycles = counts[1] },
		{ .bench = &broken, .error = -EPERM },
	};
	const struct run exact = { .rounds = 3, .rows = exact_rows, .nr = 3 },
			 single = { .rounds = 1, .rows = exact_rows, .nr = 3 };
	struct figures counted;

	assert_false(figures.exact);
	assert_int_equal(figures_init(&counted, &exact, 0), 0);
	assert_true(counted.exact);
	assert_true(figures_find(&counted, "dear")->told);
	figures_exit(&counted);
	/* One round proves nothing. */
	assert_int_equal(figures_init(&counted, &single, 0), 0);
	assert_false(counted.exact);
	figures_exit(&counted);
}

/* ---- cells ----------------------------------------------------------------------------------- */

static const struct doc_column columns[] = { { .head = "a" }, { .head = "b" }, { .head = "c" } };

static const struct doc_cell *cells_of(struct doc *doc, const char *name)
{
	struct doc_table *table;

	doc_section(doc, "s", "S");
	table = doc_table(doc, "t", "T", columns, 3);
	doc_row(table);
	cell_cycles(table, &figures, name);
	cell_over(table, &figures, name);
	cell_ns(table, &figures, name);
	assert_int_equal(table->rows[0].nr, 3);
	return table->rows[0].cells;
}

static void test_cells(void **state)
{
	struct doc *doc = doc_alloc("t");
	const struct doc_cell *cells = cells_of(doc, "dear");

	assert_string_equal(cells[0].text, "17.00");
	/* An interval without width is one, if it was measured. */
	assert_string_equal(cells[1].text, "+2");
	assert_string_equal(cells[1].interval, "[+2, +2]");
	assert_string_equal(cells[2].text, "0.500");
	cells = cells_of(doc, "none2");
	assert_string_equal(cells[1].why, "A/A");
	cells = cells_of(doc, "broken");
	assert_int_equal(cells[0].kind, DOC_CELL_NONE);
	assert_string_equal(cells[0].text, "not permitted");
	assert_int_equal(cells[2].kind, DOC_CELL_NONE);
	doc_free(doc);
}

static void test_no_difference_is_told_that_is_none(void **state)
{
	struct doc *doc = doc_alloc("t");
	const struct doc_cell *cells = cells_of(doc, "cheap");

	assert_string_equal(cells[1].text, "~");
	assert_string_equal(cells[1].why, "within the noise floor");
	assert_int_equal(cells[2].kind, DOC_CELL_NONE);
	cells = cells_of(doc, "same");
	assert_string_equal(cells[1].text, "~");
	assert_string_equal(cells[1].interval, "[-0.500, +0.500]");
	assert_string_equal(cells[1].why, "not told apart");
	doc_free(doc);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_figures_are_of_a_site),
		cmocka_unit_test(test_what_is_told),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_no_difference_is_told_that_is_none),
	};

	return cmocka_run_group_tests(tests, compute, drop);
}
