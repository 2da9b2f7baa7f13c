// SPDX-License-Identifier: GPL-2.0-only
/*
 * Each type of record, as files and streams of both byte orders.  Nothing here could be recorded on
 * one machine: the big-endian ones, guests, and kernels to come are made by build_perfdata.h.
 */
#include <errno.h>
#include <stdio.h>

#include "tests/unit/perfdata_test.h"

static struct build b;
static struct seen seen;

static const struct build_event one = { .type = 1 };
static const struct build_event two[2] = { { .type = 1 }, { .type = 1, .config = 1 } };

/* Runs a test in each way. */
static void each_way(void (*begin_and_check)(void))
{
	for (int way = 0; way < NR_WAYS; way++) {
		print_message("# %s\n", build_way(&b, way));
		begin_and_check();
	}
}

static void object_is(uint32_t index, const char *name, uint64_t addr)
{
	if (name)
		assert_string_equal(seen.object[index], name);
	else
		assert_null(seen.object[index]);
	assert_int_equal(seen.addr[index], addr);
}

static void check_mmap(void)
{
	build_events(&b, &one, 1);
	build_comm(&b, 10, 11, 5, "a thread", 0);
	build_mmap(&b, 10, 6, 0x400000, 0x1000, 0x2000, "/bin/prog", 2);
	build_mmap2(&b, 10, 6, 0x500000, 0x1000, 0, "/lib/one", 0);
	build_mmap2(&b, 10, 6, 0x600000, 0x1000, 0, "/lib/two", 7);
	build_sample_of(&b, 0, 10, 7, 0x400123, 77, 2);
	build_sample(&b, 10, 8, 0x500010);
	build_sample(&b, 10, 9, 0x600020);
	read_all(&b, &seen);
	object_is(0, "/bin/prog", 0x2123);
	object_is(1, "/lib/one", 0x10);
	object_is(2, "/lib/two", 0x20);
	assert_int_equal(seen.sample[0].period, 77);
	assert_int_equal(seen.sample[0].time, 7);
	assert_int_equal(seen.sample[0].pid, 10);
	assert_int_equal(seen.sample[0].tid, 10);
	assert_int_equal(perfdata_object(seen.pd, 1)->build_id_size, 0);
	assert_int_equal(perfdata_object(seen.pd, 2)->build_id_size, 20);
	assert_int_equal(perfdata_object(seen.pd, 2)->build_id[19], 7);
	assert_int_equal(perfdata_info(seen.pd)->other_byte_order, b.big);
	assert_int_equal(perfdata_info(seen.pd)->stream, b.stream);
	perfdata_close(seen.pd);
}

static void maps(void **state)
{
	each_way(check_mmap);
}

static void check_tasks(void)
{
	build_events(&b, &one, 1);
	build_comm(&b, 10, 10, 1, "parent", 0);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/parent", 2);
	build_fork(&b, 11, 10, 10);
	build_sample(&b, 11, 13, 0x400010);
	build_comm(&b, 11, 11, 20, "child", 1 << 13);
	build_sample(&b, 11, 21, 0x400010);
	build_sample(&b, 0, 21, 0x400010);
	read_all(&b, &seen);
	object_is(0, "/parent", 0x10);
	assert_string_equal(seen.comm[0], "parent");
	object_is(1, NULL, 0x400010);
	assert_string_equal(seen.comm[1], "child");
	assert_string_equal(seen.comm[2], "swapper");
	perfdata_close(seen.pd);
}

static void comm_fork_exec(void **state)
{
	each_way(check_tasks);
}

static void check_ksymbol(void)
{
	build_events(&b, &one, 1);
	build_ksymbol(&b, 10, 0xa0000000, 0x100, 0, "bpf_prog_1");
	build_ksymbol(&b, 20, 0xa0000000, 0x100, 1, "bpf_prog_1");
	build_sample_of(&b, 0, 10, 15, 0xa0000010, 1, 1);
	build_sample_of(&b, 0, 10, 25, 0xa0000010, 1, 1);
	read_all(&b, &seen);
	object_is(0, "bpf_prog_1", 0x10);
	object_is(1, NULL, 0xa0000010);
	perfdata_close(seen.pd);
}

static void ksymbol(void **state)
{
	each_way(check_ksymbol);
}

static void check_cgroup(void)
{
	size_t at;

	build_events(&b, &one, 1);
	at = build_record(&b, 19, 0);
	build_u64(&b, 42);
	build_string(&b, "/user.slice");
	build_close(&b, at);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_string_equal(perfdata_cgroup(seen.pd, 42), "/user.slice");
	assert_null(perfdata_cgroup(seen.pd, 43));
	perfdata_close(seen.pd);
}

static void cgroup(void **state)
{
	each_way(check_cgroup);
}

/* LOST says of which event; of LOST_SAMPLES, the tail does. */
static void check_lost(void)
{
	size_t at;

	build_events(&b, two, 2);
	at = build_record(&b, 2, 0);
	build_u64(&b, 1001);
	build_u64(&b, 7);
	build_trailer(&b, 1, 1, 1);
	build_close(&b, at);
	at = build_record(&b, 13, 0);
	build_u64(&b, 5);
	build_trailer_of(&b, 1, 1, 1, 1);
	build_close(&b, at);
	at = build_record(&b, 13, 1 << 15); /* that a BPF filter dropped */
	build_u64(&b, 3);
	build_trailer(&b, 1, 1, 1);
	build_close(&b, at);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(perfdata_event(seen.pd, 1)->lost, 12);
	assert_int_equal(perfdata_event(seen.pd, 0)->lost, 3);
	assert_int_equal(perfdata_counts(seen.pd)->lost, 15);
	perfdata_close(seen.pd);
}

static void lost(void **state)
{
	each_way(check_lost);
}

/* Guests have addresses, processes and kernels of their own. */
static void check_guest(void)
{
	build_events(&b, &one, 1);
	build_comm(&b, 10, 10, 1, "qemu", 0);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x1000, 0x81000000, "[kernel.kallsyms]_text", 1);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x1000, 0x81000040,
		   "[guest.kernel.kallsyms]_stext", 4);
	build_mmap(&b, 10, 0, 0x82000000, 0x1000, 0, "[guest_module]", 4);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/host/qemu", 2);
	build_mmap(&b, 10, 2, 0x400000, 0x1000, 0, "/guest/prog", 5);
	build_sample_of(&b, 0, 10, 3, 0x81000010, 1, 1);
	build_sample_of(&b, 0, 10, 3, 0x81000010, 1, 4);
	build_sample_of(&b, 0, 10, 3, 0x82000010, 1, 4);
	build_sample_of(&b, 0, 10, 3, 0x400010, 1, 2);
	build_sample_of(&b, 0, 10, 3, 0x400010, 1, 5);
	build_sample_of(&b, 0, 10, 3, 0x400010, 1, 3);
	read_all(&b, &seen);
	object_is(0, "[kernel.kallsyms]", 0x81000010);
	object_is(1, "[guest.kernel.kallsyms]", 0x81000010);
	object_is(2, "[guest_module]", 0x10);
	object_is(3, "/host/qemu", 0x10);
	object_is(4, "/guest/prog", 0x10);
	object_is(5, NULL, 0x400010);
	assert_string_equal(seen.comm[4], "qemu");
	for (uint32_t i = 0; i < perfdata_nr_objects(seen.pd); i++)
		assert_int_equal(perfdata_object(seen.pd, i)->guest,
				 strstr(perfdata_object(seen.pd, i)->name, "guest") != NULL);
	assert_int_equal(perfdata_object(seen.pd, 1)->reference, 0x81000040);
	assert_string_equal(perfdata_object(seen.pd, 1)->reference_symbol, "_stext");
	perfdata_close(seen.pd);
}

static void guests(void **state)
{
	each_way(check_guest);
}

/* What a differ has no use for is stepped over; what did not exist yet is counted. */
static void check_others(void)
{
	static const uint32_t types[] = { 4,  5,  6,  8,  11, 12, 14, 15, 16,	 18,	    20, 21,
					  22, 65, 68, 69, 70, 72, 73, 74, 75,	 76,	    77, 79,
					  82, 84, 85, 86, 0,  23, 63, 87, 32769, UINT32_MAX };
	size_t at;

	build_events(&b, &one, 1);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		at = build_record(&b, types[i], 2);
		for (int k = 0; k < 8; k++)
			build_u64(&b, UINT64_MAX - k);
		build_close(&b, at);
	}
	at = build_record(&b, 68, 0); /* nothing but its header */
	build_close(&b, at);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(perfdata_counts(seen.pd)->unknown, 6);
	assert_int_equal(perfdata_counts(seen.pd)->records,
			 sizeof(types) / sizeof(types[0]) + 2 + (b.stream ? 1 : 0));
	perfdata_close(seen.pd);
}

static void other_records(void **state)
{
	each_way(check_others);
}

/* AUXTRACE and TRACING_DATA have bytes behind them that their size does not count. */
static void check_behind(void)
{
	size_t at;

	build_events(&b, &one, 1);
	at = build_record(&b, 71, 0);
	build_u64(&b, 24);
	build_u64(&b, 0);
	build_close(&b, at);
	for (int i = 0; i < 3; i++)
		build_u64(&b, UINT64_MAX);
	at = build_record(&b, 66, 0);
	build_u32(&b, 13); /* padded to 16 */
	build_close(&b, at);
	build_u64(&b, 0);
	build_u64(&b, 0);
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	perfdata_close(seen.pd);
}

static void bytes_behind_records(void **state)
{
	each_way(check_behind);
}

/* Fields that do not fit into their record make it one to skip, whatever is behind it. */
static void check_short(void)
{
	static const uint32_t types[] = { 1, 2, 3, 7, 9, 10, 13, 17, 19, 64, 67, 78, 80 };
	size_t at;

	build_events(&b, two, 2);
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++) {
		for (int words = 0; words < 3; words++) {
			at = build_record(&b, types[i], 2);
			for (int k = 0; k < words; k++)
				build_u64(&b, UINT64_MAX);
			build_close(&b, at);
		}
	}
	build_sample(&b, 10, 1, 0x1000);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, 1);
	assert_int_equal(perfdata_nr_objects(seen.pd), 0);
	perfdata_close(seen.pd);
}

static void short_records(void **state)
{
	each_way(check_short);
}

/* Build-ids of a stream come as records at its end, those of a file in a section. */
static void check_build_ids(void)
{
	size_t at;

	build_events(&b, &one, 1);
	build_mmap(&b, 10, 6, 0x400000, 0x1000, 0, "/bin/prog", 2);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x1000, 0, "[kernel.kallsyms]_text", 1);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x1000, 0, "[guest.kernel.kallsyms]_text", 4);
	build_sample(&b, 10, 7, 0x400010);
	if (!b.stream)
		build_feature_begin(&b, 2);
	for (int i = 0; i < 3; i++) {
		static const char *const names[] = { "/bin/prog", "[kernel.kallsyms]",
						     "[guest.kernel.kallsyms]" };
		static const uint16_t misc[] = { 2 | 1 << 15, 1, 4 };

		at = build_record(&b, 67, misc[i]);
		build_u32(&b, UINT32_MAX);
		memset(b.bytes + b.size, 0, 24);
		memset(b.bytes + b.size, i + 1, 16 + i);
		b.bytes[b.size + 20] = 8;
		b.size += 24;
		build_string(&b, names[i]);
		if (b.stream)
			build_close(&b, at);
		else
			build_set16(&b, at + 6, b.size - at);
	}
	if (!b.stream)
		build_feature_end(&b);
	build_finish(&b);
	read_all(&b, &seen);
	assert_int_equal(perfdata_object(seen.pd, 0)->build_id_size, 8);
	assert_int_equal(perfdata_object(seen.pd, 1)->build_id_size, 17);
	assert_int_equal(perfdata_object(seen.pd, 1)->build_id[16], 2);
	assert_int_equal(perfdata_object(seen.pd, 2)->build_id_size, 18);
	assert_int_equal(perfdata_object(seen.pd, 2)->build_id[0], 3);
	perfdata_close(seen.pd);
}

static void build_ids(void **state)
{
	each_way(check_build_ids);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(maps),		 cmocka_unit_test(comm_fork_exec),
		cmocka_unit_test(ksymbol),	 cmocka_unit_test(cgroup),
		cmocka_unit_test(lost),		 cmocka_unit_test(guests),
		cmocka_unit_test(other_records), cmocka_unit_test(bytes_behind_records),
		cmocka_unit_test(short_records), cmocka_unit_test(build_ids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
