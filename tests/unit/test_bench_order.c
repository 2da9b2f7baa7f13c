// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_order.c - the order of the rows of a round
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench/run/order.h"

#define NR 7

static void test_each_row_once(void **state)
{
	unsigned int order[NR], round, i;

	for (round = 0; round < 100; round++) {
		unsigned int seen = 0;

		order_fill(order, NR, 2006, round);
		for (i = 0; i < NR; i++)
			seen |= 1u << order[i];
		assert_int_equal(seen, (1u << NR) - 1);
	}
}

static void test_odd_rounds_go_backwards(void **state)
{
	unsigned int even[NR], odd[NR], round, i;

	for (round = 0; round < 100; round += 2) {
		order_fill(even, NR, 2006, round);
		order_fill(odd, NR, 2006, round + 1);
		for (i = 0; i < NR; i++)
			assert_int_equal(even[i], odd[NR - 1 - i]);
	}
}

static void test_seed_is_all_there_is(void **state)
{
	unsigned int a[NR], b[NR], differ = 0, round;

	for (round = 0; round < 20; round += 2) {
		order_fill(a, NR, 5, round);
		order_fill(b, NR, 5, round);
		assert_memory_equal(a, b, sizeof(a));
		order_fill(b, NR, 6, round);
		differ += memcmp(a, b, sizeof(a)) != 0;
	}
	assert_true(differ > 5);
}

/* Each row is first in its share of the rounds: 1000 +-5 standard deviations of 29. */
static void test_all_are_first_equally_often(void **state)
{
	unsigned int order[NR], first[NR] = { 0 }, round, i;

	for (round = 0; round < 1000 * NR; round++) {
		order_fill(order, NR, 1, round);
		first[order[0]]++;
	}
	for (i = 0; i < NR; i++)
		assert_in_range(first[i], 855, 1145);
}

static void test_one_row(void **state)
{
	unsigned int order = 9;

	order_fill(&order, 1, 1, 1);
	assert_int_equal(order, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_each_row_once),
		cmocka_unit_test(test_odd_rounds_go_backwards),
		cmocka_unit_test(test_seed_is_all_there_is),
		cmocka_unit_test(test_all_are_first_equally_often),
		cmocka_unit_test(test_one_row),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
