// SPDX-License-Identifier: GPL-2.0-only
/*
 * Splits of runs of one build: what is counted is what --runs and --vs say of the same files, and noise
 * is what it is by hand.
 */
#include "tests/unit/verdicts_run.h"
#include "user/stats/random.h"

static const struct aa_row *aa_row_of(const struct judged *j, const char *name)
{
	const struct aa_event *e = &j->report.events[0].aa;

	for (uint32_t i = 0; i < e->nr; i++)
		if (!strcmp(names_text(&j->diff.names, e->rows[i].observed->row->dso), name))
			return &e->rows[i];
	fail_msg("no row %s", name);
	return NULL;
}

static void is_near(double value, double want)
{
	if (!(fabs(value - want) <= 1e-6 * fabs(want)))
		fail_msg("%.12g, not %.12g", value, want);
}

/*
 * Costs 1000, 1010, 2000, 2010.  The three splits compare 1005 with 2005, 1500 with 1510, 1505 with
 * 1505.  Student's quantiles of 2 degrees of freedom are 4.302653 and 1.060660.
 */
static void t1_by_hand(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;
	const struct aa_event *e;
	const struct aa_figures *f;

	COUNTS(&run, MS, 1000);
	COUNTS(&run, MS, 1010);
	COUNTS(&run, MS, 2000);
	COUNTS(&run, MS, 2010);
	judge_runs_of(&j, &run, "-s dso --aa %0 %1 %2 %3");
	e = &j.report.events[0].aa;
	assert_int_equal(j.report.aa.splits.nr, 3);
	assert_true(j.report.aa.possible == 3);
	assert_int_equal(j.report.aa.per_side, 2);
	assert_int_equal(e->rates[COST_SELF][AA_COSTS].splits, 1);
	assert_int_equal(e->rates[COST_SELF][AA_COSTS].rows, 1);
	assert_int_equal(e->rates[COST_SELF][AA_COSTS].tested, 3);
	assert_int_equal(e->rates[COST_SELF][AA_VERDICTS].splits, 1);
	assert_int_equal(e->rates[COST_SELF][AA_SHARES].splits, 0);
	assert_int_equal(e->total_rates[AA_COSTS].splits, 1);

	f = &aa_row_of(&j, "a")->figures[COST_SELF];
	assert_int_equal(f->found[AA_COSTS], 1);
	is_near(f->cost, 1505 * (double)MS);
	is_near(f->share, 100);
	is_near(f->scatter, sqrt(1000100. / 3) / 1505);
	is_near(f->sampling, sqrt(1505) / 1505);
	is_near(f->within, exp(.1 * log(151. / 150) + .9 * log(2005. / 1005)) - 1);
	is_near(f->detectable, sqrt(1000100. / 3) * (4.302652730 + 1.060660172) / 1505);
	is_near(e->sizes[COST_SELF][0].half, 1. / 150);
	assert_int_equal(e->sizes[COST_SELF][0].rows, 1);
	assert_int_equal(e->sizes[COST_SELF][1].rows, 0);
	judged_free(&j);
	run_unlink(&run);
}

/* ---- against the verdicts of each split ---- */

#define RUNS 6

/* Programs of all sizes; every other run has more of one. */
static void add_noisy(struct run *run, struct rng *rng, int number)
{
	int counts[8];

	for (int i = 0; i < 8; i++) {
		int mean = 4 << i;

		counts[i] = mean - mean / 8 + rng_below(rng, mean / 4 + 1);
	}
	counts[6] += number % 2 ? 200 : 0;
	counts_file(run, counts, 8, MS);
}

static void line_of(const uint8_t *sides, const char *options, char line[256])
{
	int at = sprintf(line, "-s dso %s --runs", options);

	for (int side = 0; side < 2; side++) {
		for (int i = 0; i < RUNS; i++)
			if (sides[i] == side)
				at += sprintf(line + at, " %%%d", i);
		if (!side)
			at += sprintf(line + at, " --vs");
	}
}

struct expected {
	uint32_t splits[NR_AA_WAYS], rows[NR_AA_WAYS], regressions, inconclusive;
};

static void add_expected(struct expected *x, const struct judged *j)
{
	const struct verdict_table *t = &j->report.events[0].table;
	double fdr = j->options.verdicts.fdr;
	uint32_t found[NR_AA_WAYS] = { 0 };

	for (uint32_t i = 0; i < t->nr; i++) {
		const struct figures *f = &t->rows[i].figures[COST_SELF];

		found[AA_COSTS] += f->tested && f->q <= fdr;
		found[AA_SHARES] += f->tested && f->share.q <= fdr;
		found[AA_VERDICTS] +=
			f->verdict == VERDICT_REGRESSION || f->verdict == VERDICT_IMPROVEMENT;
	}
	for (int way = 0; way < NR_AA_WAYS; way++) {
		x->splits[way] += found[way] > 0;
		x->rows[way] += found[way];
	}
}

static void add_gate(struct expected *x, const struct judged *j)
{
	x->regressions += j->report.gate.result == GATE_REGRESSION;
	x->inconclusive += j->report.gate.result == GATE_INCONCLUSIVE;
}

/* One split as a user would judge it, and for a gate in the other direction too. */
static void judge_apart(struct expected *x, const struct run *run, const uint8_t *sides,
			const char *options)
{
	uint8_t exchanged[RUNS];
	struct judged j;
	char line[256];

	line_of(sides, options, line);
	judge_runs_of(&j, run, line);
	add_expected(x, &j);
	add_gate(x, &j);
	judged_free(&j);
	for (int i = 0; i < RUNS; i++)
		exchanged[i] = sides[i] == SIDE_UNUSED ? SIDE_UNUSED : !sides[i];
	line_of(exchanged, options, line);
	judge_runs_of(&j, run, line);
	add_gate(x, &j);
	judged_free(&j);
}

static void same_as_apart(const struct run *run, const char *options)
{
	struct expected x = { .regressions = 0 };
	struct judged j;
	char line[256];
	const struct aa_rate *rates;

	snprintf(line, sizeof(line), "-s dso %s --aa %%0 %%1 %%2 %%3 %%4 %%5", options);
	judge_runs_of(&j, run, line);
	assert_int_equal(j.report.aa.splits.nr, 10);
	rates = j.report.events[0].aa.rates[COST_SELF];
	for (uint32_t i = 0; i < 10; i++)
		judge_apart(&x, run, splits_get(&j.report.aa.splits, i), options);
	for (int way = 0; way < NR_AA_WAYS; way++) {
		assert_int_equal(rates[way].splits, x.splits[way]);
		assert_int_equal(rates[way].rows, x.rows[way]);
	}
	assert_true(x.rows[AA_COSTS] > 0);
	assert_int_equal(j.report.aa.gates.regressions, x.regressions);
	assert_int_equal(j.report.aa.gates.inconclusive, x.inconclusive);
	judged_free(&j);
}

static void t2_as_verdicts(void **state)
{
	struct run run = { .nr = 0 };
	struct rng rng;

	rng_seed(&rng, 7);
	for (int i = 0; i < RUNS; i++)
		add_noisy(&run, &rng, i);
	same_as_apart(&run, "--fdr=.3");
	same_as_apart(&run, "--fdr=.5 --by");
	same_as_apart(&run, "--gate=1 --fdr=.3");
	same_as_apart(&run, "--gate=8 --fdr=.3");
	same_as_apart(&run, "--gate=5 --fdr=.5 --abs-tolerance=20000000 --confidence=.6");
	run_unlink(&run);
}

/* An odd number leaves one out of each; some of many splits are those of the seed. */
static void t3_splits(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j, again, other;

	for (int i = 0; i < 9; i++)
		COUNTS(&run, MS, 100 + 3 * i, 50);
	judge_runs_of(&j, &run, "-s dso --aa --splits=20 %0 %1 %2 %3 %4 %5 %6 %7 %8");
	judge_runs_of(&again, &run, "-s dso --aa --splits=20 --seed=1 %0 %1 %2 %3 %4 %5 %6 %7 %8");
	judge_runs_of(&other, &run, "-s dso --aa --splits=20 --seed=2 %0 %1 %2 %3 %4 %5 %6 %7 %8");
	assert_int_equal(j.report.aa.per_side, 4);
	assert_true(j.report.aa.possible == 315);
	assert_int_equal(j.report.aa.splits.nr, 20);
	assert_memory_equal(j.report.aa.splits.sides, again.report.aa.splits.sides, 20 * 9);
	assert_memory_not_equal(j.report.aa.splits.sides, other.report.aa.splits.sides, 20 * 9);
	judged_free(&j);
	judged_free(&again);
	judged_free(&other);
	run_unlink(&run);
}

static void gate_is(const struct run *run, const char *line, enum gate_result result, int status)
{
	struct judged j;

	judge_runs_of(&j, run, line);
	if (j.report.gate.result != result || j.report.gate.status != status)
		fail_msg("%s: %s, exit %d", line, gate_result_name(j.report.gate.result),
			 j.report.gate.status);
	judged_free(&j);
}

/* What a gate would do with equal builds decides: quiet runs, loud ones, too few samples. */
static void t4_gate(void **state)
{
	static const int quiet[] = { 1000, 1001, 999, 1002, 998, 1000 };
	static const int steps[] = { 1000, 1001, 1002, 3000, 3001, 3002 };
	struct run run = { .nr = 0 };

	for (int i = 0; i < 6; i++)
		COUNTS(&run, MS, quiet[i]);
	gate_is(&run, "-s dso --gate=10 --aa %0 %1 %2 %3 %4 %5", GATE_PASS, 0);
	gate_is(&run, "-s dso --gate=1 --aa %0 %1 %2 %3 %4 %5", GATE_INCONCLUSIVE, 4);
	gate_is(&run, "-s dso --gate=1 --inconclusive=pass --aa %0 %1 %2 %3 %4 %5",
		GATE_INCONCLUSIVE, 0);
	gate_is(&run, "-s dso --gate=10 --min-samples=1e5 --aa %0 %1 %2 %3 %4 %5",
		GATE_NOT_COMPARABLE, 4);
	gate_is(&run, "-s dso --gate=10 -d none --aa %0 %1 %2 %3 %4 %5", GATE_NOT_COMPARABLE, 4);
	run_unlink(&run);
	for (int i = 0; i < 6; i++)
		COUNTS(&run, MS, steps[i]);
	/* One split of ten has all slow runs on one side, and in one direction of twenty. */
	gate_is(&run, "-s dso --gate=10 --fdr=.04 --aa %0 %1 %2 %3 %4 %5", GATE_REGRESSION, 1);
	gate_is(&run, "-s dso --gate=10 --fdr=.05 --aa %0 %1 %2 %3 %4 %5", GATE_INCONCLUSIVE, 4);
	run_unlink(&run);
}

/* Runs without samples, and a row that one half does not have: no figure, and no nan. */
static void t5_no_figures(void **state)
{
	struct run run = { .nr = 0 };
	struct judged j;
	char *json, *text;

	COUNTS(&run, MS, 0);
	COUNTS(&run, MS, 0);
	COUNTS(&run, MS, 100, 20);
	COUNTS(&run, MS, 100, 20);
	judge_runs_of(&j, &run, "-s dso --gate=1 --aa %0 %1 %2 %3");
	assert_true(isinf(aa_row_of(&j, "b")->figures[COST_SELF].within));
	json = judged_text(&j, out_json);
	text = judged_text(&j, out_verdicts);
	assert_null(strcasestr(json, "nan"));
	assert_null(strcasestr(json, "inf"));
	assert_null(strstr(text, "nan"));
	assert_null(strstr(text, "inf"));
	free(json);
	free(text);
	judged_free(&j);

	judge_line(&j, &run, "-s dso --aa %0 %1 %2 %2");
	assert_int_equal(verdict_report_make(&j.report, &j.diff, j.why), -ENODATA);
	assert_non_null(strstr(j.why, "are the same recording; name each run once"));
	judged_free(&j);
	run_unlink(&run);
}

static void t6_options(void **state)
{
	static const struct {
		const char *line, *words;
	} wrong[] = {
		{ "--aa", "4 runs of one build or more" },
		{ "--aa a", "4 runs of one build or more" },
		{ "--aa a b c", "4 runs of one build or more" },
		{ "--aa --runs a b --vs c d", "leave out --runs" },
		{ "--aa --pairs a b c d", "leave out --runs" },
		{ "--aa --verdicts a b c d", "leave out --runs" },
		{ "--aa --markers a b c d", "leave out --markers" },
		{ "--aa --allow-single a b c d", "leave out --allow-single" },
		{ "--aa --folded=x a b c d", "--folded and --pprof are of two sides" },
		{ "--aa -p a b c d", "--period is of the plain table" },
		{ "--aa --splits=0 a b c d", "--splits: bad number" },
		{ "--aa --splits=5001 a b c d", "--splits: bad number" },
		{ "--aa --splits=1e2 a b c d", "--splits: bad number" },
		{ "--aa --seed=-1 a b c d", "--seed: bad number" },
		{ "--aa --seed=0x1 a b c d", "--seed: bad number" },
		{ "--aa --seed=18446744073709551616 a b c d", "--seed: bad number" },
		{ "--splits=10 --runs a b --vs c d", "--splits is of --aa" },
		{ "--seed=10 --runs a b --vs c d", "--seed is of --aa" },
		{ "--seed=10 a b", "--seed is of the table of verdicts" },
	};
	char message[OPTIONS_MESSAGE];
	struct options o;

	for (size_t i = 0; i < sizeof(wrong) / sizeof(wrong[0]); i++) {
		if (!table_options(&o, wrong[i].line, message))
			fail_msg("%s: taken", wrong[i].line);
		if (!strstr(message, wrong[i].words))
			fail_msg("%s: %s", wrong[i].line, message);
	}
	table_parse(&o, "--aa --seed=18446744073709551615 --splits=5000 a b c d");
	assert_true(o.verdicts.seed == UINT64_MAX);
	assert_int_equal(o.verdicts.nr_splits, 5000);
	options_free(&o);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(t1_by_hand),	 cmocka_unit_test(t2_as_verdicts),
		cmocka_unit_test(t3_splits),	 cmocka_unit_test(t4_gate),
		cmocka_unit_test(t5_no_figures), cmocka_unit_test(t6_options),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
