// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: attrs of all sizes, names, groups that are read together, and what the recording says of
 * itself; as files and streams of both byte orders.
 */
#include <errno.h>
#include <stdio.h>

#include "tests/unit/perfdata_test.h"

static struct build b;
static struct seen seen;

static const struct build_event one = { .type = 1 };

/* All sizes that kernels had, and one to come. */
static void attrs_of_any_size(void **state)
{
	static const uint32_t sizes[] = { 64, 72, 80, 96, 104, 112, 120, 128, 136, 144, 200 };
	struct build_event event = { .type = 4, .config = 0x1234, .branch_sample_type = 5 };

	event.flags = 1ull << PERFDATA_EXCLUDE_KERNEL | 1ull << PERFDATA_EXCLUDE_HV |
		      2ull << PERFDATA_PRECISE_IP | 1ull << PERFDATA_EXCLUDE_GUEST;
	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			b.attr_size = sizes[i];
			build_events(&b, &event, 1);
			build_sample(&b, 10, 1, 0x1000);
			read_all(&b, &seen);
			assert_int_equal(perfdata_nr_events(seen.pd), 1);
			assert_int_equal(perfdata_event(seen.pd, 0)->config, 0x1234);
			assert_int_equal(perfdata_event(seen.pd, 0)->flags,
					 event.flags | 1 << PERFDATA_SAMPLE_ID_ALL);
			assert_string_equal(perfdata_event(seen.pd, 0)->name, "raw 0x1234:uppH");
			assert_int_equal(seen.nr, 1);
			perfdata_close(seen.pd);
		}
	}
}

static void names_are_made(void **state)
{
	static const struct {
		struct build_event event;
		const char *name;
	} cases[] = {
		{ { .type = 0, .config = 0 }, "cycles:HG" },
		{ { .type = 0, .config = 99 }, "type 0 config 0x63:HG" },
		{ { .type = 1, .config = 2 }, "page-faults:HG" },
		{ { .type = 3, .config = 0x10000 }, "L1-dcache-load-misses:HG" },
		{ { .type = 3, .config = 0x00102 }, "LLC-stores:HG" },
		{ { .type = 3, .config = 0x00203 }, "dTLB-prefetches:HG" },
		{ { .type = 3, .config = 0xff }, "type 3 config 0xff:HG" },
		{ { .type = 4, .config = 0xc0 }, "raw 0xc0:HG" },
		{ { .type = 1, .flags = 1 << PERFDATA_EXCLUDE_USER }, "cpu-clock:kh" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		build_way(&b, 0);
		build_events(&b, &cases[i].event, 1);
		build_sample(&b, 10, 1, 0x1000);
		read_all(&b, &seen);
		assert_string_equal(perfdata_event(seen.pd, 0)->name, cases[i].name);
		perfdata_close(seen.pd);
	}
}

static void names_are_read(void **state)
{
	static const struct build_event two[2] = { { .type = 8 }, { .type = 8, .config = 1 } };
	size_t at;

	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_events(&b, two, 2);
		at = build_record(&b, 78, 0);
		build_u64(&b, 2);
		build_u64(&b, 1001);
		build_string(&b, "renamed");
		build_close(&b, at);
		at = build_record(&b, 78, 0); /* a unit */
		build_u64(&b, 0);
		build_u64(&b, 1000);
		build_string(&b, "Joules");
		build_close(&b, at);
		build_sample_of(&b, 1, 10, 1, 0x1000, 1, 2);
		build_sample_of(&b, 8, 10, 1, 0x1000, 2, 2); /* an id that EVENT_DESC has */
		build_feature_begin(&b, 12);
		build_u32(&b, 2);
		build_u32(&b, 64);
		for (int i = 0; i < 2; i++) {
			memset(b.bytes + b.size, 0, 64);
			b.size += 64;
			build_u32(&b, 1);
			build_sized_string(&b, i ? "second" : "first");
			build_u64(&b, 1008);
		}
		build_feature_end(&b);
		build_feature_begin(&b, 16);
		build_u32(&b, 2);
		build_u32(&b, 8);
		build_sized_string(&b, "power");
		build_u32(&b, 9);
		build_sized_string(&b, "other");
		build_feature_end(&b);
		build_feature_begin(&b, 17);
		build_u32(&b, 1);
		build_sized_string(&b, "both");
		build_u32(&b, 0);
		build_u32(&b, 2);
		build_feature_end(&b);
		build_finish(&b);
		read_all(&b, &seen);
		assert_string_equal(perfdata_event(seen.pd, 0)->name, "first");
		assert_string_equal(perfdata_event(seen.pd, 1)->name,
				    b.stream ? "second" : "renamed");
		assert_string_equal(perfdata_event(seen.pd, 1)->pmu, "power");
		assert_int_equal(perfdata_event(seen.pd, 1)->leader, 0);
		assert_string_equal(perfdata_event(seen.pd, 0)->group, "both");
		assert_null(perfdata_event(seen.pd, 1)->group);
		assert_int_equal(seen.nr, 2);
		assert_int_equal(seen.sample[0].event, 1);
		assert_int_equal(seen.sample[1].event, 0);
		perfdata_close(seen.pd);
	}
}

/* A string may be unterminated, a count may be anything: what is whole before it is used. */
static void bad_features_are_left_out(void **state)
{
	static const int bits[] = { 3, 7, 11, 12, 13, 16, 17, 21, 27, 29, 33, 40, 200 };

	for (int way = 0; way < NR_WAYS; way++) {
		for (uint32_t value = 0; value < 2; value++) {
			build_way(&b, way);
			build_events(&b, &one, 1);
			build_sample(&b, 10, 1, 0x1000);
			for (size_t i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
				build_feature_begin(&b, bits[i]);
				for (int k = 0; k < 6; k++)
					build_u32(&b, value ? UINT32_MAX - k : 1u + k);
				build_feature_end(&b);
			}
			build_finish(&b);
			read_all(&b, &seen);
			assert_int_equal(seen.nr, 1);
			if (value)
				assert_null(perfdata_info(seen.pd)->hostname);
			assert_int_equal(perfdata_counts(seen.pd)->unknown_features, 2);
			perfdata_close(seen.pd);
		}
	}
}

static void build_info(void)
{
	static const int texts[] = { 3, 4, 5, 6 };
	static const char *const values[] = { "host", "6.1", "perf 6.1", "s390x" };

	for (int i = 0; i < 4; i++) {
		build_feature_begin(&b, texts[i]);
		build_sized_string(&b, values[i]);
		build_feature_end(&b);
	}
	build_feature_begin(&b, 7);
	build_u32(&b, 4);
	build_u32(&b, 2);
	build_feature_end(&b);
	build_feature_begin(&b, 8);
	build_sized_string(&b, "a cpu");
	build_feature_end(&b);
	build_feature_begin(&b, 10);
	build_u64(&b, 4096);
	build_feature_end(&b);
	build_feature_begin(&b, 11);
	build_u32(&b, 3);
	build_sized_string(&b, "perf");
	build_sized_string(&b, "record");
	build_sized_string(&b, "true");
	build_feature_end(&b);
	build_feature_begin(&b, 13);
	for (int k = 0; k < 2; k++) {
		build_u32(&b, 1);
		build_sized_string(&b, "0-3");
	}
	for (int i = 0; i < 4; i++) {
		build_u32(&b, i);
		build_u32(&b, i / 2);
	}
	build_feature_end(&b);
	build_feature_begin(&b, 15);
	build_feature_end(&b);
	build_feature_begin(&b, 21);
	build_u64(&b, 111);
	build_u64(&b, 222);
	build_feature_end(&b);
	build_feature_begin(&b, 23);
	build_u64(&b, 333);
	build_feature_end(&b);
	build_feature_begin(&b, 27);
	for (int i = 0; i < 5; i++)
		build_u32(&b, i);
	build_feature_end(&b);
	build_feature_begin(&b, 29);
	build_u32(&b, 1);
	build_u32(&b, 7);
	build_u64(&b, 444);
	build_u64(&b, 555);
	build_feature_end(&b);
	build_finish(&b);
}

/* An empty word takes five bytes of a file, and more here: there is an end. */
static void command_lines_have_an_end(void **state)
{
	const struct perfdata_info *info;

	build_way(&b, 0);
	build_events(&b, &one, 1);
	build_sample(&b, 10, 1, 0x1000);
	build_feature_begin(&b, 11);
	build_u32(&b, UINT32_MAX);
	while (b.size < BUILD_SIZE - 1024) {
		build_u32(&b, 1);
		build_put(&b, "", 1);
	}
	build_feature_end(&b);
	build_finish(&b);
	read_all(&b, &seen);
	info = perfdata_info(seen.pd);
	assert_int_equal(info->nr_words, 1 << 15);
	assert_string_equal(info->words[(1 << 15) - 1], "");
	perfdata_close(seen.pd);
}

static void recordings_say_what_they_are(void **state)
{
	const struct perfdata_info *info;

	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_events(&b, &one, 1);
		build_sample(&b, 10, 1, 0x1000);
		build_info();
		read_all(&b, &seen);
		info = perfdata_info(seen.pd);
		assert_string_equal(info->hostname, "host");
		assert_string_equal(info->os_release, "6.1");
		assert_string_equal(info->version, "perf 6.1");
		assert_string_equal(info->arch, "s390x");
		assert_string_equal(info->cpu_desc, "a cpu");
		assert_null(info->cpu_id);
		assert_string_equal(info->cmdline, "perf record true");
		assert_int_equal(info->nr_words, 3);
		assert_string_equal(info->words[0], "perf");
		assert_string_equal(info->words[2], "true");
		assert_int_equal(info->nr_cpus_available, 4);
		assert_int_equal(info->nr_cpus_online, 2);
		assert_int_equal(info->total_memory_kb, 4096);
		assert_int_equal(info->first_sample, 111);
		assert_int_equal(info->last_sample, 222);
		assert_int_equal(info->clock_resolution_ns, 333);
		assert_int_equal(info->clock_id, 7);
		assert_int_equal(info->clock_wall_ns, 444);
		assert_int_equal(info->clock_ns, 555);
		assert_int_equal(info->compression_level, 2);
		assert_int_equal(info->compression_ratio, 3);
		assert_true(info->has_branch_stacks);
		assert_int_equal(perfdata_socket(seen.pd, 1), 0);
		assert_int_equal(perfdata_socket(seen.pd, 3), 1);
		assert_int_equal(perfdata_socket(seen.pd, 4), -1);
		perfdata_close(seen.pd);
	}
}

/* One sample of {a,b}:S: id (with several events), then nr [enabled] [running] {value id [lost]}. */
static void build_read(uint64_t format, uint32_t tid, uint64_t first, uint64_t second)
{
	size_t at = build_record(&b, 9, 2);

	build_u64(&b, 0x1000);
	build_u32(&b, 10);
	build_u32(&b, tid);
	build_u64(&b, 1);
	build_u64(&b, 1000);
	build_u64(&b, 1);
	build_u64(&b, 2);
	for (int i = 0; i < 2; i++)
		if (format >> i & 1)
			build_u64(&b, 99);
	for (int i = 0; i < 2; i++) {
		build_u64(&b, i ? second : first);
		build_u64(&b, 1000 + i);
		if (format & 16)
			build_u64(&b, 77);
	}
	build_close(&b, at);
}

/* The period of each member is what its counter grew by. */
static void groups_are_read(void **state)
{
	struct build_event events[2] = {
		{ .type = 1, .sample_type = 1 | 2 | 4 | 64 | 256 | 16 },
		{ .type = 1, .config = 1, .sample_type = 1 | 2 | 4 | 64 | 256 | 16 }
	};

	for (int way = 0; way < NR_WAYS; way++) {
		for (uint64_t format = 12; format < 32; format++) {
			if ((format & 12) != 12)
				continue;
			build_way(&b, way);
			events[0].read_format = events[1].read_format = format;
			build_events(&b, events, 2);
			build_read(format, 10, 100, 7);
			build_read(format, 10, 150, 7);
			build_read(format, 10, 175, 9);
			read_all(&b, &seen);
			assert_int_equal(seen.nr, 5);
			assert_int_equal(seen.sample[0].period, 100);
			assert_int_equal(seen.sample[1].period, 7);
			assert_int_equal(seen.sample[1].event, 1);
			assert_int_equal(seen.sample[2].period, 50);
			assert_int_equal(seen.sample[3].period, 25);
			assert_int_equal(seen.sample[4].period, 2);
			perfdata_close(seen.pd);
		}
	}
}

/* A counter that threads inherit counts for each of them. */
static void inherited_counters_are_each_threads(void **state)
{
	struct build_event events[2] = {
		{ .type = 1, .sample_type = 1 | 2 | 4 | 64 | 256 | 16 },
		{ .type = 1, .config = 1, .sample_type = 1 | 2 | 4 | 64 | 256 | 16 }
	};

	for (int i = 0; i < 2; i++) {
		events[i].read_format = 12;
		events[i].flags = 1 << PERFDATA_INHERIT;
	}
	build_way(&b, 0);
	build_events(&b, events, 2);
	build_read(12, 10, 100, 0);
	build_read(12, 11, 30, 0);
	build_read(12, 10, 101, 0);
	build_read(12, 11, 32, 0);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 4);
	assert_int_equal(seen.sample[1].period, 30);
	assert_int_equal(seen.sample[2].period, 1);
	assert_int_equal(seen.sample[3].period, 2);
	perfdata_close(seen.pd);
}

/* perf record -c: no PERIOD in the sample, it is the event's. */
static void fixed_periods(void **state)
{
	struct build_event event = { .type = 1, .sample_type = 1 | 2 | 4, .period = 1000000 };
	size_t at;

	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_events(&b, &event, 1);
		at = build_record(&b, 9, 2);
		build_u64(&b, 0x1000);
		build_u64(&b, 0);
		build_u64(&b, 1);
		build_close(&b, at);
		read_all(&b, &seen);
		assert_int_equal(seen.sample[0].period, 1000000);
		perfdata_close(seen.pd);
	}
}

/* IDENTIFIER is first in a sample and last in other records, also where ID, CPU and more are there. */
static void identifiers(void **state)
{
	struct build_event events[2] = { { .type = 1 }, { .type = 1, .config = 1 } };
	size_t at;

	for (int way = 0; way < NR_WAYS; way++) {
		events[0].sample_type = events[1].sample_type =
			0x10000 | 1 | 2 | 4 | 8 | 64 | 512 | 128 | 256;
		build_way(&b, way);
		build_events(&b, events, 2);
		build_mmap(&b, 10, 50, 0x400000, 0x1000, 0, "/new", 2);
		build_mmap(&b, 10, 20, 0x400000, 0x1000, 0, "/old", 2);
		at = build_record(&b, 9, 2);
		build_u64(&b, 1001);
		build_u64(&b, 0x400010);
		build_u32(&b, 10);
		build_u32(&b, 12);
		build_u64(&b, 30);
		build_u64(&b, 0xadd);
		build_u64(&b, 1001);
		build_u64(&b, 5);
		build_u32(&b, 3);
		build_u32(&b, 0);
		build_u64(&b, 55);
		build_close(&b, at);
		read_all(&b, &seen);
		assert_int_equal(seen.nr, 1);
		assert_int_equal(seen.sample[0].event, 1);
		assert_int_equal(seen.sample[0].period, 55);
		assert_int_equal(seen.sample[0].pid, 10);
		assert_int_equal(seen.sample[0].tid, 12);
		assert_string_equal(seen.object[0], "/old");
		perfdata_close(seen.pd);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attrs_of_any_size),
		cmocka_unit_test(names_are_made),
		cmocka_unit_test(names_are_read),
		cmocka_unit_test(bad_features_are_left_out),
		cmocka_unit_test(recordings_say_what_they_are),
		cmocka_unit_test(command_lines_have_an_end),
		cmocka_unit_test(groups_are_read),
		cmocka_unit_test(inherited_counters_are_each_threads),
		cmocka_unit_test(fixed_periods),
		cmocka_unit_test(identifiers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
