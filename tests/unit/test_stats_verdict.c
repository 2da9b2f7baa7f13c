// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_verdict.c - practical size, and what could have been found
 */
#include <string.h>

#include "stats_test.h"

#include "user/stats/detect.h"
#include "user/stats/dist.h"
#include "user/stats/verdict.h"

static const struct verdict_rule rule = { .fdr = .05, .tolerance = .01, .min_samples = 10 };

static enum verdict_reason judge(const struct verdict_rule *by, double q, double low, double high)
{
	struct verdict_figures figures = {
		.tested = true,
		.samples = 1000,
		.q = q,
		.ratio = { low, high },
		.difference = { 100 * (low - 1), 100 * (high - 1) },
		.total = 1000,
	};
	enum verdict_reason reason;

	verdict_of(by, &figures, &reason);
	return reason;
}

static void test_each_place_of_the_interval(void **state)
{
	assert_int_equal(judge(&rule, .01, 1.02, 1.05), REASON_ABOVE);
	assert_int_equal(judge(&rule, .01, .90, .95), REASON_BELOW);
	assert_int_equal(judge(&rule, .01, 1.005, 1.05), REASON_SMALL);
	assert_int_equal(judge(&rule, .01, .95, .995), REASON_SMALL);
	assert_int_equal(judge(&rule, .01, 1.002, 1.008), REASON_WITHIN);
	assert_int_equal(judge(&rule, .9, .995, 1.005), REASON_WITHIN);
	assert_int_equal(judge(&rule, .9, .9, 1.1), REASON_NOT_SIGNIFICANT);
	/* one interval alone excludes 1, but of many symbols some do */
	assert_int_equal(judge(&rule, .2, 1.02, 1.05), REASON_NOT_SIGNIFICANT);
	assert_int_equal(judge(&rule, .05, 1.02, 1.05), REASON_ABOVE);
}

static void test_the_edges_belong_to_the_band(void **state)
{
	struct verdict_rule half = { .fdr = .05, .tolerance = .5 };

	assert_int_equal(judge(&half, 0, .5, 1.5), REASON_WITHIN);
	assert_int_equal(judge(&half, 0, 1.5, 2), REASON_SMALL);
}

/* A file against itself without any variance: 1 to 1 is within any tolerance, also of 0. */
static void test_identical_is_equivalent(void **state)
{
	struct verdict_rule none = { .fdr = .05 };

	assert_int_equal(judge(&rule, 1, 1, 1), REASON_WITHIN);
	assert_int_equal(judge(&none, 1, 1, 1), REASON_WITHIN);
	assert_int_equal(judge(&none, 0, 1.001, 1.002), REASON_ABOVE);
}

/* 2 to 5 of 100: beyond 1 %, but not beyond a cost of 3; within one of 6. */
static void test_absolute_tolerance(void **state)
{
	struct verdict_rule three = rule, six = rule;

	three.abs_tolerance = 3;
	six.abs_tolerance = 6;
	assert_int_equal(judge(&three, .01, 1.02, 1.05), REASON_SMALL);
	assert_int_equal(judge(&three, .01, 1.04, 1.05), REASON_ABOVE);
	assert_int_equal(judge(&six, .01, 1.02, 1.05), REASON_WITHIN);
	assert_int_equal(judge(&three, .01, .90, .95), REASON_BELOW);
}

/* 1 % of a total of 1000 is 10. */
static void test_new_and_gone_are_measured_by_the_total(void **state)
{
	struct verdict_figures figures = { .tested = true,
					   .one_sided = true,
					   .samples = 99,
					   .difference = { 12, 20 },
					   .total = 1000 };
	enum verdict_reason reason;

	assert_int_equal(verdict_of(&rule, &figures, &reason), VERDICT_REGRESSION);
	figures.difference = (struct interval){ -20, -12 };
	assert_int_equal(verdict_of(&rule, &figures, NULL), VERDICT_IMPROVEMENT);
	figures.difference = (struct interval){ 2, 8 };
	assert_int_equal(verdict_of(&rule, &figures, NULL), VERDICT_EQUIVALENT);
	figures.difference = (struct interval){ 8, 12 };
	assert_int_equal(verdict_of(&rule, &figures, &reason), VERDICT_INCONCLUSIVE);
	assert_int_equal(reason, REASON_SMALL);
}

static void test_untested(void **state)
{
	struct verdict_figures figures = {
		.tested = true, .samples = 9.9, .ratio = { 2, 3 }, .difference = { 2, 3 }
	};
	enum verdict_reason reason;

	assert_int_equal(verdict_of(&rule, &figures, &reason), VERDICT_UNTESTED);
	assert_int_equal(reason, REASON_FEW_SAMPLES);
	figures.samples = 10;
	figures.tested = false;
	assert_int_equal(verdict_of(&rule, &figures, &reason), VERDICT_UNTESTED);
	assert_int_equal(reason, REASON_NO_TEST);
	figures.tested = true;
	assert_int_equal(verdict_of(&rule, &figures, &reason), VERDICT_REGRESSION);
	assert_int_equal(reason, REASON_ABOVE);
}

static void test_words(void **state)
{
	int i;

	assert_string_equal(verdict_name(VERDICT_REGRESSION), "regression");
	assert_string_equal(verdict_name(VERDICT_IMPROVEMENT), "improvement");
	assert_string_equal(verdict_name(VERDICT_INCONCLUSIVE), "inconclusive");
	assert_string_equal(verdict_name(VERDICT_EQUIVALENT), "equivalent");
	assert_string_equal(verdict_name(VERDICT_UNTESTED), "untested");
	for (i = REASON_ABOVE; i <= REASON_NO_TEST; i++)
		assert_true(strlen(verdict_reason_text(i)) > 10);
}

/* qt(.975, 8) + qt(.8, 8) = 3.194893 errors; qnorm(.975) + qnorm(.8) = 2.801585 */
static void test_detectable_difference(void **state)
{
	struct means means = { .tested = true, .error = 2, .df = INFINITY };

	assert_close(detect_difference(&means, .95), 2 * 2.80158521811297);
	means.df = 8;
	assert_close(detect_difference(&means, .95),
		     2 * (dist_t_quantile(.975, 8) + dist_t_quantile(.8, 8)));
	means.error = 0;
	assert_close(detect_difference(&means, .95), 0);
	means.tested = false;
	assert_close(detect_difference(&means, .95), INFINITY);
}

/* Runs of 100 +- 5, 4 a side: sqrt(2 25 / 4) errors of 6 degrees of freedom, and a prior's 3 more */
static void test_detectable_with_so_many_runs(void **state)
{
	struct sample runs = { .nr = 9, .mean = 100, .scatter = 25, .floor = 5, .df = 8 };
	struct prior same = { .df = 3, .value = 5 };
	double error = sqrt(12.5) / 100;

	assert_close(detect_runs(&runs, 4, NULL, .95),
		     error * (dist_t_quantile(.975, 6) + dist_t_quantile(.8, 6)));
	assert_close(detect_runs(&runs, 4, &same, .95),
		     error * (dist_t_quantile(.975, 9) + dist_t_quantile(.8, 9)));
	runs.scatter = 1;
	assert_close(detect_runs(&runs, 4, NULL, .95),
		     sqrt(2.5) / 100 * (dist_t_quantile(.975, 6) + dist_t_quantile(.8, 6)));
	assert_close(detect_runs(&runs, 1, NULL, .95), INFINITY);
	runs.mean = 0;
	assert_close(detect_runs(&runs, 4, NULL, .95), INFINITY);
}

/* 200 and 200 samples at phi 2 are 100 and 100: 2.80 sqrt(1/100 + 1/100); twice the work: 1/200 */
static void test_detectable_rate(void **state)
{
	struct count base = { 200, 1 }, new = { 250, 1 }, twice = { 250, 2 }, none = { 0, 1 };

	assert_close(detect_count(&base, &new, 2, .95), 2.80158521811297 * sqrt(.02));
	assert_close(detect_count(&base, &twice, 2, .95), 2.80158521811297 * sqrt(.015));
	assert_close(detect_count(&none, &new, 2, .95), INFINITY);
}

/* n = 757, share .55, phi 1: 2.8 sqrt(2 * .55 * .45 / 757) = 7.2 points */
static void test_detectable_share(void **state)
{
	struct share share = { .55, 757 }, none = { 0, 0 };

	assert_between(detect_share(&share, &share, 1, .95), .0715, .0717);
	assert_close(detect_share(&share, &none, 1, .95), INFINITY);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_place_of_the_interval),
		cmocka_unit_test(test_the_edges_belong_to_the_band),
		cmocka_unit_test(test_identical_is_equivalent),
		cmocka_unit_test(test_absolute_tolerance),
		cmocka_unit_test(test_new_and_gone_are_measured_by_the_total),
		cmocka_unit_test(test_untested),
		cmocka_unit_test(test_words),
		cmocka_unit_test(test_detectable_difference),
		cmocka_unit_test(test_detectable_with_so_many_runs),
		cmocka_unit_test(test_detectable_rate),
		cmocka_unit_test(test_detectable_share),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
