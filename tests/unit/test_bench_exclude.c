// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_exclude.c - which levels are counted, by the tables of the kernel's arm64/perf.rst, and
 * the formats and near names that reading an event needs
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "bench/counter/exclude.h"
#include "bench/counter/format.h"
#include "bench/counter/near.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

static void assert_levels(const char *modifiers, enum exclude_world world, const char *expected)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_HARDWARE };
	char text[EXCLUDE_TEXT];

	assert_int_equal(exclude_parse(modifiers, &attr), 0);
	exclude_levels(&attr, world, text);
	assert_string_equal(text, expected);
}

static void test_vhe(void **state)
{
	assert_levels("", EXCLUDE_VHE, "host: EL0 + EL2; guests: EL0 + EL1");
	assert_levels("u", EXCLUDE_VHE, "host: EL0; guests: EL0");
	assert_levels("k", EXCLUDE_VHE, "host: EL2; guests: EL1");
	assert_levels("h", EXCLUDE_VHE, "host: nothing; guests: nothing");
	assert_levels("kh", EXCLUDE_VHE, "host: EL2; guests: EL1");
	assert_levels("G", EXCLUDE_VHE, "host: nothing; guests: EL0 + EL1");
	assert_levels("H", EXCLUDE_VHE, "host: EL0 + EL2; guests: nothing");
	assert_levels("uH", EXCLUDE_VHE, "host: EL0; guests: nothing");
}

static void test_no_vhe(void **state)
{
	assert_levels(
		"", EXCLUDE_NVHE,
		"host: EL0 + EL1 + EL2; guests: EL0 + EL1; not at entry to and exit from a guest");
	assert_levels("u", EXCLUDE_NVHE, "host: EL0; guests: EL0");
	assert_levels("k", EXCLUDE_NVHE, "host: EL1; guests: EL1");
	assert_levels("h", EXCLUDE_NVHE,
		      "host: EL2; guests: nothing; not at entry to and exit from a guest");
	assert_levels("G", EXCLUDE_NVHE, "host: nothing; guests: EL0 + EL1");
	assert_levels("ukH", EXCLUDE_NVHE, "host: EL0 + EL1; guests: nothing");
}

/* EL2 is never counted inside a guest. */
static void test_guest(void **state)
{
	assert_levels("", EXCLUDE_GUEST, "here: EL0 + EL1; guests: EL0 + EL1");
	assert_levels("h", EXCLUDE_GUEST, "here: nothing; guests: nothing");
	assert_levels("kh", EXCLUDE_GUEST, "here: EL1; guests: EL1");
	assert_levels("G", EXCLUDE_GUEST, "here: nothing; guests: EL0 + EL1");
}

static void test_not_known_and_not_arm64(void **state)
{
	assert_levels("k", EXCLUDE_ARM64, "host: EL1 (EL2 with VHE); guests: EL1");
	assert_levels("uh", EXCLUDE_ARM64, "host: EL0 + EL2 (without VHE); guests: EL0");
	assert_levels("", EXCLUDE_PLAIN, "host: user + kernel; guests: user + kernel");
	assert_levels("uH", EXCLUDE_PLAIN, "host: user; guests: nothing");
	assert_levels("h", EXCLUDE_PLAIN, "host: nothing; guests: nothing");
}

static void test_clocks_have_no_levels(void **state)
{
	struct perf_event_attr attr = { .type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_TASK_CLOCK };
	char text[EXCLUDE_TEXT];

	exclude_parse("u", &attr);
	exclude_levels(&attr, EXCLUDE_VHE, text);
	assert_string_equal(text, "all levels: it is a clock");
	attr.config = PERF_COUNT_SW_PAGE_FAULTS;
	exclude_levels(&attr, EXCLUDE_VHE, text);
	assert_string_equal(text, "host: EL0; guests: EL0");
}

static void test_letters(void **state)
{
	struct perf_event_attr attr = { 0 };

	assert_int_equal(exclude_parse("up", &attr), 'p');
	assert_int_equal(exclude_parse("P", &attr), 'P');
	assert_int_equal(exclude_parse("ukhHG", &attr), 0);
}

static void test_worlds(void **state)
{
	static const char el1[] = "[    0.2] CPU: All CPU(s) started at EL1\n";
	static const char el2[] = "[    0.2] CPU: All CPU(s) started at EL2\n";
	static const char vhe[] =
		"[    0.2] CPU features: detected: Virtualization Host Extensions\n"
		"[    0.2] CPU: All CPU(s) started at EL2\n";

	assert_int_equal(exclude_world_of("x86_64", vhe), EXCLUDE_PLAIN);
	assert_int_equal(exclude_world_of("aarch64", el1), EXCLUDE_GUEST);
	assert_int_equal(exclude_world_of("aarch64", el2), EXCLUDE_NVHE);
	assert_int_equal(exclude_world_of("aarch64", vhe), EXCLUDE_VHE);
	assert_int_equal(exclude_world_of("aarch64", ""), EXCLUDE_ARM64);
}

static void assert_format(const char *text, unsigned int field, uint64_t mask)
{
	struct format format;

	assert_int_equal(format_parse(text, &format), 0);
	assert_int_equal(format.field, field);
	assert_int_equal(format.mask, mask);
}

static void test_formats(void **state)
{
	static const char *const bad[] = { "",		"config",      "config:",  "config3:0",
					   "config:64", "config:3-1",  "config:a", "config:1,",
					   "config:1 ", "config1:0-64" };
	struct format format;
	size_t i;

	assert_format("config:0-7,32-35", 0, 0xf000000ff);
	assert_format("config1:1", 1, 2);
	assert_format("config1:1,6-10,44", 1, 0x1000000007c2);
	assert_format("config2:0-63", 2, UINT64_MAX);
	for (i = 0; i < SIZE(bad); i++)
		assert_int_equal(format_parse(bad[i], &format), -EINVAL);
}

/* The second value takes all bits of the first one away, and no other bit. */
static void test_bits_are_spread_and_gathered(void **state)
{
	struct perf_event_attr attr = { .config = 0x100 };
	struct format format;

	assert_int_equal(format_parse("config:0-7,32-35", &format), 0);
	assert_int_equal(format_max(&format), 0xfff);
	format_set(&format, 0xa3c, &attr);
	assert_int_equal(attr.config, 0xa0000013c);
	assert_int_equal(format_get(&format, &attr), 0xa3c);
	format_set(&format, 0x501, &attr);
	assert_int_equal(attr.config, 0x500000101);
	assert_int_equal(format_parse("config2:0-63", &format), 0);
	assert_true(format_max(&format) == UINT64_MAX);
	format_set(&format, UINT64_MAX, &attr);
	assert_true(attr.config2 == UINT64_MAX && attr.config == 0x500000101);
}

static void test_distance(void **state)
{
	assert_int_equal(near_distance("cycles", "cycles"), 0);
	assert_int_equal(near_distance("cycels", "cycles"), 2);
	assert_int_equal(near_distance("kitten", "sitting"), 3);
	assert_int_equal(near_distance("", "abc"), 3);
	assert_int_equal(near_distance("abc", ""), 3);
}

static void test_the_three_nearest(void **state)
{
	struct near near = { .wanted = "branches" };
	char text[NEAR_MAX * NEAR_NAME + 16];

	near_tell(&near, text, sizeof(text));
	assert_string_equal(text, "");
	near_offer(&near, "branchess");
	near_offer(&near, "ranchers");
	near_offer(&near, "something");
	near_offer(&near, "branched");
	near_offer(&near, "branches");
	near_offer(&near, "branched");
	near_tell(&near, text, sizeof(text));
	assert_string_equal(text, "; near: branches, branchess, branched");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vhe),
		cmocka_unit_test(test_no_vhe),
		cmocka_unit_test(test_guest),
		cmocka_unit_test(test_not_known_and_not_arm64),
		cmocka_unit_test(test_clocks_have_no_levels),
		cmocka_unit_test(test_letters),
		cmocka_unit_test(test_worlds),
		cmocka_unit_test(test_formats),
		cmocka_unit_test(test_bits_are_spread_and_gathered),
		cmocka_unit_test(test_distance),
		cmocka_unit_test(test_the_three_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
