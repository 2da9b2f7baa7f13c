// SPDX-License-Identifier: GPL-2.0-only
/*
 * The gate: every result, its exit status, and the reasons that are told.  That symbols must be
 * verified needs programs: tests/e2e/test_markdiff_verdicts.sh.
 */
#include "tests/unit/stacks_run.h"
#include "tests/unit/verdicts_run.h"

static bool has_reason(const struct gate *g, const char *words)
{
	for (uint32_t i = 0; i < g->nr; i++)
		if (strstr(g->reasons[i], words))
			return true;
	return false;
}

static void gate_is(const struct run *run, const char *line, enum gate_result result, int status,
		    const char *words)
{
	const struct gate *g;
	struct judged j;

	judge_runs_of(&j, run, line);
	g = &j.report.gate;
	assert_true(g->nr > 0);
	if (g->result != result || g->status != status)
		fail_msg("%s: %s, %d: %s", line, gate_result_name(g->result), g->status,
			 g->reasons[0]);
	if (!has_reason(g, words))
		fail_msg("%s: \"%s\" is in none of %u reasons; the first is \"%s\"", line, words,
			 g->nr, g->reasons[0]);
	judged_free(&j);
}

static uint32_t nr_reasons(const struct run *run, const char *line)
{
	struct judged j;
	uint32_t nr;

	judge_runs_of(&j, run, line);
	nr = j.report.gate.nr;
	judged_free(&j);
	return nr;
}

#define TWO  "-s dso --runs %0 %1 --vs %2 %3 "
#define BACK "-s dso --runs %2 %3 --vs %0 %1 "

static void nothing_costs_more(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000, 500);
	COUNTS(&run, MS, 1004, 498);
	COUNTS(&run, MS, 1001, 501);
	COUNTS(&run, MS, 1003, 497);
	gate_is(&run, TWO "--gate=50", GATE_PASS, 0, "nothing costs more by the gate of 50 %");
	gate_is(&run, "-s dso --runs %0 %1 --vs %0 %1 --gate=0", GATE_PASS, 0,
		"nothing costs more by the gate of 0 %");
	run_unlink(&run);
}

/* A row is enough, also where the total costs what it did. */
static void something_costs_more(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000, 1000, 2000);
	COUNTS(&run, MS, 1004, 990, 2010);
	COUNTS(&run, MS, 1001, 2000, 1000);
	COUNTS(&run, MS, 1003, 2004, 1004);
	gate_is(&run, TWO "--gate=20", GATE_REGRESSION, 1, "b: a change of 1007.00 ms");
	gate_is(&run, TWO "--gate=20", GATE_REGRESSION, 1, "certainly above the gate of 20 %");
	assert_int_equal(nr_reasons(&run, TWO "--gate=20"), 1);
	gate_is(&run, BACK "--gate=20", GATE_REGRESSION, 1, "c: a change of 1003.00 ms");
	run_unlink(&run);

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 1004);
	COUNTS(&run, MS, 2000);
	COUNTS(&run, MS, 2004);
	gate_is(&run, TWO "--gate=20", GATE_REGRESSION, 1, "the total: a change of 1000.00 ms");
	gate_is(&run, BACK "--gate=20", GATE_PASS, 0, "nothing costs more");
	run_unlink(&run);
}

/* A row that is new is measured by the total. */
static void a_new_row_is_part_of_the_total(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 800, 200);
	COUNTS(&run, MS, 800, 200);
	gate_is(&run, TWO "--gate=5", GATE_REGRESSION, 1, "b: a change of 200.00 ms");
	gate_is(&run, TWO "--gate=40", GATE_PASS, 0, "nothing costs more");
	gate_is(&run, BACK "--gate=60", GATE_PASS, 0, "nothing costs more");
	run_unlink(&run);
}

static void what_may_be_is_not_certain(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 1200);
	COUNTS(&run, MS, 1150);
	COUNTS(&run, MS, 1350);
	gate_is(&run, TWO "--gate=5", GATE_INCONCLUSIVE, 4, "it may be above the gate of 5 %");
	gate_is(&run, TWO "--gate=5 --inconclusive=fail", GATE_INCONCLUSIVE, 4, "the total: ");
	gate_is(&run, TWO "--gate=5 --inconclusive=pass", GATE_INCONCLUSIVE, 0, "the total: ");
	run_unlink(&run);
}

/* Of small rows nothing is ever certain, and nothing follows from them. */
static void small_rows_decide_nothing(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000, 6);
	COUNTS(&run, MS, 1000, 3);
	COUNTS(&run, MS, 1000, 9);
	COUNTS(&run, MS, 1000, 12);
	gate_is(&run, TWO "--gate=50", GATE_PASS, 0, "nothing costs more");
	run_unlink(&run);
}

static void the_absolute_tolerance_holds(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000, 100);
	COUNTS(&run, MS, 1000, 100);
	COUNTS(&run, MS, 1000, 200);
	COUNTS(&run, MS, 1000, 200);
	gate_is(&run, TWO "--gate=2", GATE_REGRESSION, 1, "b: a change of 100.00 ms");
	gate_is(&run, TWO "--gate=2 --abs-tolerance=300000000", GATE_PASS, 0, "nothing costs more");
	run_unlink(&run);
}

static void each_reason_for_no_comparison(void **state)
{
	struct run run = { .nr = 0 };

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 3);
	COUNTS(&run, MS, 2);
	gate_is(&run, "-s dso %0 %1 --gate=90", GATE_NOT_COMPARABLE, 4,
		"the baseline is a single run");
	gate_is(&run, "-s dso %0 %1 --gate=90", GATE_NOT_COMPARABLE, 4,
		"the new side is a single run");
	assert_int_equal(nr_reasons(&run, "-s dso %0 %1 --gate=90"), 2);
	gate_is(&run, "-s dso --runs %0 %1 --vs %2 --gate=90", GATE_NOT_COMPARABLE, 4,
		"the new side is a single run");
	gate_is(&run, "-s dso --allow-single %0 %1 --gate=90", GATE_PASS, 0, "nothing costs more");
	gate_is(&run, TWO "--gate=90", GATE_NOT_COMPARABLE, 4,
		"the new side has 5 samples, fewer than 10; record longer");
	gate_is(&run, BACK "--gate=90", GATE_NOT_COMPARABLE, 4,
		"the baseline has 5 samples, fewer than 10");
	gate_is(&run, TWO "--gate=90 --min-samples=4", GATE_PASS, 0, "nothing costs more");
	gate_is(&run, "-s dso -d none --runs %0 %1 --vs %0 %1 --gate=90", GATE_NOT_COMPARABLE, 4,
		"nothing matched the filters");
	/* That it may pass is said of what is not certain, not of this. */
	gate_is(&run, "-s dso --inconclusive=pass %0 %1 --gate=90", GATE_NOT_COMPARABLE, 4,
		"a single run");
	run_unlink(&run);
}

static void other_event(struct run *run, uint64_t config)
{
	const uint64_t events[1][3] = { { 1, config, 0 } };
	static struct build b;

	build_begin(&b, events, 1);
	build_mmap(&b, 10, 1, 0x400000, 0x10000, 0, "/no/a", 2);
	for (int i = 0; i < 20; i++)
		build_sample_of(&b, 0, 10, 10 + i, 0x400010, 1, 2);
	run_file(run, &b);
}

static void no_event_in_common(void **state)
{
	struct run run = { .nr = 0 };

	other_event(&run, 0);
	other_event(&run, 3);
	gate_is(&run, "-s dso --allow-single %0 %1 --gate=90", GATE_NOT_COMPARABLE, 4,
		"no event is in all files");
	run_unlink(&run);
}

/* The total and twelve rows: ten are told, and how many more there are. */
static void reasons_have_an_end(void **state)
{
	struct run run = { .nr = 0 };

	for (int i = 0; i < 4; i++) {
		int counts[12];

		for (int row = 0; row < 12; row++)
			counts[row] = i < 2 ? 40 : 160 + row;
		counts_file(&run, counts, 12, MS);
	}
	gate_is(&run, TWO "--gate=10", GATE_REGRESSION, 1, "and 3 more");
	assert_int_equal(nr_reasons(&run, TWO "--gate=10"), 11);
	run_unlink(&run);
}

/* main calls work: what work costs more is in both, and main has hardly a cost of its own. */
static void chains(struct run *run, int nr)
{
	static const char *const names[] = { "main", "work", "idle", NULL };
	static struct build b;

	stacks_begin(&b, BUILD_CHAINS, names);
	for (int i = 0; i < 1000; i++)
		stacks_sample(&b, MS, "20");
	for (int i = 0; i < nr; i++)
		stacks_sample(&b, MS, "10");
	run_file(run, &b);
}

static void inclusive_costs_are_rows_too(void **state)
{
	struct run run = { .nr = 0 };

	chains(&run, 500);
	chains(&run, 500);
	chains(&run, 1000);
	chains(&run, 1000);
	gate_is(&run, "-s symbol --children --runs %0 %1 --vs %2 %3 --gate=10", GATE_REGRESSION, 1,
		"main with what it calls: a change of 500.00 ms");
	gate_is(&run, "-s symbol --children --runs %0 %1 --vs %2 %3 --gate=10", GATE_REGRESSION, 1,
		"work: a change of 500.00 ms");
	/* The total, work by both of its costs, main by one. */
	assert_int_equal(nr_reasons(&run, "-s symbol --children --runs %0 %1 --vs %2 %3 --gate=10"),
			 4);
	assert_int_equal(nr_reasons(&run, "-s symbol --runs %0 %1 --vs %2 %3 --gate=10"), 2);
	run_unlink(&run);
}

/* What is no part of the total is not held against it. */
static void what_is_excluded_may_cost_more(void **state)
{
	struct run run = { .nr = 0 };

	chains(&run, 500);
	chains(&run, 500);
	chains(&run, 1000);
	chains(&run, 1000);
	gate_is(&run, "-s symbol --exclude-from-total=work --runs %0 %1 --vs %2 %3 --gate=20",
		GATE_PASS, 0, "nothing costs more");
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_costs_more),
		cmocka_unit_test(something_costs_more),
		cmocka_unit_test(a_new_row_is_part_of_the_total),
		cmocka_unit_test(what_may_be_is_not_certain),
		cmocka_unit_test(small_rows_decide_nothing),
		cmocka_unit_test(the_absolute_tolerance_holds),
		cmocka_unit_test(each_reason_for_no_comparison),
		cmocka_unit_test(no_event_in_common),
		cmocka_unit_test(reasons_have_an_end),
		cmocka_unit_test(inclusive_costs_are_rows_too),
		cmocka_unit_test(what_is_excluded_may_cost_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
