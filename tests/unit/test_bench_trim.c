// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_trim.c - trimmed means and their intervals against worked examples
 */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bench/run/trim.h"

static void assert_near(double a, double b)
{
	assert_true(fabs(a - b) < 1e-9);
}

static void test_of_less_than_ten_nothing_is_dropped(void **state)
{
	double nine[] = { 9, 1, 2, 3, 4, 5, 6, 7, 98 };

	assert_near(trim_mean(nine, 9), 15);
	assert_near(trim_mean(nine, 1), 1);
}

static void test_a_tenth_is_dropped_at_either_end(void **state)
{
	double ten[] = { 1000, 1, 2, 3, 4, 5, 6, 7, 8, -1000 };
	double twenty[20];
	size_t i;

	assert_near(trim_mean(ten, 10), 4.5);
	for (i = 0; i < 20; i++)
		twenty[i] = (double)(i < 2 ? 1000 : i);
	assert_near(trim_mean(twenty, 20), (4.0 + 19.0) / 2);
}

static void test_none(void **state)
{
	struct stat_interval interval;

	assert_true(isnan(trim_mean(NULL, 0)));
	assert_int_equal(trim_mean_interval(NULL, 0, 1, &interval), -EINVAL);
}

static void test_interval_of_equal_values_is_a_point(void **state)
{
	const double values[] = { 3, 3, 3, 3 };
	struct stat_interval interval;

	assert_int_equal(trim_mean_interval(values, 4, 1, &interval), 0);
	assert_near(interval.low, 3);
	assert_near(interval.mid, 3);
	assert_near(interval.high, 3);
}

/* 1 to 100: half as wide as 1.96 standard errors of the trimmed mean, 6.1 (Yuen). */
static void test_interval_of_a_hundred(void **state)
{
	struct stat_interval interval, again;
	double values[100];
	size_t i;

	for (i = 0; i < 100; i++)
		values[i] = (double)i + 1;
	assert_int_equal(trim_mean_interval(values, 100, STAT_SEED, &interval), 0);
	assert_near(interval.mid, 50.5);
	assert_true(interval.low > 50.5 - 6.7 && interval.low < 50.5 - 5.5);
	assert_true(interval.high < 50.5 + 6.7 && interval.high > 50.5 + 5.5);
	assert_int_equal(trim_mean_interval(values, 100, STAT_SEED, &again), 0);
	assert_near(again.low, interval.low);
}

static double normal(struct stat_random *random)
{
	double sum = -6;
	int i;

	for (i = 0; i < 12; i++)
		sum += (double)(stat_random_next(random) >> 11) * 0x1p-53;
	return sum;
}

/* Nineteen of twenty intervals hold the truth; of 400 between 360 and 396, and it is not seeded luck. */
static void test_interval_covers(void **state)
{
	struct stat_random random = { 1 };
	struct stat_interval interval;
	double values[50];
	int held = 0, i, j;

	for (i = 0; i < 400; i++) {
		for (j = 0; j < 50; j++)
			values[j] = 7 + normal(&random);
		assert_int_equal(trim_mean_interval(values, 50, (uint64_t)i, &interval), 0);
		held += interval.low <= 7 && interval.high >= 7;
	}
	assert_true(held >= 360 && held <= 396);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_of_less_than_ten_nothing_is_dropped),
		cmocka_unit_test(test_a_tenth_is_dropped_at_either_end),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_interval_of_equal_values_is_a_point),
		cmocka_unit_test(test_interval_of_a_hundred),
		cmocka_unit_test(test_interval_covers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
