// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_event.c - events as perf writes them, against a tree of an arm64 PMU, one of x86, and
 * some others
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmu_tree.h"

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* As Linux 6.8 has it on a core with FEAT_PMUv3_TH, and two PMUs that are not the core's. */
static const struct pmu_file arm64[] = {
	{ "armv8_pmuv3_0/type", "8" },
	{ "armv8_pmuv3_0/cpus", "0-3" },
	{ "armv8_pmuv3_0/events/cpu_cycles", "event=0x0011" },
	{ "armv8_pmuv3_0/events/stall_slot", "event=0x003f" },
	{ "armv8_pmuv3_0/events/dtlb_walk", "event=0x0034" },
	{ "armv8_pmuv3_0/format/event", "config:0-15" },
	{ "armv8_pmuv3_0/format/long", "config1:0" },
	{ "armv8_pmuv3_0/format/rdpmc", "config1:1" },
	{ "armv8_pmuv3_0/format/threshold_count", "config1:2" },
	{ "armv8_pmuv3_0/format/threshold_compare", "config1:3-4" },
	{ "armv8_pmuv3_0/format/threshold", "config1:5-16" },
	{ "armv8_pmuv3_0/caps/threshold_max", "0x000000ff" },
	{ "armv8_pmuv3_0/caps/slots", "0x00000008" },
	{ "arm_dsu_0/type", "9" },
	{ "arm_dsu_0/cpumask", "0" },
	{ "arm_dsu_0/events/bus_access", "event=0x19" },
	{ "arm_dsu_0/format/event", "config:0-31" },
	{ "msr/type", "10" },
	{ "msr/events/tsc", "event=0x00" },
	{ "msr/events/joules", "event=0x5" },
	{ "msr/events/joules.scale", "2.5e-1" },
	{ "msr/events/joules.unit", "Joules" },
	{ "msr/format/event", "config:0-63" },
};

static const struct pmu_file x86[] = {
	{ "cpu/type", "4" },
	{ "cpu/events/cache-misses", "event=0x2e,umask=0x41" },
	{ "cpu/events/cycles-t", "event=0x3c,in_tx" },
	{ "cpu/events/asks", "event=0x7,umask=?" },
	{ "cpu/format/event", "config:0-7,32-35" },
	{ "cpu/format/umask", "config:8-15" },
	{ "cpu/format/in_tx", "config:32" },
	{ "cpu/format/offcore_rsp", "config1:0-63" },
	{ "cpu/format/ldlat", "config2:0-15" },
	{ "cpu/format/odd", "config7:0" },
	{ "cpu/caps/odd_max", "1" },
};

static void assert_configs(const struct pmu_tree *tree, uint64_t config, uint64_t config1)
{
	assert_int_equal(tree->events.nr, 1);
	assert_int_equal(tree->events.event[0].attr.config, config);
	assert_int_equal(tree->events.event[0].attr.config1, config1);
}

static void assert_refused(struct pmu_tree *tree, const char *text, const char *sentence)
{
	assert_int_equal(tree_event(tree, text, "0"), -EINVAL);
	assert_string_equal(tree->why, sentence);
	assert_int_equal(tree->events.nr, 0);
}

static void assert_event(struct pmu_tree *tree, const char *text, const char *pmu, uint32_t type,
			 uint64_t config, uint64_t config1)
{
	assert_int_equal(tree_event(tree, text, "0"), 0);
	assert_string_equal(tree->why, "");
	assert_configs(tree, config, config1);
	assert_string_equal(tree->events.event[0].name, text);
	assert_string_equal(tree->events.event[0].pmu, pmu);
	assert_int_equal(tree->events.event[0].attr.type, type);
}

static void test_generic(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "cycles", "hardware", PERF_TYPE_HARDWARE, 0, 0);
	assert_true(tree->events.event[0].core);
	assert_event(tree, "instructions:u", "hardware", PERF_TYPE_HARDWARE, 1, 0);
	assert_event(tree, "branch-misses", "hardware", PERF_TYPE_HARDWARE, 5, 0);
	assert_event(tree, "page-faults", "software", PERF_TYPE_SOFTWARE, 2, 0);
	assert_false(tree->events.event[0].core);
	assert_event(tree, "task-clock", "software", PERF_TYPE_SOFTWARE, 1, 0);
	assert_string_equal(tree->events.event[0].unit, "ns");
	assert_event(tree, "L1-dcache-loads", "cache", PERF_TYPE_HW_CACHE, 0, 0);
	assert_event(tree, "LLC-store-misses", "cache", PERF_TYPE_HW_CACHE, 0x10102, 0);
	assert_event(tree, "branch-prefetch-misses", "cache", PERF_TYPE_HW_CACHE, 0x10205, 0);
	assert_event(tree, "r00c0", "raw", PERF_TYPE_RAW, 0xc0, 0);
	assert_event(tree, "r20000038f:k", "raw", PERF_TYPE_RAW, 0x20000038f, 0);
}

static void test_names_of_the_pmu_of_this_processor(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "stall_slot", "armv8_pmuv3_0", 8, 0x3f, 0);
	assert_true(tree->events.event[0].core);
	assert_int_equal(tree->events.event[0].user_bit, 2);
	assert_int_equal(tree->events.event[0].long_bit, 1);
	assert_false(tree->events.event[0].bits_given);
	assert_event(tree, "tsc", "msr", 10, 0, 0);
	assert_int_equal(tree->events.event[0].user_bit, 0);
}

/* The two examples of the kernel's perf.rst, and the same with other spellings. */
static void test_thresholds(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "stall_slot/threshold=2,threshold_compare=2/", "armv8_pmuv3_0", 8, 0x3f,
		     2 << 5 | 2 << 3);
	assert_event(tree, "dtlb_walk/threshold=10,threshold_compare=3,threshold_count/",
		     "armv8_pmuv3_0", 8, 0x34, 10 << 5 | 3 << 3 | 1 << 2);
	assert_event(tree, "armv8_pmuv3_0/stall_slot,threshold=0xff/u", "armv8_pmuv3_0", 8, 0x3f,
		     255 << 5);
	assert_event(tree, "cycles/threshold=1/", "hardware", PERF_TYPE_HARDWARE, 0, 1 << 5);
	assert_event(tree, "stall_slot/threshold=0,threshold_compare=1/", "armv8_pmuv3_0", 8, 0x3f,
		     1 << 3);
}

static void test_limits(void **state)
{
	struct pmu_tree *tree = *state;

	assert_refused(tree, "stall_slot/threshold=4096/",
		       "stall_slot/threshold=4096/: threshold=4096: its field holds 4095 at most "
		       "(armv8_pmuv3_0/format/threshold)");
	assert_refused(tree, "stall_slot/threshold=256/",
		       "stall_slot/threshold=256/: threshold=256: armv8_pmuv3_0 takes 255 at most "
		       "(caps/threshold_max)");
	assert_refused(tree, "stall_slot/config1=0x2000/",
		       "stall_slot/config1=0x2000/: threshold=256: armv8_pmuv3_0 takes 255 at most "
		       "(caps/threshold_max)");
	assert_refused(
		tree, "stall_slot/threshold=1,threshold_compare=4/",
		"stall_slot/threshold=1,threshold_compare=4/: threshold_compare=4: its field "
		"holds 3 at most (armv8_pmuv3_0/format/threshold_compare)");
	assert_refused(tree, "stall_slot/event=0x10000/",
		       "stall_slot/event=0x10000/: event=65536: its field holds 65535 at most "
		       "(armv8_pmuv3_0/format/event)");
}

static void test_no_thresholds(void **state)
{
	struct pmu_tree *tree = *state;
	static const struct pmu_file none = { "armv8_pmuv3_0/caps/threshold_max", "0x00000000" };

	tree_write(tree->root, &none);
	assert_refused(tree, "stall_slot/threshold=1/",
		       "stall_slot/threshold=1/: threshold=1: armv8_pmuv3_0 cannot do this "
		       "(caps/threshold_max is 0)");
	assert_event(tree, "stall_slot/threshold=0/", "armv8_pmuv3_0", 8, 0x3f, 0);
	assert_event(tree, "stall_slot", "armv8_pmuv3_0", 8, 0x3f, 0);
}

static void test_access_bits_that_are_typed_stay(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "cpu_cycles/rdpmc/", "armv8_pmuv3_0", 8, 0x11, 2);
	assert_true(tree->events.event[0].bits_given);
	assert_event(tree, "cpu_cycles/long,rdpmc=0/", "armv8_pmuv3_0", 8, 0x11, 1);
	assert_true(tree->events.event[0].bits_given);
	assert_event(tree, "cycles/config1=3/", "hardware", PERF_TYPE_HARDWARE, 0, 3);
	assert_true(tree->events.event[0].bits_given);
	assert_event(tree, "cpu_cycles/event=0x11/", "armv8_pmuv3_0", 8, 0x11, 0);
	assert_false(tree->events.event[0].bits_given);
}

static void test_commas(void **state)
{
	struct pmu_tree *tree = *state;

	assert_int_equal(
		tree_event(tree, "cycles:u,stall_slot/threshold=2,threshold_compare=2/k,r11", "0"),
		0);
	assert_int_equal(tree->events.nr, 3);
	assert_string_equal(tree->events.event[0].name, "cycles:u");
	assert_string_equal(tree->events.event[1].name,
			    "stall_slot/threshold=2,threshold_compare=2/k");
	assert_string_equal(tree->events.event[2].name, "r11");
	assert_true(tree->events.event[1].attr.exclude_user);
	assert_int_equal(tree->events.event[2].attr.config, 0x11);
}

static void test_modifiers(void **state)
{
	static const struct {
		const char *text;
		unsigned int user, kernel, hv, host, guest;
	} cases[] = {
		{ "cycles", 0, 0, 0, 0, 0 },	{ "cycles:u", 0, 1, 1, 0, 0 },
		{ "cycles:k", 1, 0, 1, 0, 0 },	{ "cycles:h", 1, 1, 0, 0, 0 },
		{ "cycles:uk", 0, 0, 1, 0, 0 }, { "cycles:H", 0, 0, 0, 0, 1 },
		{ "cycles:G", 0, 0, 0, 1, 0 },	{ "cycles:GH", 0, 0, 0, 0, 0 },
		{ "cycles:uG", 0, 1, 1, 1, 0 }, { "cpu_cycles/rdpmc/u", 0, 1, 1, 0, 0 },
		{ "r11:kh", 1, 0, 0, 0, 0 },	{ "cpu_cycles/rdpmc/:u", 0, 1, 1, 0, 0 },
	};
	struct pmu_tree *tree = *state;
	size_t i;

	for (i = 0; i < SIZE(cases); i++) {
		const struct perf_event_attr *attr = &tree->events.event[0].attr;

		assert_int_equal(tree_event(tree, cases[i].text, "0"), 0);
		assert_int_equal(attr->exclude_user, cases[i].user);
		assert_int_equal(attr->exclude_kernel, cases[i].kernel);
		assert_int_equal(attr->exclude_hv, cases[i].hv);
		assert_int_equal(attr->exclude_host, cases[i].host);
		assert_int_equal(attr->exclude_guest, cases[i].guest);
	}
}

static void test_unit_and_scale(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "msr/joules/", "msr", 10, 5, 0);
	assert_true(tree->events.event[0].scale == 0.25);
	assert_string_equal(tree->events.event[0].unit, "Joules");
	assert_event(tree, "msr/tsc/", "msr", 10, 0, 0);
	assert_true(tree->events.event[0].scale == 1);
	assert_refused(tree, "joules.unit", "joules.unit: no event of this name");
}

static void test_refusals(void **state)
{
	struct pmu_tree *tree = *state;

	assert_refused(tree, "cycels", "cycels: no event of this name; near: cycles");
	assert_refused(tree, "stal_slots", "stal_slots: no event of this name; near: stall_slot");
	assert_refused(
		tree, "arm8_pmuv3_0/event=1/",
		"arm8_pmuv3_0/event=1/: no event and no PMU of this name; near: armv8_pmuv3_0");
	assert_refused(tree, "stall_slot/treshold=2/",
		       "stall_slot/treshold=2/: treshold: armv8_pmuv3_0 has no such term; "
		       "near: threshold");
	assert_refused(tree, "armv8_pmuv3_0/stall_slat/",
		       "armv8_pmuv3_0/stall_slat/: stall_slat: armv8_pmuv3_0 has no such term or "
		       "event; near: stall_slot");
	assert_refused(
		tree, "armv8_pmuv3_0/event=x/",
		"armv8_pmuv3_0/event=x/: event=x: not a number of 64 bits, decimal or behind "
		"0x");
	assert_refused(tree, "cycles:ux",
		       "cycles:ux: 'x' is not a modifier here: they are u, k, h, H and G");
	assert_refused(tree, "cycles:", "cycles:: no modifier behind ':'");
	assert_refused(tree, "cycles/threshold=1", "cycles/threshold=1: the second '/' is missing");
	assert_refused(tree, "", "empty event: there is no name");
	assert_refused(tree, ":u", ":u: there is no name");
	assert_refused(tree, "page-faults/threshold=1/",
		       "page-faults/threshold=1/: page-faults has no terms: the kernel counts it "
		       "itself");
	assert_refused(
		tree, "arm_dsu_0/bus_access/",
		"arm_dsu_0/bus_access/: arm_dsu_0 counts for all that runs on a package, not "
		"for one program (it has a file cpumask)");
	assert_refused(tree, "../msr/", "../msr/: no event and no PMU of this name");
}

static void test_an_event_that_is_refused_takes_the_rest_with_it(void **state)
{
	struct pmu_tree *tree = *state;

	assert_int_equal(tree_event(tree, "cycles,cycels,faults", "0"), -EINVAL);
	assert_string_equal(tree->why, "cycels: no event of this name; near: cycles");
	assert_int_equal(tree->events.nr, 1);
}

static void test_too_long_and_too_many(void **state)
{
	char text[EVENT_NAME + 2], many[3 * (EVENTS_MAX + 1)];
	struct pmu_tree *tree = *state;
	size_t i;

	memset(text, 'c', sizeof(text));
	text[sizeof(text) - 1] = '\0';
	assert_int_equal(tree_event(tree, text, "0"), -EINVAL);
	assert_non_null(strstr(tree->why, "the event is too long"));
	for (i = 0; i < EVENTS_MAX + 1; i++)
		memcpy(many + 3 * i, "cs,", 3);
	many[sizeof(many) - 1] = '\0';
	assert_int_equal(tree_event(tree, many, "0"), -EINVAL);
	assert_non_null(strstr(tree->why, "too many events"));
	assert_int_equal(tree->events.nr, EVENTS_MAX);
}

static void test_terms_of_x86(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "cpu/event=0x3c,umask=0x0/", "cpu", 4, 0x3c, 0);
	assert_event(tree, "cpu/event=0xa3c,umask=0x41/u", "cpu", 4, 0xa0000413c, 0);
	assert_event(tree, "cpu/cache-misses/", "cpu", 4, 0x412e, 0);
	assert_event(tree, "cpu/cache-misses,umask=0x1/", "cpu", 4, 0x12e, 0);
	assert_event(tree, "cpu/umask=0x1,cache-misses/", "cpu", 4, 0x412e, 0);
	assert_event(tree, "cpu/cycles-t/", "cpu", 4, 0x10000003c, 0);
	assert_event(tree, "cpu/r1a8/", "cpu", 4, 0x1a8, 0);
	assert_event(tree, "cpu/r0x1a8/", "cpu", 4, 0x1a8, 0);
	assert_event(tree, "cpu/config=0x1a8,offcore_rsp=0xffffffffffffffff/", "cpu", 4, 0x1a8,
		     UINT64_MAX);
	assert_event(tree, "cpu/event=1,ldlat=0xfff/", "cpu", 4, 1, 0);
	assert_int_equal(tree->events.event[0].attr.config2, 0xfff);
}

static void test_x86_refusals(void **state)
{
	struct pmu_tree *tree = *state;

	assert_refused(tree, "cpu/event=0x1000/",
		       "cpu/event=0x1000/: event=4096: its field holds 4095 at most "
		       "(cpu/format/event)");
	assert_refused(tree, "cpu/asks/", "cpu/asks/: it needs a value: umask=VALUE");
	assert_event(tree, "cpu/asks,umask=3/", "cpu", 4, 0x307, 0);
	assert_int_equal(tree_event(tree, "cpu/odd/", "0"), -EINVAL);
	assert_non_null(strstr(tree->why, "format/odd says \"config7:0\", which markbench cannot"));
}

/* Where nothing of the processor counts, generic names go on to the kernel, terms do not. */
static void test_without_a_pmu(void **state)
{
	struct pmu_tree *tree = *state;

	assert_event(tree, "cycles", "hardware", PERF_TYPE_HARDWARE, 0, 0);
	assert_false(tree->events.event[0].core);
	assert_refused(
		tree, "cycles/threshold=1/",
		"cycles/threshold=1/: cycles has no terms: there is no PMU of a processor here");
	assert_refused(tree, "stall_slot",
		       "stall_slot: no event of this name; there is no PMU of a processor here");
}

static int setup(void **state, const struct pmu_file *files, size_t nr)
{
	struct pmu_tree *tree = calloc(1, sizeof(*tree));

	assert_non_null(tree);
	tree_make(tree, files, nr);
	*state = tree;
	return 0;
}

static int setup_arm64(void **state)
{
	return setup(state, arm64, SIZE(arm64));
}

static int setup_x86(void **state)
{
	return setup(state, x86, SIZE(x86));
}

static int setup_empty(void **state)
{
	return setup(state, NULL, 0);
}

static int teardown(void **state)
{
	tree_remove(*state);
	free(*state);
	return 0;
}

#define ON(tree, test) cmocka_unit_test_setup_teardown(test, setup_##tree, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		ON(arm64, test_generic),
		ON(arm64, test_names_of_the_pmu_of_this_processor),
		ON(arm64, test_thresholds),
		ON(arm64, test_limits),
		ON(arm64, test_no_thresholds),
		ON(arm64, test_access_bits_that_are_typed_stay),
		ON(arm64, test_commas),
		ON(arm64, test_modifiers),
		ON(arm64, test_unit_and_scale),
		ON(arm64, test_refusals),
		ON(arm64, test_an_event_that_is_refused_takes_the_rest_with_it),
		ON(arm64, test_too_long_and_too_many),
		ON(x86, test_terms_of_x86),
		ON(x86, test_x86_refusals),
		ON(empty, test_without_a_pmu),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
