// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_steady.c - steps and drift in series whose truth is known
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/run/stat.h"
#include "bench/run/steady.h"

#define ROUNDS 501

static double values[ROUNDS];

/* 1 with noise of a tenth of a percent to both sides. */
static void fill_clean(uint64_t seed)
{
	struct stat_random random = { seed };
	unsigned int i;

	for (i = 0; i < ROUNDS; i++)
		values[i] = 0.999 + 0.002 * (double)stat_random_below(&random, 1000) / 1000;
}

static struct steady look(unsigned int nr)
{
	struct steady steady;

	assert_int_equal(steady_read(values, nr, &steady), 0);
	return steady;
}

static void test_clean(void **state)
{
	uint64_t seed;

	for (seed = 0; seed < 20; seed++) {
		struct steady steady;

		fill_clean(seed);
		steady = look(ROUNDS);
		assert_true(steady.told);
		assert_int_equal(steady.nr_steps, 0);
		assert_false(steady.drifts);
		assert_true(fabs(steady.trend) < 0.001);
		assert_int_equal(steady.outliers, 0);
		assert_true(steady.spread > 0.0005 && steady.spread < 0.0015);
	}
}

static void test_constant(void **state)
{
	struct steady steady;
	unsigned int i;

	for (i = 0; i < ROUNDS; i++)
		values[i] = 2;
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, 0);
	assert_false(steady.drifts);
	assert_true(steady.z == 0);
}

/* Steep or not, a slope is no staircase. */
static void test_slope(void **state)
{
	static const double trends[] = { 0.02, -0.02, 0.3, -0.2 };
	unsigned int t, i;

	for (t = 0; t < 4; t++) {
		struct steady steady;

		fill_clean(t);
		for (i = 0; i < ROUNDS; i++)
			values[i] *= 1 + trends[t] * i / (ROUNDS - 1);
		steady = look(ROUNDS);
		assert_int_equal(steady.nr_steps, 0);
		assert_true(steady.drifts);
		assert_true(fabs(steady.trend / (trends[t] / (1 + trends[t] / 2)) - 1) < 0.1);
		assert_true(steady.z * trends[t] > 0);
	}
}

static void test_step(void **state)
{
	static const unsigned int at[] = { 12, 210, 480 };
	unsigned int t, i;

	for (t = 0; t < 3; t++) {
		struct steady steady;

		fill_clean(t);
		for (i = at[t]; i < ROUNDS; i++)
			values[i] *= 1.031;
		steady = look(ROUNDS);
		assert_int_equal(steady.nr_steps, 1);
		assert_int_equal(steady.steps[0].round, at[t]);
		assert_true(fabs(steady.steps[0].change - 0.031) < 0.002);
		assert_false(steady.drifts);
	}
}

static void test_steps_come_in_order(void **state)
{
	struct steady steady;
	unsigned int i;

	fill_clean(7);
	for (i = 100; i < 300; i++)
		values[i] *= 1.01;
	for (i = 400; i < ROUNDS; i++)
		values[i] *= 0.95;
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, 3);
	assert_int_equal(steady.steps[0].round, 100);
	assert_int_equal(steady.steps[1].round, 300);
	assert_int_equal(steady.steps[2].round, 400);
	assert_true(steady.steps[0].change > 0 && steady.steps[1].change < 0);
	assert_true(steady.steps[2].change < -0.04);
}

static void test_step_on_a_slope(void **state)
{
	struct steady steady;
	unsigned int i;

	fill_clean(3);
	for (i = 0; i < ROUNDS; i++)
		values[i] *= (1 + 0.02 * i / ROUNDS) * (i < 250 ? 1 : 0.9);
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, 1);
	assert_int_equal(steady.steps[0].round, 250);
	assert_true(steady.drifts);
	assert_true(fabs(steady.trend - 0.02) < 0.004);
}

/* Neither one nor some in a row, as long as a median has more that are right. */
static void test_outliers(void **state)
{
	struct steady steady;

	fill_clean(1);
	values[250] = 50;
	values[400] = values[401] = values[402] = 3;
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, 0);
	assert_false(steady.drifts);
	assert_int_equal(steady.outliers, 4);
}

static void test_alternating(void **state)
{
	struct steady steady;
	unsigned int i;

	fill_clean(2);
	for (i = 0; i < ROUNDS; i += 2)
		values[i] *= 1.1;
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, 0);
	assert_false(steady.drifts);
	assert_true(steady.spread > 0.09);
}

/* More steps than fit: the largest are kept, in the order of the rounds. */
static void test_many_steps(void **state)
{
	struct steady steady;
	unsigned int i;

	fill_clean(4);
	for (i = 0; i < ROUNDS; i++)
		values[i] *= i / 40 & 1 ? 1.2 : 1;
	steady = look(ROUNDS);
	assert_int_equal(steady.nr_steps, STEADY_STEPS);
	for (i = 1; i < STEADY_STEPS; i++)
		assert_true(steady.steps[i].round > steady.steps[i - 1].round);
}

static void test_few_rounds(void **state)
{
	struct steady steady;
	unsigned int i;

	fill_clean(0);
	assert_false(look(0).told);
	assert_false(look(STEADY_ROUNDS - 1).told);
	for (i = STEADY_ROUNDS / 2; i < STEADY_ROUNDS; i++)
		values[i] *= 1.1;
	steady = look(STEADY_ROUNDS);
	assert_true(steady.told);
	assert_int_equal(steady.nr_steps, 1);
	assert_int_equal(steady.steps[0].round, STEADY_ROUNDS / 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_clean),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_slope),
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_steps_come_in_order),
		cmocka_unit_test(test_step_on_a_slope),
		cmocka_unit_test(test_outliers),
		cmocka_unit_test(test_alternating),
		cmocka_unit_test(test_many_steps),
		cmocka_unit_test(test_few_rounds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
