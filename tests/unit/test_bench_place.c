// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_place.c - machines with cores of two kinds, and lists of processors
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmu_tree.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* big.LITTLE, as on a Juno board; one event is of the big cores alone. */
static const struct pmu_file files[] = {
	{ "armv8_cortex_a53/type", "8" },
	{ "armv8_cortex_a53/cpus", "0,3-5" },
	{ "armv8_cortex_a53/events/cpu_cycles", "event=0x0011" },
	{ "armv8_cortex_a53/format/event", "config:0-15" },
	{ "armv8_cortex_a53/format/rdpmc", "config1:1" },
	{ "armv8_cortex_a72/type", "9" },
	{ "armv8_cortex_a72/cpus", "1-2" },
	{ "armv8_cortex_a72/events/cpu_cycles", "event=0x0011" },
	{ "armv8_cortex_a72/events/inst_spec", "event=0x001b" },
	{ "armv8_cortex_a72/format/event", "config:0-15" },
	{ "armv8_cortex_a72/format/rdpmc", "config1:1" },
};

static int setup(void **state)
{
	struct pmu_tree *tree = calloc(1, sizeof(*tree));

	assert_non_null(tree);
	tree_make(tree, files, SIZE(files));
	*state = tree;
	return 0;
}

static int teardown(void **state)
{
	tree_remove(*state);
	free(*state);
	return 0;
}

static void assert_refused(struct pmu_tree *tree, const char *text, const char *cpus,
			   const char *format)
{
	char expected[EVENT_WHY], kinds[EVENT_WHY];

	snprintf(kinds, sizeof(kinds),
		 "armv8_cortex_a53 (%s/armv8_cortex_a53/cpus: 0,3-5), "
		 "armv8_cortex_a72 (%s/armv8_cortex_a72/cpus: 1-2)",
		 tree->root, tree->root);
	snprintf(expected, sizeof(expected), format, text, kinds);
	assert_int_equal(tree_event(tree, text, cpus), -EINVAL);
	assert_string_equal(tree->why, expected);
}

static void assert_type(struct pmu_tree *tree, const char *text, const char *cpus, uint32_t type)
{
	assert_int_equal(tree_event(tree, text, cpus), 0);
	assert_int_equal(tree->events.event[0].attr.type, type);
}

/* Whatever names a core's event: the thread must be on one kind. */
static void test_unpinned(void **state)
{
	static const char *const events[] = {
		"cpu_cycles",
		"armv8_cortex_a72/cpu_cycles/",
		"armv8_cortex_a53/event=0x11/",
		"cycles",
		"cycles:u",
		"L1-dcache-loads",
		"r11",
		"inst_spec",
	};
	size_t i;

	for (i = 0; i < SIZE(events); i++)
		assert_refused(*state, events[i], "0-5",
			       "%s: this may run on several kinds of core: %s; pin it to one kind, "
			       "as taskset -c does");
}

static void test_pinned(void **state)
{
	assert_type(*state, "cpu_cycles", "1-2", 9);
	assert_type(*state, "cpu_cycles", "0,4", 8);
	assert_type(*state, "cpu_cycles:u", "5", 8);
	assert_type(*state, "armv8_cortex_a72/cpu_cycles/", "2", 9);
	assert_type(*state, "inst_spec", "1", 9);
}

static void test_generic_types_are_refused_pinned_too(void **state)
{
	assert_refused(
		*state, "cycles:u", "1-2",
		"%s: it is generic, and there are several kinds of core: %s; name an event of "
		"this one's PMU: armv8_cortex_a72/EVENT/");
	assert_refused(
		*state, "r11", "0",
		"%s: it is generic, and there are several kinds of core: %s; name an event of "
		"this one's PMU: armv8_cortex_a53/EVENT/");
}

static void test_the_other_kind(void **state)
{
	struct pmu_tree *tree = *state;
	char expected[EVENT_WHY];

	assert_int_equal(tree_event(tree, "armv8_cortex_a53/cpu_cycles/", "1"), -EINVAL);
	snprintf(
		expected, sizeof(expected),
		"armv8_cortex_a53/cpu_cycles/: armv8_cortex_a53 counts on the processors 0,3-5 alone "
		"(%s/armv8_cortex_a53/cpus), and this may run on others; pin it with taskset -c 0,3-5",
		tree->root);
	assert_string_equal(tree->why, expected);
	assert_int_equal(tree_event(tree, "inst_spec", "0"), -EINVAL);
	assert_non_null(strstr(tree->why, "armv8_cortex_a72 counts on the processors 1-2 alone"));
}

/* Processors of a kind and one that no PMU is of. */
static void test_a_processor_without_a_pmu(void **state)
{
	struct pmu_tree *tree = *state;

	assert_int_equal(tree_event(tree, "cpu_cycles", "1,9"), -EINVAL);
	assert_non_null(strstr(tree->why, "counts on the processors 1-2 alone"));
}

static void test_the_kernels_own_events_are_everywhere(void **state)
{
	assert_type(*state, "page-faults", "0-5", PERF_TYPE_SOFTWARE);
	assert_type(*state, "task-clock", "0-5", PERF_TYPE_SOFTWARE);
}

static void test_lists_of_processors(void **state)
{
	static const char *const bad[] = { "", ",", "1,", "a", "3-1", "1-", "-1", "1 2", "1,,2" };
	cpu_set_t cpus;
	size_t i;

	assert_int_equal(cpus_parse("0,2-4,1023", &cpus), 0);
	assert_int_equal(CPU_COUNT(&cpus), 5);
	assert_true(CPU_ISSET(0, &cpus) && CPU_ISSET(3, &cpus) && CPU_ISSET(1023, &cpus));
	assert_int_equal(cpus_parse("1024", &cpus), -ERANGE);
	assert_int_equal(cpus_parse("0-99999999999999999999", &cpus), -ERANGE);
	for (i = 0; i < SIZE(bad); i++)
		assert_int_equal(cpus_parse(bad[i], &cpus), -EINVAL);
}

static void test_pmus_that_are_none(void **state)
{
	static const struct pmu_file odd[] = {
		{ "no_type/format/event", "config:0-7" },
		{ "word/type", "software" },
		{ "good/type", "4294967295" },
		{ "large/type", "4294967296" },
		{ "cpus/type", "4" },
		{ "cpus/cpus", "many" },
	};
	struct pmu_tree tree;
	struct pmus none;

	tree_make(&tree, odd, SIZE(odd));
	assert_int_equal(tree.pmus.nr, 1);
	assert_ptr_equal(pmus_find(&tree.pmus, "good"), &tree.pmus.pmu[0]);
	assert_int_equal(tree.pmus.pmu[0].type, UINT32_MAX);
	tree_remove(&tree);
	assert_int_equal(pmus_open(&none, "/nonexistent/devices"), -ENOENT);
	pmus_close(&none);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_unpinned, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pinned, setup, teardown),
		cmocka_unit_test_setup_teardown(test_generic_types_are_refused_pinned_too, setup,
						teardown),
		cmocka_unit_test_setup_teardown(test_the_other_kind, setup, teardown),
		cmocka_unit_test_setup_teardown(test_a_processor_without_a_pmu, setup, teardown),
		cmocka_unit_test_setup_teardown(test_the_kernels_own_events_are_everywhere, setup,
						teardown),
		cmocka_unit_test(test_lists_of_processors),
		cmocka_unit_test(test_pmus_that_are_none),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
