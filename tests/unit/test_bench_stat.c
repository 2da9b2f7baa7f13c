// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_stat.c - medians, quantiles and bootstrap intervals against worked examples
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench/run/stat.h"

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

/* The first five numbers of seed 1234567, from the reference implementation by S. Vigna. */
static void test_random_is_splitmix64(void **state)
{
	static const uint64_t expected[] = {
		6457827717110365317u, 3203168211198807973u,  9817491932198370423u,
		4593380528125082431u, 16408922859458223821u,
	};
	struct stat_random random = { 1234567 };
	size_t i;

	for (i = 0; i < 5; i++)
		assert_true(stat_random_next(&random) == expected[i]);
}

static void test_random_below_stays_below_and_reaches_all(void **state)
{
	struct stat_random random = { 1 };
	unsigned int seen = 0;
	size_t i;

	for (i = 0; i < 1000; i++) {
		size_t number = stat_random_below(&random, 7);

		assert_true(number < 7);
		seen |= 1u << number;
	}
	assert_int_equal(seen, 0x7f);
}

static void test_median_odd_even_one_none(void **state)
{
	double odd[] = { 9, 1, 5 }, even[] = { 4, 1, 3, 2 }, one[] = { 7 };

	assert_near(stat_median(odd, 3), 5);
	assert_near(stat_median(even, 4), 2.5);
	assert_near(stat_median(one, 1), 7);
	assert_true(isnan(stat_median(one, 0)));
}

/* quantile(c(15, 20, 35, 40, 50), c(0.05, 0.3, 0.4, 0.5, 1)) of R: 16, 23, 29, 35, 50 */
static void test_quantile_is_type_7(void **state)
{
	static const double p[] = { 0.05, 0.3, 0.4, 0.5, 1 }, expected[] = { 16, 23, 29, 35, 50 };
	size_t i;

	for (i = 0; i < 5; i++) {
		double values[] = { 50, 15, 40, 20, 35 };

		assert_near(stat_quantile(values, 5, p[i]), expected[i]);
	}
}

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Few distinct values, sorted and reversed runs: where selections go wrong. */
static void test_median_equals_that_of_sorting(void **state)
{
	struct stat_random random = { 42 };
	double values[64], sorted[64];
	size_t trial, nr, i;

	for (trial = 0; trial < 3000; trial++) {
		size_t distinct = 1 + stat_random_below(&random, 9);

		nr = 1 + stat_random_below(&random, 64);
		for (i = 0; i < nr; i++)
			values[i] = trial % 3 == 0 ? (double)stat_random_below(&random, distinct) :
				    trial % 3 == 1 ? (double)i :
						     (double)(nr - i);
		memcpy(sorted, values, sizeof(values));
		qsort(sorted, nr, sizeof(*sorted), by_value);
		assert_near(stat_median(values, nr), (sorted[(nr - 1) / 2] + sorted[nr / 2]) / 2);
	}
}

/*
 * Of 27 equally likely resamples of {1, 2, 3}, 7 have the median 1, 13 have 2 and 7 have 3: more
 * than 2.5 % on each side, so the interval is all of it.
 */
static void test_interval_of_three(void **state)
{
	static const double values[] = { 3, 1, 2 };
	struct stat_interval interval;

	assert_int_equal(stat_median_interval(values, 3, 1, &interval), 0);
	assert_near(interval.mid, 2);
	assert_near(interval.low, 1);
	assert_near(interval.high, 3);
}

static void test_interval_of_equal_values_is_a_point(void **state)
{
	static const double values[] = { 5, 5, 5, 5 };
	struct stat_interval interval;

	assert_int_equal(stat_median_interval(values, 4, 1, &interval), 0);
	assert_near(interval.low, 5);
	assert_near(interval.mid, 5);
	assert_near(interval.high, 5);
}

static void test_interval_is_that_of_its_seed(void **state)
{
	struct stat_interval a, b, other;
	unsigned int differ = 0;
	double values[101];
	size_t i;

	for (i = 0; i < 101; i++)
		values[i] = sqrt((double)(i * 37 % 101));
	assert_int_equal(stat_median_interval(values, 101, 1, &a), 0);
	assert_int_equal(stat_median_interval(values, 101, 1, &b), 0);
	for (i = 2; i < 50; i++) {
		assert_int_equal(stat_median_interval(values, 101, i, &other), 0);
		differ += a.low != other.low || a.high != other.high;
	}
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(differ > 0);
	assert_true(a.low <= a.mid && a.mid <= a.high);
}

/* 400 samples of 51 numbers between 0 and 1: about 95 % of the intervals hold the median, 0.5. */
static void test_interval_covers(void **state)
{
	struct stat_random random = { 7 };
	struct stat_interval interval;
	unsigned int held = 0, trial;
	double values[51];
	size_t i;

	for (trial = 0; trial < 400; trial++) {
		for (i = 0; i < 51; i++)
			values[i] = (double)(stat_random_next(&random) >> 11) / 9007199254740992.0;
		assert_int_equal(stat_median_interval(values, 51, trial, &interval), 0);
		held += interval.low <= 0.5 && interval.high >= 0.5;
	}
	assert_in_range(held, 364, 396);
}

/* Numerator and denominator of one round stay together: their ratio, 2, has no spread. */
static void test_ratio_is_paired(void **state)
{
	static const double den[] = { 1, 10, 3, 8, 5 }, num[] = { 2, 20, 6, 16, 10 };
	struct stat_interval interval;

	assert_int_equal(stat_ratio_interval(num, den, 5, 1, &interval), 0);
	assert_near(interval.mid, 2);
	assert_near(interval.low, 2);
	assert_near(interval.high, 2);
}

static void test_nothing_to_measure(void **state)
{
	struct stat_interval interval;

	assert_int_equal(stat_median_interval(NULL, 0, 1, &interval), -EINVAL);
	assert_int_equal(stat_ratio_interval(NULL, NULL, 0, 1, &interval), -EINVAL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_is_splitmix64),
		cmocka_unit_test(test_random_below_stays_below_and_reaches_all),
		cmocka_unit_test(test_median_odd_even_one_none),
		cmocka_unit_test(test_quantile_is_type_7),
		cmocka_unit_test(test_median_equals_that_of_sorting),
		cmocka_unit_test(test_interval_of_three),
		cmocka_unit_test(test_interval_of_equal_values_is_a_point),
		cmocka_unit_test(test_interval_is_that_of_its_seed),
		cmocka_unit_test(test_interval_covers),
		cmocka_unit_test(test_ratio_is_paired),
		cmocka_unit_test(test_nothing_to_measure),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
