// SPDX-License-Identifier: GPL-2.0-only
/*
 * Records in words, in every byte order, from files and streams.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/perfdata_test.h"

#define CHAIN_CPU (1 | 2 | 4 | 128 | 256 | 32)

static int add_line(void *ctx, const struct perfdata_record *r)
{
	fprintf(ctx, "%" PRId64 " %" PRIu64 " [%u] %s%s\n", r->cpu, r->time, r->size, r->type_name,
		r->text);
	return 0;
}

static void put_sample(struct build *b)
{
	size_t at = build_record(b, 9, 2);

	build_u64(b, 0x400010);
	build_u32(b, 10);
	build_u32(b, 11);
	build_u64(b, 77);
	build_u32(b, 3);
	build_u32(b, 0);
	build_u64(b, 5);
	build_u64(b, 2);
	build_u64(b, -512ull);
	build_u64(b, 0x400010);
	build_close(b, at);
}

static void put_lost(struct build *b)
{
	size_t at = build_record(b, 2, 0);

	build_u64(b, 1000);
	build_u64(b, 42);
	build_trailer(b, 10, 11, 78);
	build_close(b, at);
}

static const char want[] = "-1 1 [48] COMM exec: pro?g:10/11\n"
			   "-1 2 [80] MMAP 10/10: [0x400000(0x1000) @ 0]: x /bin/one\n"
			   "-1 3 [112] MMAP2 10/10: [0x500000(0x2000) @ 0x3000 "
			   "<0707070707070707070707070707070707070707>]: r-xp /bin/two\n"
			   "-1 4 [56] FORK(12:12):(10:10)\n"
			   "-1 5 [64] KSYMBOL addr 9000 len 16 name bpf_prog\n"
			   "3 77 [72] SAMPLE(IP, 0x2): 10/11: 0x400010 period: 5 addr: 0\n"
			   "... chain: nr:2\n"
			   ".....  0: fffffffffffffe00\n"
			   ".....  1: 0000000000400010\n"
			   " ... thread: pro?g:11\n"
			   " ...... dso: /bin/one\n"
			   "-1 78 [48] LOST lost 42\n"
			   "-1 0 [8] FINISHED_ROUND\n"
			   "-1 0 [8] ?\n";

static void make(struct build *b)
{
	const struct build_event event = { .type = 1, .sample_type = CHAIN_CPU };

	build_events(b, &event, 1);
	build_comm(b, 10, 11, 1, "pro\ng", 1 << 13);
	build_mmap(b, 10, 2, 0x400000, 0x1000, 0, "/bin/one", 2);
	build_mmap2(b, 10, 3, 0x500000, 0x2000, 0x3000, "/bin/two", 7);
	build_fork(b, 12, 10, 4);
	build_ksymbol(b, 5, 0x9000, 16, 0, "bpf_prog");
	put_sample(b);
	put_lost(b);
	build_close(b, build_record(b, 68, 0));
	build_close(b, build_record(b, 4000, 0));
}

static void records_have_words(void **state)
{
	static struct build b;
	struct perfdata_error error;
	struct perfdata *pd;
	char *text, *begin;
	size_t size;
	FILE *out;

	for (int way = 0; way < NR_WAYS; way++) {
		const char *name = build_way(&b, way);

		make(&b);
		assert_int_equal(perfdata_open_memory(b.bytes, b.size, &pd, &error), 0);
		out = open_memstream(&text, &size);
		assert_int_equal(perfdata_each_record(pd, add_line, out), 0);
		fclose(out);
		/* A stream begins with its events. */
		begin = strstr(text, "-1 1 ");
		if (!begin || strcmp(begin, want) != 0)
			fail_msg("%s:\n%sinstead of\n%s", name, text, want);
		free(text);
		perfdata_close(pd);
	}
}

static int stop(void *ctx, const struct perfdata_record *r)
{
	++*(int *)ctx;
	return r->type == 9 ? 7 : 0;
}

/* The walk ends where it is told to, and samples are all there afterwards. */
static void a_walk_can_end(void **state)
{
	static struct build b;
	struct seen seen;
	int nr = 0;

	build_way(&b, 0);
	make(&b);
	read_all(&b, &seen);
	assert_int_equal(perfdata_each_record(seen.pd, stop, &nr), 7);
	assert_int_equal(nr, 6);
	seen.nr = 0;
	assert_int_equal(perfdata_each_sample(seen.pd, take, &seen), 0);
	assert_int_equal(seen.nr, 1);
	perfdata_close(seen.pd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_have_words),
		cmocka_unit_test(a_walk_can_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
