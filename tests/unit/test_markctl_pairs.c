// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_markctl_pairs.c - begin and end by names, open spans; rates from counts
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <string.h>

#include "user/markctl/read/pairs.h"
#include "user/markctl/read/rates.h"

static void role_is(const char *name, enum pair_role role, const char *what)
{
	static const struct chrome_pair pairs[] = { { "lock", "unlock" }, { "x_end", "y" } };
	const char *found;
	size_t length;

	assert_int_equal(pair_role(name, pairs, 2, &found, &length), role);
	if (role != PAIR_NONE) {
		assert_int_equal(length, strlen(what));
		assert_memory_equal(found, what, length);
	}
}

static void names_tell_roles(void **state)
{
	role_is("req_begin", PAIR_BEGIN, "req");
	role_is("req_end", PAIR_END, "req");
	role_is("io_enter", PAIR_BEGIN, "io");
	role_is("io_exit", PAIR_END, "io");
	role_is("job_start", PAIR_BEGIN, "job");
	role_is("job_done", PAIR_END, "job");
	role_is("begin", PAIR_NONE, NULL);
	role_is("_end", PAIR_NONE, NULL);
	role_is("req_beginning", PAIR_NONE, NULL);
	role_is("lock", PAIR_BEGIN, "lock");
	role_is("unlock", PAIR_END, "lock");
	/* What the user says goes before what the name says. */
	role_is("x_end", PAIR_BEGIN, "x_end");
	role_is("y", PAIR_END, "x_end");
}

static void spans_nest(void **state)
{
	struct spans spans = { NULL, 0, 0 };

	assert_int_equal(spans_find(&spans, "a", 1), 0);
	assert_int_equal(spans_push(&spans, "abc", 1), 0);
	assert_int_equal(spans_push(&spans, "ab", 2), 0);
	assert_int_equal(spans_push(&spans, "a", 1), 0);
	assert_int_equal(spans_find(&spans, "a", 1), 1);
	assert_int_equal(spans_find(&spans, "abx", 2), 2);
	assert_int_equal(spans_find(&spans, "abc", 3), 0);
	spans_pop(&spans);
	assert_int_equal(spans_find(&spans, "a", 1), 2);
	spans_free(&spans);
}

static void spans_have_a_bound(void **state)
{
	struct spans spans = { NULL, 0, 0 };
	int i;

	for (i = 0; i < SPANS_MAX; i++)
		assert_int_equal(spans_push(&spans, "a", 1), 0);
	assert_int_equal(spans_push(&spans, "a", 1), -ENOSPC);
	assert_int_equal(spans.nr, SPANS_MAX);
	spans_free(&spans);
}

static void line_is(const struct rate *line, const char *name, unsigned long hits, double per_s)
{
	assert_string_equal(line->name, name);
	assert_int_equal(line->hits, hits);
	assert_true(line->per_s == per_s);
}

static void rates_are_differences(void **state)
{
	struct marker_count_total first[] = { { "a", "", 100 }, { "b", "%d", 7 } };
	struct marker_count_total second[] = {
		{ "a", "", 100 }, { "b", "%d", 27 }, { "b", "%u", 8 }, { "c", "", 30 }
	};
	struct rates rates = { NULL, 0 };

	assert_int_equal(rates_update(&rates, first, 2, 2), 0);
	assert_int_equal(rates.nr, 2);
	line_is(&rates.lines[0], "a", 100, 50);
	line_is(&rates.lines[1], "b", 7, 3.5);
	assert_int_equal(rates_update(&rates, second, 4, 0.5), 0);
	assert_int_equal(rates.nr, 4);
	line_is(&rates.lines[0], "c", 30, 60);
	line_is(&rates.lines[1], "b", 27, 40);
	line_is(&rates.lines[2], "b", 8, 16);
	line_is(&rates.lines[3], "a", 100, 0);
	/* Nothing, and no time. */
	assert_int_equal(rates_update(&rates, second, 4, 0), 0);
	line_is(&rates.lines[0], "a", 100, 0);
	assert_int_equal(rates_update(&rates, NULL, 0, 1), 0);
	assert_int_equal(rates.nr, 0);
	rates_free(&rates);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_tell_roles),
		cmocka_unit_test(spans_nest),
		cmocka_unit_test(spans_have_a_bound),
		cmocka_unit_test(rates_are_differences),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
