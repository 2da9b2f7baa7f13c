// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_timer.c - what a clock can resolve, from readings written by hand
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/run/timer.h"

static void test_step(void **state)
{
	const uint64_t readings[] = { 10, 10, 36, 62, 62, 140 }, same[] = { 5, 5, 5 };

	assert_true(timer_step(readings, 6) == 26);
	assert_true(timer_step(same, 3) == 0);
	assert_true(timer_step(same, 0) == 0);
}

static void test_the_clock_runs(void **state)
{
	struct timer timer;

	timer_measure(&timer);
	assert_true(timer.ticks_per_s > 1e5 && timer.ticks_per_s < 1e11);
	assert_true(timer.reading >= 0 && timer.step >= 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_step),
		cmocka_unit_test(test_the_clock_runs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
