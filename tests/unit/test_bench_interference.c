// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_interference.c - stolen time and switches, as the kernel writes them
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/run/interference.h"

static const char stat_text[] = "cpu  66162 0 13913 64791 2924 0 177 1007 0 0\n"
				"cpu1 1 2 3 4 5 6 7 81 9 10\n"
				"cpu10 1 2 3 4 5 6 7 82 9 10\n"
				"cpu11 1 2 3 4 5 6 7 83\n"
				"cpu12 1 2 3 4\n"
				"cpu13 1 2 3 4 5 6 7\n"
				"cpu14 1 2 3 x 5 6 7 8\n"
				"intr 1\n";

static void test_steal(void **state)
{
	uint64_t ticks;

	assert_true(interference_parse_steal(stat_text, 1, &ticks));
	assert_int_equal(ticks, 81);
	assert_true(interference_parse_steal(stat_text, 10, &ticks));
	assert_int_equal(ticks, 82);
	assert_true(interference_parse_steal(stat_text, 11, &ticks));
	assert_int_equal(ticks, 83);
}

static void test_no_steal(void **state)
{
	uint64_t ticks;

	assert_false(interference_parse_steal(stat_text, 2, &ticks));
	assert_false(interference_parse_steal(stat_text, 12, &ticks));
	assert_false(interference_parse_steal(stat_text, 13, &ticks));
	assert_false(interference_parse_steal(stat_text, 14, &ticks));
	assert_false(interference_parse_steal("", 0, &ticks));
	assert_false(interference_parse_steal("cpu0 ", 0, &ticks));
}

static void test_sum(void **state)
{
	static const struct interference rounds[] = {
		{ 0 },
		{ .stolen_ns = 10000000 },
		{ 0 },
		{ .waited_ns = 500, .switches = 2 },
	};
	struct interference_sum sum;

	interference_add_up(rounds, 4, &sum);
	assert_int_equal(sum.rounds, 2);
	assert_int_equal(sum.all.stolen_ns, 10000000);
	assert_int_equal(sum.all.waited_ns, 500);
	assert_int_equal(sum.all.switches, 2);
	interference_add_up(rounds, 0, &sum);
	assert_int_equal(sum.rounds, 0);
}

static void test_between(void **state)
{
	const struct interference before = { 10, 20, 3 }, after = { 15, 20, 4 };
	struct interference between;

	interference_between(&before, &after, &between);
	assert_int_equal(between.stolen_ns, 5);
	assert_int_equal(between.waited_ns, 0);
	assert_int_equal(between.switches, 1);
	assert_true(interference_is_any(&between));
}

/* Whatever this machine tells only grows. */
static void test_read(void **state)
{
	struct interference_meter meter;
	struct interference before, after;

	interference_open(&meter, 0);
	interference_read(&meter, &before);
	interference_read(&meter, &after);
	assert_true(after.stolen_ns >= before.stolen_ns);
	assert_true(after.waited_ns >= before.waited_ns);
	assert_true(after.switches >= before.switches);
	interference_close(&meter);
}

static void test_nothing_to_read(void **state)
{
	struct interference_meter meter = { .stat = -1, .schedstat = -1 };
	struct interference now;

	interference_read(&meter, &now);
	assert_int_equal(now.stolen_ns, 0);
	assert_int_equal(now.waited_ns, 0);
	interference_close(&meter);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steal), cmocka_unit_test(test_no_steal),
		cmocka_unit_test(test_sum),   cmocka_unit_test(test_between),
		cmocka_unit_test(test_read),  cmocka_unit_test(test_nothing_to_read),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
