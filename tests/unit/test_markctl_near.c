// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_markctl_near.c - names like one that there is not
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "user/markctl/near.h"

static const char *const names[] = { "req_begin",  "req_end",	 "conn_accept",
				     "conn_close", "table_grow", "req_bogin",
				     "x" };

static struct near find(const char *wanted)
{
	struct near near = { .nr = 0 };
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		near_add(&near, wanted, names[i]);
	return near;
}

static void a_letter_is_wrong(void **state)
{
	struct near near = find("req_begn");

	assert_int_equal(near.nr, 3);
	assert_string_equal(near.names[0], "req_begin");
	assert_string_equal(near.names[1], "req_bogin");
}

static void a_part_of_it(void **state)
{
	struct near near = find("accept");

	assert_int_equal(near.nr, 1);
	assert_string_equal(near.names[0], "conn_accept");
}

static void a_pattern(void **state)
{
	struct near near = find("conn-*");

	assert_int_equal(near.nr, 0);
	near = find("onn_*");
	assert_int_equal(near.nr, 2);
	assert_string_equal(near.names[0], "conn_accept");
	assert_string_equal(near.names[1], "conn_close");
}

static void nothing_is_near(void **state)
{
	assert_int_equal(find("something_else").nr, 0);
	assert_int_equal(find("*").nr, 0);
	assert_int_equal(find("").nr, 0);
}

static void the_nearest_come_first(void **state)
{
	struct near near = { .nr = 0 };

	near_add(&near, "abcdefghi", "abcdefxxx");
	near_add(&near, "abcdefghi", "abcdefgxx");
	near_add(&near, "abcdefghi", "abcdefghx");
	near_add(&near, "abcdefghi", "abcdefghi");
	near_add(&near, "abcdefghi", "abcdefgyx");
	assert_int_equal(near.nr, NEAR_MAX);
	assert_string_equal(near.names[0], "abcdefghi");
	assert_string_equal(near.names[1], "abcdefghx");
	assert_string_equal(near.names[2], "abcdefgxx");
}

static void long_names(void **state)
{
	static const char name[] =
		"a23456789b123456789c123456789d123456789e123456789f123456789gxyz4";
	struct near near = { .nr = 0 };
	char longer[sizeof(name) + 1];

	near_add(&near, name, name);
	assert_int_equal(near.nr, 1);
	strcpy(longer, name);
	strcat(longer, "5");
	near_add(&near, longer, name);
	near_add(&near, name, longer);
	assert_int_equal(near.nr, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_letter_is_wrong),
		cmocka_unit_test(a_part_of_it),
		cmocka_unit_test(a_pattern),
		cmocka_unit_test(nothing_is_near),
		cmocka_unit_test(the_nearest_come_first),
		cmocka_unit_test(long_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
