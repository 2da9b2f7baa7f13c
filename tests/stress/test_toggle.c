// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_toggle.c - sites at all places of a cache line are switched under a running thread, and
 * every pass in a settled state is counted, or not, exactly
 *
 * A short form of markbench's goals S9 and S2b (bench/goal/toggle.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/goal/toggle.h"

static void test_counts_are_exact(void **state)
{
	struct toggle toggle = { .set = &toggle_flip, .toggles = 2000, .passes = 2000000 };

	assert_int_equal(toggle_run(&toggle), 0);
	assert_int_equal(toggle.done, 2000);
	assert_true(toggle.made >= 2000000);
	assert_int_equal(toggle.wrong, 0);
}

static void test_counts_of_the_nop8_form_are_exact(void **state)
{
	struct toggle toggle = { .set = &toggle_nop8, .toggles = 130, .passes = 13000 };

	assert_int_equal(toggle_run(&toggle), 0);
	assert_int_equal(toggle.done, 130);
	assert_int_equal(toggle.wrong, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts_are_exact),
		cmocka_unit_test(test_counts_of_the_nop8_form_are_exact),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
