// SPDX-License-Identifier: GPL-2.0-only
/*
 * Verdicts on runs that were made of counts: costs, intervals, verdicts, and what has none.  Figures
 * were computed apart, by hand and by numerical integration of Student's distribution.
 */
#include "tests/unit/verdicts_run.h"

/* Runs differ by more than sampling does: Welch's test on their costs. */
static void t1_welch(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	COUNTS(&run, MS, 100);
	COUNTS(&run, MS, 140);
	COUNTS(&run, MS, 180);
	COUNTS(&run, MS, 300);
	COUNTS(&run, MS, 380);
	COUNTS(&run, MS, 460);
	judge_runs_of(&j, &run, "-s dso --runs %0 %1 %2 --vs %3 %4 %5");
	assert_int_equal(j.report.nr_events, 1);
	assert_string_equal(j.report.events[0].unit.name, "ms");
	for (int i = 0; i < 2; i++) {
		const char *name = i ? "a" : NULL;

		cell_is(&j, name, CELL_BASE, "140.00");
		cell_is(&j, name, CELL_NEW, "380.00");
		cell_is(&j, name, CELL_DIFFERENCE, "240.00");
		cell_is(&j, name, CELL_DIFFERENCE_LOW, "73.78");
		cell_is(&j, name, CELL_DIFFERENCE_HIGH, "406.22");
		cell_is(&j, name, CELL_RATIO, "2.7143");
		cell_is(&j, name, CELL_P, "0.02");
		cell_is(&j, name, CELL_Q, "0.02");
		verdict_is(&j, name, VERDICT_REGRESSION);
	}
	judged_free(&j);
	run_unlink(&run);
}

/* Pairs: what both runs of a pair have in common does not count. */
static void t2_paired(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	COUNTS(&run, MS, 100);
	COUNTS(&run, MS, 140);
	COUNTS(&run, MS, 180);
	COUNTS(&run, MS, 116);
	COUNTS(&run, MS, 170);
	COUNTS(&run, MS, 191);
	judge_runs_of(&j, &run, "-s dso --pairs %0 %1 %2 --vs %3 %4 %5");
	cell_is(&j, NULL, CELL_DIFFERENCE_LOW, "-23.95");
	cell_is(&j, NULL, CELL_DIFFERENCE_HIGH, "61.95");
	cell_is(&j, NULL, CELL_P, "0.2");
	verdict_is(&j, NULL, VERDICT_INCONCLUSIVE);
	judged_free(&j);

	judge_runs_of(&j, &run, "-s dso --runs %0 %1 %2 --vs %3 %4 %5");
	cell_is(&j, NULL, CELL_DIFFERENCE_LOW, "-70.25");
	cell_is(&j, NULL, CELL_P, "0.59");
	judged_free(&j);
	run_unlink(&run);
}

/* One run a side: counts; a row that is new, one that has gone, one with too few samples. */
static void t3_single(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;
	const struct verdict_row *rows;

	COUNTS(&run, MS, 1000, 400, 0, 30, 4);
	COUNTS(&run, MS, 1000, 600, 50, 0, 3);
	judge_runs_of(&j, &run, "-s dso --verdicts %0 %1");
	assert_int_equal(j.report.events[0].table.method, METHOD_SINGLE);
	verdict_is(&j, "a", VERDICT_INCONCLUSIVE);
	cell_is(&j, "a", CELL_RATIO, "1.0000");
	verdict_is(&j, "b", VERDICT_REGRESSION);
	cell_is(&j, "b", CELL_RATIO, "1.5000");
	cell_is(&j, "b", CELL_SHARE_BASE, "27.89");
	cell_is(&j, "b", CELL_SHARE_NEW, "36.30");

	verdict_is(&j, "c", VERDICT_REGRESSION);
	assert_int_equal(judged_row(&j, "c")->presence, PRESENT_NEW);
	cell_is(&j, "c", CELL_RATIO, "");
	cell_is(&j, "c", CELL_RATIO_LOW, "");
	cell_is(&j, "c", CELL_DIFFERENCE, "50.00");
	verdict_is(&j, "d", VERDICT_IMPROVEMENT);
	assert_int_equal(judged_row(&j, "d")->presence, PRESENT_GONE);
	cell_is(&j, "d", CELL_RATIO, "0.0000");
	verdict_is(&j, "e", VERDICT_UNTESTED);
	cell_is(&j, "e", CELL_DIFFERENCE, "-1.00");
	cell_is(&j, "e", CELL_DIFFERENCE_LOW, "");
	cell_is(&j, "e", CELL_P, "");

	/* Regressions by size, then improvements, and so on. */
	rows = j.report.events[0].table.rows;
	assert_string_equal(names_text(&j.diff.names, rows[0].observed->row->dso), "b");
	assert_string_equal(names_text(&j.diff.names, rows[1].observed->row->dso), "c");
	assert_string_equal(names_text(&j.diff.names, rows[2].observed->row->dso), "d");
	assert_string_equal(names_text(&j.diff.names, rows[3].observed->row->dso), "a");
	assert_string_equal(names_text(&j.diff.names, rows[4].observed->row->dso), "e");
	judged_free(&j);
	run_unlink(&run);
}

/* Runs without any scatter: sampling is what is left, and nothing is divided by it. */
static void t4_zero_variance(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	for (int i = 0; i < 6; i++)
		COUNTS(&run, MS, 500, 500);
	judge_runs_of(&j, &run, "-s dso --runs %0 %1 %2 --vs %3 %4 %5");
	cell_is(&j, "a", CELL_DIFFERENCE, "0.00");
	cell_is(&j, "a", CELL_RATIO, "1.0000");
	cell_is(&j, "a", CELL_P, "1");
	verdict_is(&j, "a", VERDICT_INCONCLUSIVE);
	judged_free(&j);
	run_unlink(&run);
}

static void t5_same_file(void **state)
{
	static const char *const lines[] = { "-s dso --verdicts %0 %0",
					     "-s dso --runs %0 %1 --vs %0 %1",
					     "-s dso --pairs %0 %1 --vs %0 %1" };
	struct run run = { .nr = 0 };
	struct judged j;

	COUNTS(&run, MS, 100, 20, 3);
	COUNTS(&run, MS, 130, 25, 0);
	for (int i = 0; i < 3; i++) {
		judge_runs_of(&j, &run, lines[i]);
		verdict_is(&j, NULL, VERDICT_EQUIVALENT);
		verdict_is(&j, "a", VERDICT_EQUIVALENT);
		verdict_is(&j, "b", VERDICT_EQUIVALENT);
		verdict_is(&j, "c", VERDICT_UNTESTED);
		cell_is(&j, "a", CELL_RATIO_LOW, "1.0000");
		cell_is(&j, "a", CELL_RATIO_HIGH, "1.0000");
		cell_is(&j, "a", CELL_DIFFERENCE_LOW, "0.00");
		judged_free(&j);
	}
	run_unlink(&run);
}

static void no_nan(const struct judged *j)
{
	char *json = judged_text(j, out_json), *text = judged_text(j, out_verdicts);

	assert_null(strcasestr(json, "nan"));
	assert_null(strcasestr(json, "inf"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	free(json);
	free(text);
}

/* A side without samples: nothing can be tested, and nothing is divided by it. */
static void t6_empty_side(void **state)
{
	static const char *const lines[] = {
		"-s dso --verdicts %0 %1",	   "-s dso --verdicts %1 %0",
		"-s dso --runs %0 %0 --vs %1 %1",  "-s dso --verdicts %0 %0",
		"-s dso --pairs %0 %0 --vs %1 %1", "-s dso --verdicts -d none %1 %1"
	};
	struct run run = { .nr = 0 };
	struct judged j;

	COUNTS(&run, MS, 0);
	COUNTS(&run, MS, 100);
	for (int i = 0; i < 6; i++) {
		judge_runs_of(&j, &run, lines[i]);
		no_nan(&j);
		judged_free(&j);
	}
	judge_runs_of(&j, &run, "-s dso --verdicts %0 %0");
	assert_int_equal(j.report.events[0].table.nr, 0);
	verdict_is(&j, NULL, VERDICT_UNTESTED);
	judged_free(&j);
	run_unlink(&run);
}

/* Twice the work at twice the cost is the same cost. */
static void t7_work(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 2000);
	judge_runs_of(&j, &run, "-s dso --work=10,20 --verdicts %0 %1");
	cell_is(&j, "a", CELL_BASE, "100.00");
	cell_is(&j, "a", CELL_NEW, "100.00");
	cell_is(&j, "a", CELL_RATIO, "1.0000");
	cell_is(&j, "a", CELL_P, "1");
	judged_free(&j);

	judge_runs_of(&j, &run, "-s dso --work=0.5 --verdicts %0 %1");
	cell_is(&j, "a", CELL_BASE, "2000.00");
	cell_is(&j, "a", CELL_RATIO, "2.0000");
	judged_free(&j);

	/* Samples are 1 ms apart: 0.999 s and 1.999 s of 1 s and 2 s. */
	judge_runs_of(&j, &run, "-s dso --work=time --verdicts %0 %1");
	cell_is(&j, "a", CELL_BASE, "1001.00");
	cell_is(&j, "a", CELL_NEW, "1000.50");
	judged_free(&j);
	run_unlink(&run);
}

static void add_two_events(struct run *run, int clock, int other)
{
	static const uint64_t events[2][3] = { { 1, 0, 0 }, { 1, 3, 0 } };
	static struct build b;

	build_begin(&b, events, 2);
	build_mmap(&b, 10, 1, 0x400000, 0x10000, 0, "/no/a", 2);
	for (int i = 0; i < clock; i++)
		build_sample_of(&b, 0, 10, 10 + i, 0x400010, MS, 2);
	for (int i = 0; i < other; i++)
		build_sample_of(&b, 1, 10, 10 + i, 0x400010, 1, 2);
	run_file(run, &b);
}

static void t8_work_of_event(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;

	add_two_events(&run, 100, 50);
	add_two_events(&run, 200, 100);
	add_two_events(&run, 200, 0);
	judge_runs_of(&j, &run, "-s dso --work=event:context-switches:HG --verdicts %0 %1");
	assert_int_equal(j.report.nr_events, 1);
	cell_is(&j, "a", CELL_BASE, "2000.00");
	cell_is(&j, "a", CELL_NEW, "2000.00");
	assert_string_equal(j.report.events[0].unit.name, "us");
	judged_free(&j);

	judge_line(&j, &run, "-s dso --work=event:context-switches:HG --verdicts %0 %2");
	assert_int_equal(verdict_report_make(&j.report, &j.diff, j.why), -ENODATA);
	assert_non_null(strstr(j.why, "has no samples of context-switches:HG"));
	judged_free(&j);
	run_unlink(&run);
}

/* Samples of different weight tell less than their number says. */
static void t9_effective_samples(void **state)
{
	static struct build b;
	struct run run = { .nr = 0 };
	struct judged j;

	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, 10, 1, 0x400000, 0x10000, 0, "/no/a", 2);
	for (int i = 0; i < 100; i++)
		build_sample_of(&b, 0, 10, 10 + i, 0x400010, i < 99 ? MS : 901 * MS, 2);
	run_file(&run, &b);
	judge_runs_of(&j, &run, "-s dso --verdicts %0 %0");
	/* 1000^2 / (99 + 901^2) */
	assert_true(fabs(judged_figures(&j, "a")->samples[SIDE_BASE] - 1.231672) < 1e-5);
	assert_int_equal(judged_row(&j, "a")->samples[SIDE_BASE], 100);
	verdict_is(&j, "a", VERDICT_UNTESTED);
	judged_free(&j);
	run_unlink(&run);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t1_welch),
		cmocka_unit_test(t2_paired),
		cmocka_unit_test(t3_single),
		cmocka_unit_test(t4_zero_variance),
		cmocka_unit_test(t5_same_file),
		cmocka_unit_test(t6_empty_side),
		cmocka_unit_test(t7_work),
		cmocka_unit_test(t8_work_of_event),
		cmocka_unit_test(t9_effective_samples),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
