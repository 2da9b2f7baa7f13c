// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_ways.c - each way to write text is timed, or says why not
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/goal/ways.h"

static void test_each_way(void **state)
{
	struct way_time times[WAYS];
	unsigned int way, size;

	ways_measure(times, 1);
	for (way = 0; way < WAYS; way++) {
		assert_non_null(times[way].name);
		assert_non_null(times[way].what);
		for (size = 0; size < WAYS_SIZES; size++)
			assert_true(times[way].missing[0] || times[way].us[size].mid > 0);
	}
}

static void test_sizes_grow(void **state)
{
	assert_int_equal(ways_sizes[0], 1);
	assert_true(ways_sizes[1] > ways_sizes[0] && ways_sizes[2] > ways_sizes[1]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_way),
		cmocka_unit_test(test_sizes_grow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
