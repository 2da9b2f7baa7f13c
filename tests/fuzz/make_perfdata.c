// SPDX-License-Identifier: GPL-2.0-only
/*
 * Writes those files of the corpus that no machine at hand can record: both byte orders, record 83,
 * guests, every field of a sample.  Each is a few kilobytes at most.
 *
 *	gcc -std=gnu11 -D_GNU_SOURCE -I. -o make_perfdata tests/fuzz/make_perfdata.c -lzstd
 *	./make_perfdata tests/fuzz/corpus/perfdata
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "tests/unit/build_perfdata.h"

#define ALL_FIELDS ((1ull << 25) - 1 - (1ull << 24))

static struct build b, inner;

static void save(const char *dir, const char *name)
{
	char path[4096];
	FILE *file;

	build_finish(&b);
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	if (!file || fwrite(b.bytes, 1, b.size, file) != b.size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

static void begin(bool big, bool stream, const struct build_event *events, unsigned int nr)
{
	b.big = big;
	b.stream = stream;
	b.attr_size = 144;
	build_events(&b, events, nr);
}

/* Maps, names and forks of processes, and symbols that come and go. */
static void processes(void)
{
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x100000, 0x81000000, "[kernel.kallsyms]_text",
		   1);
	build_mmap(&b, UINT32_MAX, 0, 0x81000000, 0x100000, 0x81000000,
		   "[guest.kernel.kallsyms]_text", 4);
	build_mmap(&b, UINT32_MAX, 0, 0xa0000000, 0x1000, 0, "[module]", 1);
	build_comm(&b, 10, 10, 1, "parent", 0);
	build_mmap2(&b, 10, 2, 0x400000, 0x1000, 0, "/bin/parent", 7);
	build_mmap(&b, 10, 2, 0x500000, 0x1000, 0, "//anon", 2);
	build_fork(&b, 11, 10, 3);
	build_comm(&b, 11, 11, 4, "child", 1 << 13);
	build_mmap(&b, 11, 5, 0x400000, 0x1000, 0, "/bin/child", 2);
	build_ksymbol(&b, 6, 0xb0000000, 0x100, 0, "bpf_prog");
	build_ksymbol(&b, 20, 0xb0000000, 0x100, 1, "bpf_prog");
}

/* Samples that were lost, a control group, a trace that is passed over, an event with another name. */
static void side_records(void)
{
	size_t at;

	at = build_record(&b, 2, 0);
	build_u64(&b, 1001);
	build_u64(&b, 3);
	build_trailer(&b, 1, 1, 1);
	build_close(&b, at);
	at = build_record(&b, 19, 0);
	build_u64(&b, 42);
	build_string(&b, "/user.slice");
	build_close(&b, at);
	at = build_record(&b, 71, 0);
	build_u64(&b, 16);
	build_close(&b, at);
	build_u64(&b, 0);
	build_u64(&b, 0);
	at = build_record(&b, 78, 0);
	build_u64(&b, 2);
	build_u64(&b, 1001);
	build_string(&b, "renamed");
	build_close(&b, at);
}

static void build_id(void)
{
	size_t at = build_record(&b, 67, 2);

	build_u32(&b, 10);
	memset(b.bytes + b.size, 3, 24);
	b.size += 24;
	build_string(&b, "/bin/child");
	build_close(&b, at);
}

/* Host, processors, command line and events. */
static void features_of_run(void)
{
	build_feature_begin(&b, 3);
	build_sized_string(&b, "host");
	build_feature_end(&b);
	build_feature_begin(&b, 7);
	build_u32(&b, 2);
	build_u32(&b, 2);
	build_feature_end(&b);
	build_feature_begin(&b, 11);
	build_u32(&b, 1);
	build_sized_string(&b, "perf");
	build_feature_end(&b);
	build_feature_begin(&b, 12);
	build_u32(&b, 1);
	build_u32(&b, 64);
	memset(b.bytes + b.size, 0, 64);
	b.size += 64;
	build_u32(&b, 1);
	build_sized_string(&b, "named");
	build_u64(&b, 1000);
	build_feature_end(&b);
}

/* Topology, PMUs and groups. */
static void features_of_machine(void)
{
	build_feature_begin(&b, 13);
	for (int i = 0; i < 2; i++) {
		build_u32(&b, 1);
		build_sized_string(&b, "0-1");
	}
	for (int i = 0; i < 4; i++)
		build_u32(&b, i);
	build_feature_end(&b);
	build_feature_begin(&b, 16);
	build_u32(&b, 1);
	build_u32(&b, 8);
	build_sized_string(&b, "power");
	build_feature_end(&b);
	build_feature_begin(&b, 17);
	build_u32(&b, 1);
	build_sized_string(&b, "both");
	build_u32(&b, 0);
	build_u32(&b, 2);
	build_feature_end(&b);
}

/* Records of each type that is looked into, and one of each feature. */
static void everything(bool big, bool stream)
{
	static const struct build_event two[2] = { { .type = 1 }, { .type = 8, .config = 1 } };

	begin(big, stream, two, 2);
	processes();
	side_records();
	for (int i = 0; i < 12; i++)
		build_sample_of(&b, i % 2, 10 + i % 3, 2 + i, i & 1 ? 0x400010 : 0x81000010, 1 + i,
				1 + i % 5);
	if (stream)
		build_id();
	features_of_run();
	features_of_machine();
}

static void all_fields(bool big)
{
	struct build_event event = { .type = 4,
				     .sample_type = ALL_FIELDS,
				     .regs_user = 3,
				     .regs_intr = 1,
				     .read_format = 31,
				     .branch_sample_type = 1 << 17 | 1 << 19 };
	static const uint64_t words[] = {
		1000, 0x1000,  10,     5,    0xadd, 1000, 0, 3, 9, /* to PERIOD */
		1,    2,       2,      7,    1000,  0,		   /* READ of a group */
		2,    -512ull, 0x1000,				   /* CALLCHAIN */
		4,						   /* RAW */
		1,    5,       1,      2,    3,	    4, /* BRANCH_STACK, an index, a counter */
		2,    1,       2,		       /* REGS_USER */
		8,    0x55,    8,		       /* STACK_USER */
		1,    2,       3,		       /* WEIGHT DATA_SRC TRANSACTION */
		2,    7,			       /* REGS_INTR */
		1,    42,      4096,   4096,	       /* PHYS_ADDR CGROUP page sizes */
		8,    0xaa,			       /* AUX */
	};
	size_t at;

	begin(big, false, &event, 1);
	at = build_record(&b, 9, 2);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		build_u64(&b, words[i]);
	build_close(&b, at);
}

static void packed(uint32_t type, bool big, bool stream)
{
	static const struct build_event one = { .type = 1 };
	static uint8_t bytes[BUILD_SIZE];
	size_t size, at, half;

	inner.big = big;
	build_events(&inner, &one, 1);
	build_comm(&inner, 10, 10, 1, "packed", 0);
	build_mmap(&inner, 10, 2, 0x400000, 0x1000, 0, "/bin/packed", 2);
	for (int i = 0; i < 40; i++)
		build_sample_of(&inner, 0, 10, 10 + i, 0x400000 + i, 100 + i, 2);
	size = ZSTD_compress(bytes, sizeof(bytes), inner.bytes + inner.data,
			     inner.size - inner.data, 1);
	begin(big, stream, &one, 1);
	for (size_t from = 0; from < size; from += half) {
		half = from ? size - from : size / 2;
		at = build_record(&b, type, 0);
		if (type == 83)
			build_u64(&b, half);
		build_put(&b, bytes + from, half);
		while (type == 83 && (b.size - at) % 8)
			build_put(&b, "", 1);
		build_close(&b, at);
	}
}

int main(int argc, char **argv)
{
	const char *dir = argc > 1 ? argv[1] : ".";

	everything(false, false);
	save(dir, "everything.data");
	everything(false, true);
	save(dir, "everything-stream.data");
	everything(true, false);
	save(dir, "everything-big.data");
	everything(true, true);
	save(dir, "everything-big-stream.data");
	all_fields(false);
	save(dir, "fields.data");
	all_fields(true);
	save(dir, "fields-big.data");
	packed(81, false, true);
	save(dir, "packed81-stream.data");
	packed(83, false, false);
	save(dir, "packed83.data");
	packed(83, true, false);
	save(dir, "packed83-big.data");
	packed(83, false, true);
	b.size -= 8;
	save(dir, "packed83-cut.data");
	return 0;
}
