// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reader, on recordings built in memory.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/perfdata_test.h"

static struct build b;
static struct seen seen;

static void refuses_what_is_no_recording(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	refuse("", 0, "empty");
	refuse("hello, world", 12, "not a perf.data file");
	refuse(b.bytes, 90, "header");
	refuse("PERFILE2\x10\0\0\0\0\0\0\0", 16, "describes no event");
	refuse("2ELIFREP\0\0\0\0\0\0\0\x10", 16, "describes no event");
	refuse("2ELIFREP\0\0\0\0\0\0\0\x68", 16, "header");
	refuse("PERFFILE\0\0\0\0\0\0\0\0", 16, "before 2010");
	build_set64(&b, 16, 8);
	refuse(b.bytes, b.size, "event description");
	build_set64(&b, 16, 80);
	build_set64(&b, 24, UINT64_MAX - 5);
	refuse(b.bytes, b.size, "no event");
	build_set64(&b, 40, UINT64_MAX);
	refuse(b.bytes, b.size, "outside");
}

static void resolves_a_mapping(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	build_comm(&b, 10, 10, 5, "prog", 0);
	build_mmap(&b, 10, 6, 0x400000, 0x1000, 0x2000, "/bin/prog", 2);
	build_sample_of(&b, 0, 10, 7, 0x400123, 77, 2);
	build_sample(&b, 10, 8, 0x500000);
	build_sample(&b, 11, 9, 0x400123);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 3);
	assert_string_equal(seen.object[0], "/bin/prog");
	assert_int_equal(seen.addr[0], 0x2123);
	assert_int_equal(seen.sample[0].period, 77);
	assert_string_equal(seen.comm[0], "prog");
	assert_null(seen.object[1]);
	assert_int_equal(seen.addr[1], 0x500000);
	assert_null(seen.object[2]);
	assert_null(seen.comm[2]);
	perfdata_close(seen.pd);
}

/* Records of several CPUs are not in the order of time. */
static void obeys_time_not_place(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	build_sample(&b, 10, 100, 0x400010);
	build_sample(&b, 10, 10, 0x400010);
	build_mmap(&b, 10, 50, 0x400000, 0x1000, 0, "/new", 2);
	build_mmap(&b, 10, 20, 0x400000, 0x1000, 0, "/old", 2);
	build_sample(&b, 10, 30, 0x400010);
	/* Equal times: the place decides. */
	build_sample(&b, 10, 50, 0x400010);
	read_all(&b, &seen);
	assert_string_equal(seen.object[0], "/new");
	assert_null(seen.object[1]);
	assert_string_equal(seen.object[2], "/old");
	assert_string_equal(seen.object[3], "/new");
	perfdata_close(seen.pd);
}

static void newer_maps_hide_parts(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, 10, 1, 0x400000, 0x3000, 0, "/whole", 2);
	build_mmap(&b, 10, 20, 0x401000, 0x1000, 0, "/middle", 2);
	build_sample(&b, 10, 10, 0x401800);
	build_sample(&b, 10, 11, 0x400800);
	build_sample(&b, 10, 30, 0x400800);
	build_sample(&b, 10, 30, 0x401800);
	build_sample(&b, 10, 30, 0x402800);
	build_sample(&b, 10, 12, 0x401800);
	read_all(&b, &seen);
	assert_string_equal(seen.object[0], "/whole");
	assert_string_equal(seen.object[1], "/whole");
	assert_string_equal(seen.object[2], "/whole");
	assert_string_equal(seen.object[3], "/middle");
	assert_int_equal(seen.addr[3], 0x800);
	assert_string_equal(seen.object[4], "/whole");
	assert_int_equal(seen.addr[4], 0x2800);
	assert_string_equal(seen.object[5], "/whole");
	perfdata_close(seen.pd);
}

static void fork_copies_and_exec_drops(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	build_comm(&b, 10, 10, 1, "parent", 0);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/parent", 2);
	build_fork(&b, 11, 10, 10);
	build_mmap(&b, 10, 12, 0x400000, 0x1000, 0, "/later", 2);
	build_sample(&b, 11, 13, 0x400010);
	build_sample(&b, 10, 13, 0x400010);
	build_comm(&b, 11, 11, 20, "child", 1 << 13);
	build_sample(&b, 11, 21, 0x400010);
	build_mmap(&b, 11, 22, 0x400000, 0x1000, 0, "/child", 2);
	build_sample(&b, 11, 23, 0x400010);
	build_fork(&b, 11, 10, 30); /* the pid is used again */
	build_sample(&b, 11, 31, 0x400010);
	read_all(&b, &seen);
	assert_string_equal(seen.object[0], "/parent");
	assert_string_equal(seen.comm[0], "parent");
	assert_string_equal(seen.object[1], "/later");
	assert_null(seen.object[2]);
	assert_string_equal(seen.object[3], "/child");
	assert_string_equal(seen.comm[3], "child");
	assert_string_equal(seen.object[4], "/later");
	assert_string_equal(seen.comm[4], "parent");
	perfdata_close(seen.pd);
}

static void repeated_maps_change_nothing(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	for (int i = 0; i < 4; i++)
		build_mmap(&b, 10, 1 + i, 0x400000, 0x1000, 0x1000, "/bin/prog", 2);
	build_sample(&b, 10, 10, 0x400010);
	build_mmap(&b, 10, 20, 0x400000, 0x1000, 0x1000, "/bin/prog", 2);
	build_sample(&b, 10, 30, 0x400010);
	read_all(&b, &seen);
	assert_int_equal(perfdata_nr_objects(seen.pd), 1);
	assert_int_equal(seen.addr[0], seen.addr[1]);
	assert_string_equal(seen.object[1], "/bin/prog");
	perfdata_close(seen.pd);
}

static void kernel_code_comes_and_goes(void **state)
{
	build_begin(&b, build_cpu_clock, 1);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x1000, 0x81000000, "[kernel.kallsyms]_text", 1);
	build_ksymbol(&b, 10, 0xa0000000, 0x100, 0, "bpf_prog_1");
	build_ksymbol(&b, 20, 0xa0000000, 0x100, 1, "bpf_prog_1");
	build_sample_of(&b, 0, 10, 5, 0x81000010, 1, 1);
	build_sample_of(&b, 0, 10, 15, 0xa0000010, 1, 1);
	build_sample_of(&b, 0, 10, 25, 0xa0000010, 1, 1);
	read_all(&b, &seen);
	assert_string_equal(seen.object[0], "[kernel.kallsyms]");
	assert_int_equal(seen.addr[0], 0x81000010);
	assert_string_equal(perfdata_object(seen.pd, 0)->reference_symbol, "_text");
	assert_string_equal(seen.object[1], "bpf_prog_1");
	assert_int_equal(seen.addr[1], 0x10);
	assert_null(seen.object[2]);
	perfdata_close(seen.pd);
}

static void tells_events_apart(void **state)
{
	static const uint64_t events[2][3] = { { 1, 0, 0 }, { 1, 1, 0 } };

	build_begin(&b, events, 2);
	build_sample_of(&b, 1, 10, 1, 0x1000, 5, 2);
	build_sample_of(&b, 0, 10, 2, 0x1000, 6, 2);
	build_sample_of(&b, 7, 10, 3, 0x1000, 7, 2); /* nobody knows this id */
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(seen.sample[0].event, 1);
	assert_int_equal(seen.sample[1].event, 0);
	assert_int_equal(perfdata_counts(seen.pd)->unknown_id, 1);
	assert_string_equal(perfdata_event(seen.pd, 0)->name, "cpu-clock:HG");
	assert_string_equal(perfdata_event(seen.pd, 1)->name, "task-clock:HG");
	perfdata_close(seen.pd);
}

static void reads_what_is_whole(void **state)
{
	const char *file;
	uint64_t offset;
	size_t at;

	build_begin(&b, build_cpu_clock, 1);
	refuse(b.bytes, b.size, "killed"); /* no data at all: size 0 */
	build_sample(&b, 10, 1, 0x1000);
	build_sample(&b, 10, 2, 0x2000);
	build_set64(&b, 48, 0);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_UNFINISHED);
	perfdata_close(seen.pd);
	build_set64(&b, 48, b.size - b.data);
	b.size -= 3;
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_TRUNCATED);
	perfdata_close(seen.pd);
	b.size += 3;
	at = build_record(&b, 9, 2);
	build_set64(&b, 48, b.size - b.data);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 2);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_CORRUPT);
	assert_int_equal(offset, at);
	perfdata_close(seen.pd);
}

static void counts_what_was_lost(void **state)
{
	size_t at;

	build_begin(&b, build_cpu_clock, 1);
	at = build_record(&b, 2, 0);
	build_u64(&b, 1000);
	build_u64(&b, 7);
	build_close(&b, at);
	at = build_record(&b, 13, 0);
	build_u64(&b, 5);
	build_close(&b, at);
	at = build_record(&b, 9999, 0); /* of a kernel to come: stepped over */
	build_u64(&b, 5);
	build_close(&b, at);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(perfdata_counts(seen.pd)->lost, 12);
	assert_int_equal(perfdata_counts(seen.pd)->records, 4);
	assert_int_equal(seen.nr, 1);
	perfdata_close(seen.pd);
}

static void skips_bytes_behind_records(void **state)
{
	size_t at;

	build_begin(&b, build_cpu_clock, 1);
	at = build_record(&b, 71, 0); /* AUXTRACE */
	build_u64(&b, 24);
	build_close(&b, at);
	for (int i = 0; i < 3; i++)
		build_u64(&b, UINT64_MAX);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	perfdata_close(seen.pd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(refuses_what_is_no_recording),
		cmocka_unit_test(resolves_a_mapping),
		cmocka_unit_test(obeys_time_not_place),
		cmocka_unit_test(newer_maps_hide_parts),
		cmocka_unit_test(fork_copies_and_exec_drops),
		cmocka_unit_test(repeated_maps_change_nothing),
		cmocka_unit_test(kernel_code_comes_and_goes),
		cmocka_unit_test(tells_events_apart),
		cmocka_unit_test(reads_what_is_whole),
		cmocka_unit_test(counts_what_was_lost),
		cmocka_unit_test(skips_bytes_behind_records),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
