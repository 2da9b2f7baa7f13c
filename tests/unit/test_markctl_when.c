// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_markctl_when.c - moments in text, both ways
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "probes/record/record.h"
#include "user/markctl/read/when.h"

#define S 1000000000ll

static void use_zone(const char *zone)
{
	setenv("TZ", zone, 1);
	tzset();
}

static int64_t parsed(const char *text, enum when_style style, int64_t day_ns)
{
	struct when when = { 0 };

	assert_int_equal(when_parse(text, style, &when), 0);
	assert_true(when.given);
	return when_resolve(&when, style, day_ns);
}

static void reads_seconds(void **state)
{
	assert_int_equal(parsed("1700000000", WHEN_LOCAL, 0), 1700000000 * S);
	assert_int_equal(parsed("1700000000.000000001", WHEN_LOCAL, 0), 1700000000 * S + 1);
	assert_int_equal(parsed("0.5", WHEN_UTC, 0), S / 2);
	assert_int_equal(parsed("1.9999999999", WHEN_UTC, 0), 2 * S - 1);
}

static void reads_days_and_times(void **state)
{
	use_zone("CET-1CEST,M3.5.0,M10.5.0/3");
	assert_int_equal(parsed("2023-11-14 22:13:20", WHEN_UTC, 0), 1700000000 * S);
	assert_int_equal(parsed("2023-11-14T22:13", WHEN_UTC, 0), 1699999980 * S);
	assert_int_equal(parsed("2023-11-14 23:13:20.25", WHEN_LOCAL, 0), 1700000000 * S + S / 4);
	/* A time alone is of the day that is given. */
	assert_int_equal(parsed("22:13:20", WHEN_UTC, 1700000000 * S + 5), 1700000000 * S);
	assert_int_equal(parsed("00:00", WHEN_UTC, 1700000000 * S), 1699920000 * S);
	/* That day, in local time, is the next one already half an hour before UTC's ends. */
	assert_int_equal(parsed("00:30", WHEN_LOCAL, 1700004600 * S), 1700004600 * S);
	/* 29 October 2023 has 25 hours: noon is 13 hours after midnight. */
	assert_int_equal(parsed("12:00", WHEN_LOCAL, 1698530400 * S), 1698577200 * S);
}

static void refuses_what_is_no_time(void **state)
{
	static const char *const bad[] = {
		"",
		"x",
		"1x",
		"1.",
		"1.x",
		"12:",
		"12:60",
		"24:00",
		"1:2:3:4",
		"12:00x",
		"12:00:00.",
		"2023-11-14",
		"2023-13-01 12:00",
		"2023-11-32 12:00",
		"2023-11-14 x",
		"-1",
		"12:00:00.5x",
		":00",
		"99999999999999999999",
	};
	struct when when;
	size_t i;

	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		when = (struct when){ 0 };
		if (when_parse(bad[i], WHEN_UTC, &when) != -EINVAL || when.given)
			fail_msg("'%s' was taken", bad[i]);
	}
}

static const char *printed(enum when_style style, int64_t ns)
{
	static char text[64];
	FILE *out = fmemopen(text, sizeof(text), "w");

	when_print(out, style, ns);
	fclose(out);
	return text;
}

static void prints(void **state)
{
	use_zone("CET-1");
	assert_string_equal(printed(WHEN_UTC, 1700000000 * S + 7), "22:13:20.000000007");
	assert_string_equal(printed(WHEN_UTC, 1700000000 * S + 123456789), "22:13:20.123456789");
	assert_string_equal(printed(WHEN_UTC, 1700000001 * S), "22:13:21.000000000");
	/* Before 1970 a fraction still counts up. */
	assert_string_equal(printed(WHEN_UTC, -1), "23:59:59.999999999");
}

/* A style is one program's: when_print() keeps the text of the last second. */
static void prints_seconds(void **state)
{
	assert_string_equal(printed(WHEN_SECONDS, 1800000000 * S + 1), "1800000000.000000001");
	use_zone("CET-1");
	assert_string_equal(printed(WHEN_LOCAL, 1700000000 * S), "23:13:20.000000000");
}

static void reads_sizes(void **state)
{
	assert_int_equal(record_size("512"), 512);
	assert_int_equal(record_size("64k"), 65536);
	assert_int_equal(record_size("64K"), 65536);
	assert_int_equal(record_size("3M"), 3 << 20);
	assert_int_equal(record_size("4G"), 4ull << 30);
	assert_int_equal(record_size(NULL), 0);
	assert_int_equal(record_size(""), 0);
	assert_int_equal(record_size("0"), 0);
	assert_int_equal(record_size("k"), 0);
	assert_int_equal(record_size("1kk"), 0);
	assert_int_equal(record_size("1T"), 0);
	assert_int_equal(record_size("-1"), 0);
	assert_int_equal(record_size("99999999999999999999"), 0);
	assert_int_equal(record_size("18446744073709551615G"), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_seconds),	   cmocka_unit_test(reads_days_and_times),
		cmocka_unit_test(refuses_what_is_no_time), cmocka_unit_test(prints),
		cmocka_unit_test(prints_seconds),	   cmocka_unit_test(reads_sizes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
