// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_stats_means.c - samples, Welch's and the paired test, ratios: worked examples and edges
 */
#include "stats_test.h"

#include "user/stats/dist.h"
#include "user/stats/ratio.h"
#include "user/stats/sample.h"
#include "user/stats/welch.h"

/* "Student" 1908, hours of sleep gained by ten patients with two drugs: sleep in R. */
static const double drug1[] = { .7, -1.6, -.2, -1.2, -.1, 3.4, 3.7, .8, 0, 2 };
static const double drug2[] = { 1.9, .8, 1.1, .1, -.1, 4.4, 5.5, 1.6, 4.6, 3.4 };
static const double no_floor[2];

#define OF(values) sample_of(values, NULL, sizeof(values) / sizeof(*(values)), 0)

static struct means welch_of(struct sample base, struct sample new)
{
	return welch(&base, &new, NULL, .95);
}

static void test_sample_mean_scatter_and_floor(void **state)
{
	static const double values[] = { 2, 4, 9 }, sampling[] = { 1, 2, 6 };
	struct sample sample = sample_of(values, sampling, 3, 0);

	assert_int_equal(sample.nr, 3);
	assert_close(sample.mean, 5);
	assert_close(sample.scatter, 13);
	assert_close(sample.floor, 3);
	assert_close(sample.df, 2);
	assert_close(sample_variance(&sample), 13);
	assert_close(sample_dispersion(&sample), 13. / 3);
}

/* Without any sample the mean is known to one sample in three runs: 1/3 of a grain of .6. */
static void test_sample_of_zeros_is_not_known_exactly(void **state)
{
	static const double zeros[3];
	struct sample sample = sample_of(zeros, zeros, 3, .6);

	assert_close(sample.mean, 0);
	assert_close(sqrt(sample_variance(&sample) / 3), .2);
}

static void test_sample_of_one_and_none(void **state)
{
	static const double one[] = { 7 };
	struct sample none = sample_of(NULL, NULL, 0, 1), alone = sample_of(one, NULL, 1, 0);

	assert_close(none.mean, 0);
	assert_close(sample_variance(&none), 0);
	assert_close(sample_dispersion(&none), 0);
	assert_close(none.df, 0);
	assert_close(alone.mean, 7);
	assert_close(alone.scatter, 0);
	assert_close(alone.df, 0);
}

/* with(sleep, t.test(extra[group == 2], extra[group == 1])) */
static void test_welch_sleep(void **state)
{
	struct means means = welch_of(OF(drug1), OF(drug2));

	assert_true(means.tested);
	assert_close(means.t, 1.860813467486853);
	assert_close(means.df, 17.776473516178498);
	assert_close(means.p, .079394140187358);
	assert_interval(means.interval, -.205483230711710, 3.365483230711710);
}

/* t.test(new, base, conf.level = .99): unequal sizes and variances */
static void test_welch_unequal(void **state)
{
	static const double a[] = { 20.1, 19.8, 20.4, 20.0, 19.9 }, b[] = { 22.3, 25.1, 21.7 };
	struct sample base = OF(a), new = OF(b);
	struct means means = welch(&base, &new, NULL, .99);

	assert_close(means.t, 2.84322465856804);
	assert_close(means.df, 2.03871491280684);
	assert_close(means.p, .10239961782846);
	assert_interval(means.interval, -7.12772690546292, 13.11439357212959);
}

/* With all of both sides exchanged, all but the signs is as it was. */
static void test_welch_is_symmetric(void **state)
{
	struct means there = welch_of(OF(drug1), OF(drug2)), back = welch_of(OF(drug2), OF(drug1));

	assert_close(there.p, back.p);
	assert_close(there.difference, -back.difference);
	assert_close(there.interval.low, -back.interval.high);
}

static void test_welch_floor_only_lowers_t(void **state)
{
	static const double a[] = { 10, 10, 10 }, b[] = { 12, 12, 12 }, floor[] = { 10, 10, 10 };
	struct means exact = welch_of(OF(a), OF(b));
	struct means means = welch_of(sample_of(a, floor, 3, 0), sample_of(b, floor, 3, 0));

	assert_close(exact.p, 0);
	assert_close(exact.t, INFINITY);
	assert_interval(exact.interval, 2, 2);
	assert_close(means.t, 2 / sqrt(20. / 3));
	assert_close(means.df, 4);
	assert_between(means.p, .4, .6);
}

static void test_welch_against_itself(void **state)
{
	static const double a[] = { 3, 3, 3 };
	struct means same = welch_of(OF(drug1), OF(drug1)), exact = welch_of(OF(a), OF(a));

	assert_close(same.p, 1);
	assert_close(same.difference, 0);
	assert_true(exact.tested);
	assert_close(exact.p, 1);
	assert_close(exact.t, 0);
	assert_interval(exact.interval, 0, 0);
}

static void test_welch_few_runs(void **state)
{
	static const double one[] = { 7 };
	struct means alone = welch_of(OF(one), OF(one)),
		     none = welch_of(OF(drug1), (struct sample){});

	assert_false(alone.tested);
	assert_close(alone.p, 1);
	assert_interval(alone.interval, -INFINITY, INFINITY);
	assert_false(none.tested);
	assert_close(none.p, 1);
	assert_close(none.difference, -.75);
}

/* One run has the variance of the others: t.test(var.equal = TRUE) has the same t and df then. */
static void test_welch_one_run_is_as_dispersed_as_the_others(void **state)
{
	static const double one[] = { 7 }, five[] = { 5, 4, 6, 5.5, 4.5 };
	struct means means = welch_of(OF(five), OF(one));

	assert_true(means.tested);
	assert_close(means.df, 4);
	assert_close(means.t, 2 / sqrt(.625 * (1 + 1. / 5)));
	assert_true(means.shared);
}

/* p follows from t, and is never below what the normal distribution has. */
static void test_welch_in_two_steps(void **state)
{
	static const double a[] = { 100, 150, 200, 130 }, b[] = { 151, 194, 271, 192 };
	struct sample base = OF(a), new = OF(b);
	struct means whole = welch(&base, &new, NULL, .95);
	struct means means = welch_statistic(&base, &new, NULL);

	assert_close(means.t, whole.t);
	assert_close(means.df, whole.df);
	assert_close(means.p, 1);
	assert_interval(means.interval, -INFINITY, INFINITY);
	means_test(&means, .95);
	assert_close(means.p, whole.p);
	assert_interval(means.interval, whole.interval.low, whole.interval.high);
	assert_true(whole.p > dist_normal_p(whole.t));
}

static void test_satterthwaite_edges(void **state)
{
	assert_close(satterthwaite(1, 4, 1, 4), 8);
	assert_close(satterthwaite(1, 4, 0, 9), 4);
	assert_close(satterthwaite(0, 4, 0, 9), 13);
	assert_close(satterthwaite(1, 0, 1, 9), 0);
	assert_close(satterthwaite(1e-200, 4, 1e-200, 4), 8);
}

/* with(sleep, t.test(extra[group == 2], extra[group == 1], paired = TRUE)) */
static void test_paired_sleep(void **state)
{
	struct means means = paired(drug1, drug2, 10, no_floor, NULL, .95);

	assert_close(means.t, 4.0621276833820366);
	assert_close(means.df, 9);
	assert_close(means.p, .0028328901973843);
	assert_interval(means.interval, .7001142367230175, 2.4598857632769824);
}

static void test_paired_floor_and_few(void **state)
{
	static const double a[] = { 1, 2, 3 }, b[] = { 2, 3, 4 }, floor[] = { 1, 2 };
	struct means exact = paired(a, b, 3, no_floor, NULL, .95);
	struct means means = paired(a, b, 3, floor, NULL, .95);
	struct means one = paired(a, b, 1, floor, NULL, .95),
		     none = paired(a, b, 0, floor, NULL, .95);

	assert_close(exact.p, 0);
	assert_close(means.t, 1);
	assert_false(one.tested);
	assert_close(one.difference, 1);
	assert_close(one.p, 1);
	assert_false(none.tested);
	assert_close(none.difference, 0);
}

/* Means of 100 and 110, each with variance 1; all of it known. */
static const struct means ten_percent = {
	.tested = true,
	.mean = { 100, 110 },
	.variance = { 1, 1 },
	.df = INFINITY,
	.df_side = { INFINITY, INFINITY },
};

/* By hand: log 1.1 -+ qnorm(.975) * sqrt(1/100^2 + 1/110^2) */
static void test_ratio_log_by_hand(void **state)
{
	struct ratio ratio = ratio_log(&ten_percent, .95);
	double half = 1.959963984540054 * sqrt(1e-4 + 1 / 12100.);

	assert_int_equal(ratio.set, RATIO_BOUNDED);
	assert_close(ratio.value, 1.1);
	assert_interval(ratio.interval, 1.1 * exp(-half), 1.1 * exp(half));
}

/* The ends solve (m1 - r m0)^2 = z^2 (v1 + r^2 v0), whatever set they bound. */
static void assert_ends_solve(const struct means *means, struct interval ends)
{
	double z = 1.959963984540054, r[] = { ends.low, ends.high };
	int i;

	for (i = 0; i < 2; i++)
		assert_close(pow(means->mean[1] - r[i] * means->mean[0], 2),
			     z * z *
				     (means->variance[1] + r[i] * r[i] * means->variance[0] -
				      2 * r[i] * means->covariance));
}

static void test_fieller_bounded_disjoint_unbounded(void **state)
{
	struct means near = ten_percent, both = ten_percent, pair = ten_percent;
	struct ratio ratio = ratio_fieller(&ten_percent, .95);

	assert_int_equal(ratio.set, RATIO_BOUNDED);
	assert_ends_solve(&ten_percent, ratio.interval);
	assert_between(ratio.interval.low, 1.07, 1.1);
	pair.covariance = .5;
	assert_ends_solve(&pair, ratio_fieller(&pair, .95).interval);
	near.mean[0] = 1;
	ratio = ratio_fieller(&near, .95);
	assert_int_equal(ratio.set, RATIO_DISJOINT);
	assert_ends_solve(&near, ratio.interval);
	assert_true(ratio.interval.low < 0 && ratio.interval.high > 30);
	assert_interval(ratio_costs(&ratio), ratio.interval.high, INFINITY);
	both.mean[0] = both.mean[1] = 1;
	ratio = ratio_fieller(&both, .95);
	assert_int_equal(ratio.set, RATIO_UNBOUNDED);
	assert_interval(ratio.interval, -INFINITY, INFINITY);
	assert_interval(ratio_costs(&ratio), 0, INFINITY);
}

/* 0 / 10 is 0 to the last digit; 10 / 0 and 0 / 0 exclude nothing. */
static void test_ratio_of_zeros(void **state)
{
	struct means gone = { .tested = true, .mean = { 10, 0 }, .df = 5, .df_side = { 5, 5 } };
	struct means new = { .tested = true, .mean = { 0, 10 }, .df = 5, .df_side = { 5, 5 } };
	struct means none = { .tested = true, .df = 5, .df_side = { 5, 5 } };
	struct ratio ratio = ratio_of(&gone, .95);

	assert_close(ratio.value, 0);
	assert_interval(ratio_costs(&ratio), 0, 0);
	ratio = ratio_of(&new, .95);
	assert_close(ratio.value, INFINITY);
	assert_interval(ratio_costs(&ratio), 0, INFINITY);
	ratio = ratio_of(&none, .95);
	assert_close(ratio.value, 1);
	assert_interval(ratio_costs(&ratio), 0, INFINITY);
}

/* A = 0: t^2 v0 is m0^2 to the bit.  C / 2B = (m1^2 - t^2 v1) / (2 m0 m1) */
static void test_fieller_half_line(void **state)
{
	struct means means = ten_percent;
	double t = 1.959963984540054;
	struct ratio ratio;

	means.variance[0] = 1;
	means.mean[0] = t;
	ratio = ratio_fieller(&means, .95);
	assert_close(ratio_costs(&ratio).low, (110 * 110 - t * t) / (2 * t * 110));
	assert_true(ratio_costs(&ratio).high > 1e6);
}

static void test_ratio_without_variance_or_test(void **state)
{
	struct means exact = ten_percent, untested = { .mean = { 100, 110 }, .p = 1 };
	struct ratio ratio;

	exact.variance[0] = exact.variance[1] = 0;
	assert_interval(ratio_of(&exact, .95).interval, 1.1, 1.1);
	assert_interval(ratio_fieller(&exact, .95).interval, 1.1, 1.1);
	ratio = ratio_of(&untested, .95);
	assert_close(ratio.value, 1.1);
	assert_int_equal(ratio.set, RATIO_UNBOUNDED);
}

/* Both runs of each pair are slow or fast together: the ratio is better known than each mean. */
static void test_ratio_of_pairs_is_narrow(void **state)
{
	static const double a[] = { 100, 150, 200, 130 }, b[] = { 111, 164, 221, 142 };
	struct means pairs = paired(a, b, 4, no_floor, NULL, .95);
	struct ratio log = ratio_of(&pairs, .95), exact = ratio_fieller(&pairs, .95);
	struct ratio apart;
	struct means means = welch_of(OF(a), OF(b));

	apart = ratio_of(&means, .95);
	assert_between(log.interval.low, 1.08, 1.1);
	assert_between(log.interval.high, 1.1, 1.13);
	assert_between(exact.interval.low, 1.08, 1.1);
	assert_between(exact.interval.high, 1.1, 1.13);
	assert_true(apart.interval.low < .8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_sample_mean_scatter_and_floor),
		cmocka_unit_test(test_sample_of_zeros_is_not_known_exactly),
		cmocka_unit_test(test_sample_of_one_and_none),
		cmocka_unit_test(test_welch_sleep),
		cmocka_unit_test(test_welch_unequal),
		cmocka_unit_test(test_welch_is_symmetric),
		cmocka_unit_test(test_welch_floor_only_lowers_t),
		cmocka_unit_test(test_welch_against_itself),
		cmocka_unit_test(test_welch_few_runs),
		cmocka_unit_test(test_welch_one_run_is_as_dispersed_as_the_others),
		cmocka_unit_test(test_welch_in_two_steps),
		cmocka_unit_test(test_satterthwaite_edges),
		cmocka_unit_test(test_paired_sleep),
		cmocka_unit_test(test_paired_floor_and_few),
		cmocka_unit_test(test_ratio_log_by_hand),
		cmocka_unit_test(test_fieller_bounded_disjoint_unbounded),
		cmocka_unit_test(test_ratio_of_zeros),
		cmocka_unit_test(test_fieller_half_line),
		cmocka_unit_test(test_ratio_without_variance_or_test),
		cmocka_unit_test(test_ratio_of_pairs_is_narrow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
