// SPDX-License-Identifier: GPL-2.0-only
/*
 * test_bench_host.c - facts of machines that are not this one, from trees that look like theirs
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <json-c/json.h>

#include "bench/bench.h"
#include "bench/host.h"
#include "pmu_tree.h"

#define CPU "sys/devices/system/cpu/"

/* Two threads a core, a frequency driver, no hypervisor. */
static const struct pmu_file desktop[] = {
	{ "proc/cpuinfo",
	  "processor\t: 0\nmodel name\t: Big Core 1\nflags\t\t: fpu tsc hypervisors\n"
	  "processor\t: 3\nmodel name\t: Small Core 2\nflags\t\t: fpu tsc\n" },
	{ CPU "online", "0-3" },
	{ CPU "cpu0/topology/thread_siblings_list", "0-1" },
	{ CPU "cpu1/topology/thread_siblings_list", "0-1" },
	{ CPU "cpu2/topology/thread_siblings_list", "2-3" },
	{ CPU "cpu3/topology/thread_siblings_list", "2-3" },
	{ CPU "cpu3/cache/index0/level", "1" },
	{ CPU "cpu3/cache/index0/type", "Data" },
	{ CPU "cpu3/cache/index0/size", "48K" },
	{ CPU "cpu3/cache/index0/shared_cpu_list", "2-3" },
	{ CPU "cpu3/cache/index1/level", "2" },
	{ CPU "cpu3/cache/index1/type", "Unified" },
	{ CPU "cpu3/cache/index1/size", "2M" },
	{ CPU "cpu3/cpufreq/scaling_driver", "intel_pstate" },
	{ CPU "cpu3/cpufreq/scaling_governor", "powersave" },
	{ CPU "cpu3/cpufreq/scaling_min_freq", "800000" },
	{ CPU "cpu3/cpufreq/scaling_max_freq", "5100000" },
	{ CPU "intel_pstate/no_turbo", "0" },
	{ CPU "vulnerabilities/spectre_v2", "Mitigation: Retpolines" },
	{ "sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc" },
};

static const struct pmu_file guest[] = {
	{ "proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU\nflags\t\t: fpu hypervisor tsc" },
	{ CPU "online", "0" },
	{ CPU "cpufreq/boost", "0" },
	{ "sys/class/dmi/id/sys_vendor", "QEMU" },
};

static const struct pmu_file board[] = {
	{ "proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
			  "CPU variant\t: 0x3\nCPU part\t: 0xd0c\nCPU revision\t: 1\n" },
	{ CPU "online", "0-79" },
};

static void read_tree(struct host *host, const struct pmu_file *files, size_t nr, unsigned int cpu)
{
	struct pmu_tree tree;

	tree_make(&tree, files, nr);
	host_read(host, tree.root, cpu);
	tree_remove(&tree);
}

static void test_desktop(void **state)
{
	struct host host;

	read_tree(&host, desktop, ARRAY_SIZE(desktop), 3);
	assert_string_equal(host.cpu, "Small Core 2");
	assert_int_equal(host.cpus, 4);
	assert_int_equal(host.cores, 2);
	assert_int_equal(host.nr_caches, 2);
	assert_int_equal(host.caches[0].size_bytes, 48 << 10);
	assert_string_equal(host.caches[0].type, "Data");
	assert_string_equal(host.caches[0].shared, "2-3");
	assert_int_equal(host.caches[1].level, 2);
	assert_int_equal(host.caches[1].size_bytes, 2 << 20);
	assert_string_equal(host.driver, "intel_pstate");
	assert_string_equal(host.governor, "powersave");
	assert_string_equal(host.turbo, "on");
	assert_int_equal(host.min_khz, 800000);
	assert_int_equal(host.max_khz, 5100000);
	assert_int_equal(host.is_virtual, HOST_VIRTUAL_NO);
	assert_string_equal(host.clocksource, "tsc");
	assert_string_equal(host.spectre_v2, "Mitigation: Retpolines");
}

/* "hypervisors" is another word; and processor 0 has its own model. */
static void test_flags_are_words(void **state)
{
	struct host host;

	read_tree(&host, desktop, ARRAY_SIZE(desktop), 0);
	assert_string_equal(host.cpu, "Big Core 1");
	assert_int_equal(host.is_virtual, HOST_VIRTUAL_NO);
	assert_int_equal(host.nr_caches, 0);
}

static void test_guest(void **state)
{
	struct host host;

	read_tree(&host, guest, ARRAY_SIZE(guest), 0);
	assert_int_equal(host.is_virtual, HOST_VIRTUAL_YES);
	assert_string_equal(host.hypervisor, "QEMU");
	assert_string_equal(host.turbo, "off");
	assert_string_equal(host.driver, "");
	assert_int_equal(host.cores, 1);
}

static void test_board(void **state)
{
	struct host host;

	read_tree(&host, board, ARRAY_SIZE(board), 0);
	assert_string_equal(host.cpu, "implementer 0x41, variant 0x3, part 0xd0c, revision 1");
	assert_int_equal(host.cpus, 80);
	assert_int_equal(host.cores, 80);
	assert_int_equal(host.is_virtual, HOST_VIRTUAL_UNKNOWN);
}

static void test_nothing_to_read(void **state)
{
	struct host host;

	host_read(&host, "/nonexistent", 0);
	assert_string_equal(host.cpu, "");
	assert_int_equal(host.cpus, 0);
	assert_string_not_equal(host.kernel, "");
	assert_string_not_equal(host.compiler, "");
	assert_string_equal(host.commit, "unknown");
}

static void assert_member(struct json_object *json, const char *key, const char *expected)
{
	struct json_object *value;

	assert_true(json_object_object_get_ex(json, key, &value));
	assert_string_equal(json_object_get_string(value), expected);
}

static void test_json(void **state)
{
	struct json_object *json, *frequency, *caches;
	struct host host;

	read_tree(&host, desktop, ARRAY_SIZE(desktop), 3);
	json = host_json(&host);
	assert_member(json, "cpu", "Small Core 2");
	assert_member(json, "cores", "2");
	assert_member(json, "virtual", "no");
	assert_member(json, "commit", "unknown");
	assert_false(json_object_object_get_ex(json, "hypervisor", NULL));
	assert_true(json_object_object_get_ex(json, "frequency", &frequency));
	assert_member(frequency, "max_khz", "5100000");
	assert_true(json_object_object_get_ex(json, "caches", &caches));
	assert_int_equal(json_object_array_length(caches), 2);
	assert_member(json_object_array_get_idx(caches, 0), "bytes", "49152");
	json_object_put(json);
}

static void test_text(void **state)
{
	char *text = NULL;
	size_t len = 0;
	FILE *file = open_memstream(&text, &len);
	struct host host;

	read_tree(&host, desktop, ARRAY_SIZE(desktop), 3);
	host_print(&host, file);
	fclose(file);
	assert_non_null(
		strstr(text, "Small Core 2, 4 processors on 2 cores, L1d 48 KB, L2 2048 KB\n"));
	assert_non_null(strstr(text, "intel_pstate, governor powersave, 800 to 5100 MHz, turbo on; "
				     "no virtual machine; kernel "));
	assert_non_null(strstr(text, "\ncommit unknown, "));
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_desktop),
		cmocka_unit_test(test_flags_are_words),
		cmocka_unit_test(test_guest),
		cmocka_unit_test(test_board),
		cmocka_unit_test(test_nothing_to_read),
		cmocka_unit_test(test_json),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
