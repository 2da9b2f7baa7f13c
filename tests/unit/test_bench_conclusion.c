// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_conclusion.c - the rules by which a conclusion of 2006 holds, on figures written by hand
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/report/conclusion.h"

static struct stat_interval of(double low, double mid, double high)
{
	return (struct stat_interval){ mid, low, high };
}

#define FROM(...) (&(struct stat_interval[]){ of(__VA_ARGS__) }[0])

static void test_dearer(void **state)
{
	assert_int_equal(conclude_dearer(FROM(0.5, 0.6, 0.7), 0.1), CONCLUSION_HOLDS);
	assert_int_equal(conclude_dearer(FROM(-0.7, -0.6, -0.5), 0.1), CONCLUSION_GONE);
	assert_int_equal(conclude_dearer(FROM(-0.1, 0.2, 0.5), 0.1), CONCLUSION_REFINED);
	/* Told from 0, and yet no more than two copies of one thing differ by. */
	assert_int_equal(conclude_dearer(FROM(0.04, 0.05, 0.06), 0.1), CONCLUSION_REFINED);
	assert_int_equal(conclude_dearer(FROM(-0.06, -0.05, -0.04), 0.1), CONCLUSION_REFINED);
}

static void test_alike(void **state)
{
	assert_int_equal(conclude_alike(FROM(0.9, 1.2, 1.5), 2), CONCLUSION_HOLDS);
	assert_int_equal(conclude_alike(FROM(2.1, 2.2, 2.5), 2), CONCLUSION_GONE);
	assert_int_equal(conclude_alike(FROM(0.1, 0.2, 0.4), 2), CONCLUSION_GONE);
	assert_int_equal(conclude_alike(FROM(1.5, 1.9, 2.5), 2), CONCLUSION_REFINED);
	assert_int_equal(conclude_alike(FROM(0.4, 0.6, 0.9), 2), CONCLUSION_REFINED);
}

static void test_small(void **state)
{
	assert_int_equal(conclude_small(FROM(-0.2, 0.1, 0.4), 0.5), CONCLUSION_HOLDS);
	assert_int_equal(conclude_small(FROM(0.6, 0.7, 0.8), 0.5), CONCLUSION_GONE);
	assert_int_equal(conclude_small(FROM(-0.8, -0.7, -0.6), 0.5), CONCLUSION_GONE);
	assert_int_equal(conclude_small(FROM(0.3, 0.4, 0.6), 0.5), CONCLUSION_REFINED);
	assert_int_equal(conclude_small(FROM(0, 0, 0), 0), CONCLUSION_HOLDS);
	assert_int_equal(conclude_small(FROM(1, 1, 1), 0), CONCLUSION_GONE);
}

static void test_costs_nothing(void **state)
{
	/* Not told from 0, and no room for more than the limit. */
	assert_int_equal(conclude_free(FROM(-0.02, 0.01, 0.03), 0.05, 0.1), CONCLUSION_HOLDS);
	/* Not told, but it may be more than the limit: an interval is no proof of nothing. */
	assert_int_equal(conclude_free(FROM(-0.5, 0.1, 0.9), 0.05, 0.1), CONCLUSION_REFINED);
	/* It costs something, less than the limit. */
	assert_int_equal(conclude_free(FROM(0.06, 0.07, 0.08), 0.05, 0.1), CONCLUSION_REFINED);
	assert_int_equal(conclude_free(FROM(0.2, 0.3, 0.4), 0.05, 0.1), CONCLUSION_GONE);
	/* Beyond the limit, and below the noise floor. */
	assert_int_equal(conclude_free(FROM(0.2, 0.3, 0.4), 0.5, 0.1), CONCLUSION_REFINED);
	assert_int_equal(conclude_free(FROM(-0.4, -0.3, -0.2), 0.05, 0.1), CONCLUSION_HOLDS);
}

static void test_at_least(void **state)
{
	assert_int_equal(conclude_at_least(FROM(1200, 1300, 1400), 75), CONCLUSION_HOLDS);
	assert_int_equal(conclude_at_least(FROM(10, 11, 12), 75), CONCLUSION_GONE);
	assert_int_equal(conclude_at_least(FROM(70, 76, 80), 75), CONCLUSION_REFINED);
	assert_int_equal(conclude_at_least(FROM(75, 75, 75), 75), CONCLUSION_HOLDS);
}

static void test_none_differs(void **state)
{
	const struct stat_interval none[] = { of(-0.1, 0, 0.1), of(-0.2, 0.1, 0.3) },
				   one[] = { of(-0.1, 0, 0.1), of(0.1, 0.2, 0.3) },
				   all[] = { of(-0.3, -0.2, -0.1), of(0.1, 0.2, 0.3) };

	assert_int_equal(conclude_none_differs(none, 2), CONCLUSION_HOLDS);
	assert_int_equal(conclude_none_differs(one, 2), CONCLUSION_REFINED);
	assert_int_equal(conclude_none_differs(all, 2), CONCLUSION_GONE);
	assert_int_equal(conclude_none_differs(none, 0), CONCLUSION_OPEN);
}

static void test_each_has_a_word(void **state)
{
	assert_string_equal(conclusion_text(CONCLUSION_HOLDS), "holds");
	assert_string_equal(conclusion_text(CONCLUSION_GONE), "no longer holds");
	assert_string_equal(conclusion_text(CONCLUSION_REFINED), "refined");
	assert_string_equal(conclusion_text(CONCLUSION_OPEN), "open");
}

/* What the text says holds for the figures of the text itself. */
static void test_2006_by_its_own_rules(void **state)
{
	assert_int_equal(conclude_dearer(FROM(1.33, 1.33, 1.33), 0), CONCLUSION_HOLDS);
	assert_int_equal(conclude_alike(FROM(1.19, 1.19, 1.19), 2), CONCLUSION_HOLDS);
	assert_int_equal(conclude_small(FROM(2.74, 2.74, 2.74), 0.1 * 55.74), CONCLUSION_HOLDS);
	assert_int_equal(conclude_at_least(FROM(75, 75, 75), 75), CONCLUSION_HOLDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_dearer),
		cmocka_unit_test(test_alike),
		cmocka_unit_test(test_small),
		cmocka_unit_test(test_costs_nothing),
		cmocka_unit_test(test_at_least),
		cmocka_unit_test(test_none_differs),
		cmocka_unit_test(test_each_has_a_word),
		cmocka_unit_test(test_2006_by_its_own_rules),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
