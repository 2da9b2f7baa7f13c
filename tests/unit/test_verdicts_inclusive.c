// SPDX-License-Identifier: GPL-2.0-only
/*
 * Verdicts on inclusive costs: what a function and all that it calls cost in each run.
 */
#include "tests/unit/stacks_run.h"
#include "tests/unit/verdicts_run.h"
#include "user/stats/adjust.h"

static const char *const names[] = { "main", "work", "leaf", NULL };

/* So many samples that end in main, in work and in leaf: main calls work, work calls leaf. */
static void chain_file(struct run *run, int in_main, int in_work, int in_leaf)
{
	static const char *const stacks[] = { "0", "10", "210" };
	const int counts[] = { in_main, in_work, in_leaf };
	static struct build b;

	stacks_begin(&b, BUILD_CHAINS, names);
	for (int i = 0; i < 3; i++)
		for (int n = 0; n < counts[i]; n++)
			stacks_sample(&b, MS, stacks[i]);
	run_file(run, &b);
}

static const struct verdict_row *row_of(const struct judged *j, const char *name)
{
	const struct verdict_table *t = &j->report.events[0].table;

	for (uint32_t i = 0; i < t->nr; i++)
		if (!strcmp(names_text(&j->diff.names, t->rows[i].observed->row->symbol), name))
			return &t->rows[i];
	fail_msg("no row %s", name);
	return NULL;
}

static void inclusive_is(const struct judged *j, const char *name, enum figure_cell cell,
			 const char *want)
{
	char text[CELL_SIZE];

	cell_text(&j->report.events[0].unit, &row_of(j, name)->figures[COST_INCLUSIVE], cell, text);
	assert_string_equal(text, want);
}

#define THREE "-s symbol --children --runs %0 %1 %2 --vs %3 %4 %5"

/* What main spends more in a run, leaf spends less: the sums are those of test_verdicts, t1. */
static void sums_of_runs_are_compared(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	chain_file(&run, 10, 20, 70);
	chain_file(&run, 90, 20, 30);
	chain_file(&run, 20, 20, 140);
	chain_file(&run, 100, 20, 180);
	chain_file(&run, 10, 20, 350);
	chain_file(&run, 300, 20, 140);
	judge_runs_of(&j, &run, THREE);
	inclusive_is(&j, "main", CELL_BASE, "140.00");
	inclusive_is(&j, "main", CELL_NEW, "380.00");
	inclusive_is(&j, "main", CELL_DIFFERENCE, "240.00");
	inclusive_is(&j, "main", CELL_DIFFERENCE_LOW, "73.78");
	inclusive_is(&j, "main", CELL_DIFFERENCE_HIGH, "406.22");
	inclusive_is(&j, "main", CELL_P, "0.02");
	inclusive_is(&j, "work", CELL_BASE, "100.00");
	inclusive_is(&j, "work", CELL_NEW, "243.33");
	inclusive_is(&j, "leaf", CELL_BASE, "80.00");
	/* 100 % is the total for both kinds. */
	inclusive_is(&j, "main", CELL_SHARE_BASE, "100.00");
	assert_int_equal(row_of(&j, "work")->samples[SIDE_BASE], 300);
	judged_free(&j);
	run_unlink(&run);
}

/* Costs that are part of each other depend on each other: q is Benjamini and Yekutieli's. */
static void nested_costs_are_corrected_for_any_dependence(void **state)
{
	static const enum adjust methods[NR_COST_KINDS] = { ADJUST_BH, ADJUST_BY };
	struct run run = { .nr = 0 };
	double p[3], q[3];
	struct judged j;

	chain_file(&run, 100, 200, 300);
	chain_file(&run, 110, 190, 310);
	chain_file(&run, 105, 195, 290);
	chain_file(&run, 108, 260, 380);
	chain_file(&run, 104, 250, 390);
	chain_file(&run, 102, 255, 385);
	judge_runs_of(&j, &run, THREE);
	for (int kind = 0; kind < NR_COST_KINDS; kind++) {
		for (int i = 0; i < 3; i++)
			p[i] = row_of(&j, names[i])->figures[kind].p;
		assert_int_equal(adjust_p(methods[kind], p, q, 3), 0);
		for (int i = 0; i < 3; i++)
			assert_true(row_of(&j, names[i])->figures[kind].q == q[i]);
	}
	judged_free(&j);
	run_unlink(&run);
}

/* main costs nothing more by itself, and all that it calls does. */
static void each_kind_has_its_verdict(void **state)
{
	struct run run = { .nr = 0 };
	uint32_t counts[NR_VERDICTS];
	struct judged j;

	for (int i = 0; i < 3; i++)
		chain_file(&run, 0, 500, 10);
	for (int i = 0; i < 3; i++)
		chain_file(&run, 0, 500, 500);
	judge_runs_of(&j, &run, THREE);
	assert_int_equal(row_of(&j, "main")->figures[COST_SELF].verdict, VERDICT_UNTESTED);
	assert_int_equal(row_of(&j, "main")->figures[COST_INCLUSIVE].verdict, VERDICT_REGRESSION);
	assert_int_equal(row_of(&j, "work")->figures[COST_SELF].verdict, VERDICT_INCONCLUSIVE);
	assert_int_equal(row_of(&j, "work")->figures[COST_INCLUSIVE].verdict, VERDICT_REGRESSION);
	verdicts_count(&j.report.events[0].table, COST_INCLUSIVE, counts);
	assert_int_equal(counts[VERDICT_REGRESSION], 3);
	verdicts_count(&j.report.events[0].table, COST_SELF, counts);
	assert_int_equal(counts[VERDICT_REGRESSION], 1);
	judged_free(&j);
	run_unlink(&run);
}

/* A sample is in a row once, however often the function is in its chain. */
static void recursion_counts_once(void **state)
{
	struct run run = { .nr = 0 };
	static struct build b;
	struct judged j;

	for (int i = 0; i < 2; i++) {
		stacks_begin(&b, BUILD_CHAINS, names);
		for (int n = 0; n < 50; n++) {
			stacks_sample(&b, 2 * MS, "1110");
			stacks_sample(&b, MS, "2110");
		}
		run_file(&run, &b);
	}
	judge_runs_of(&j, &run, "-s symbol --children --verdicts %0 %1");
	inclusive_is(&j, "work", CELL_BASE, "150.00");
	inclusive_is(&j, "main", CELL_BASE, "150.00");
	inclusive_is(&j, "leaf", CELL_BASE, "50.00");
	/* 150^2 / (50 2^2 + 50) */
	assert_true(fabs(row_of(&j, "work")->figures[COST_INCLUSIVE].samples[SIDE_BASE] - 90) <
		    1e-9);
	assert_int_equal(row_of(&j, "work")->samples[SIDE_BASE], 100);
	judged_free(&j);
	run_unlink(&run);
}

static void rows_are_in_the_order_of_inclusive_verdicts(void **state)
{
	static const char *const order[] = { "main", "work", "leaf" };
	struct run run = { .nr = 0 };
	struct judged j;

	chain_file(&run, 100, 300, 500);
	chain_file(&run, 150, 350, 1000);
	judge_runs_of(&j, &run, "-s symbol --children --verdicts %0 %1");
	for (int i = 0; i < 3; i++)
		assert_ptr_equal(row_of(&j, order[i]), &j.report.events[0].table.rows[i]);
	judged_free(&j);
	/* By their own costs, leaf is the one that changed. */
	judge_runs_of(&j, &run, "-s symbol --verdicts %0 %1");
	assert_ptr_equal(row_of(&j, "leaf"), &j.report.events[0].table.rows[0]);
	judged_free(&j);
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_of_runs_are_compared),
		cmocka_unit_test(nested_costs_are_corrected_for_any_dependence),
		cmocka_unit_test(each_kind_has_its_verdict),
		cmocka_unit_test(recursion_counts_once),
		cmocka_unit_test(rows_are_in_the_order_of_inclusive_verdicts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
