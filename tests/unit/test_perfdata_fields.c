// SPDX-License-Identifier: GPL-2.0-only
/*
 * Everything that a sample may have, in both byte orders.  Branch stacks, weights, transactions and
 * the like need hardware that is not at hand, so build_perfdata.h makes them.
 */
#include <errno.h>
#include <stdio.h>

#include "tests/unit/perfdata_test.h"

#define ALL_FIELDS (((1ull << 25) - 1) & ~(1ull << 24)) /* WEIGHT, not WEIGHT_STRUCT */
#define RAW_TEXT   "raw bytes"

static struct build b;
static uint32_t nr_checked;

struct checker {
	struct perfdata *pd;
	void (*check)(const struct perfdata_fields *f, bool complete);
};

static int check_fields(void *ctx, const struct perfdata_sample *sample)
{
	struct checker *c = ctx;
	struct perfdata_fields fields;
	bool complete = perfdata_fields(c->pd, sample, &fields);

	assert_int_equal(sample->pid, 10);
	assert_int_equal(sample->tid, 11);
	c->check(&fields, complete);
	nr_checked++;
	return 0;
}

static void read_with(void (*check)(const struct perfdata_fields *f, bool complete))
{
	struct checker c = { .check = check };
	struct perfdata_error error;

	nr_checked = 0;
	assert_int_equal(perfdata_open_memory(b.bytes, b.size, &c.pd, &error), 0);
	assert_int_equal(perfdata_each_sample(c.pd, check_fields, &c), 0);
	assert_int_equal(nr_checked, 1);
	perfdata_close(c.pd);
}

static void build_head(uint64_t type)
{
	if (type & 1 << 16)
		build_u64(&b, 1000);
	if (type & 1)
		build_u64(&b, 0x1000);
	if (type & 2) {
		build_u32(&b, 10);
		build_u32(&b, 11);
	}
	if (type & 4)
		build_u64(&b, 5);
	if (type & 8)
		build_u64(&b, 0xadd);
	if (type & 64)
		build_u64(&b, 1000);
	if (type & 512)
		build_u64(&b, 0x57);
	if (type & 128) {
		build_u32(&b, 3);
		build_u32(&b, 0);
	}
	if (type & 256)
		build_u64(&b, 9);
}

/* The branch flags of mispred 1, predicted 0, in_tx 1, abort 0, cycles 300, type 5, spec 1, new 2, priv 3. */
static uint64_t branch_flags(void)
{
	static const int widths[] = { 1, 1, 1, 1, 16, 4, 2, 4, 3 };
	static const uint64_t values[] = { 1, 0, 1, 0, 300, 5, 1, 2, 3 };
	uint64_t flags = 0;
	int at = 0;

	for (int i = 0; i < 9; i++) {
		flags |= values[i] << (b.big ? 64 - at - widths[i] : at);
		at += widths[i];
	}
	return flags;
}

static void build_all(uint64_t type, uint64_t branch_type)
{
	build_u64(&b, 1); /* READ of a group */
	build_u64(&b, 77);
	build_u64(&b, 1000);
	build_u64(&b, 3); /* CALLCHAIN */
	build_u64(&b, PERFDATA_CONTEXT_USER);
	build_u64(&b, 0x1000);
	build_u64(&b, 0x2000);
	build_u32(&b, sizeof(RAW_TEXT)); /* 10 and 4, padded to 16 */
	build_put(&b, RAW_TEXT, sizeof(RAW_TEXT));
	build_put(&b, "\0", 2);
	build_u64(&b, 2); /* BRANCH_STACK */
	if (branch_type & 1 << 17)
		build_u64(&b, 0x1d);
	for (int i = 0; i < 2; i++) {
		build_u64(&b, 0xf0 + i);
		build_u64(&b, 0xe0 + i);
		build_u64(&b, branch_flags());
	}
	for (int i = 0; branch_type & 1 << 19 && i < 2; i++)
		build_u64(&b, 0xc0 + i);
	build_u64(&b, 2); /* REGS_USER: two of the mask */
	build_u64(&b, 0xa0);
	build_u64(&b, 0xa1);
	build_u64(&b, 16); /* STACK_USER, of which 8 were used */
	build_u64(&b, 0x1122334455667788);
	build_u64(&b, 0);
	build_u64(&b, 8);
	build_u64(&b, type & 1 << 24 ? 0x0003000200000001ull : 123); /* WEIGHT */
	build_u64(&b, 0xda7a);
	build_u64(&b, 0x7a);
	build_u64(&b, 0); /* REGS_INTR: none */
	build_u64(&b, 0x9a);
	build_u64(&b, 42); /* CGROUP */
	build_u64(&b, 4096);
	build_u64(&b, 2 << 20);
	build_u64(&b, 8); /* AUX */
	build_u64(&b, 0xaa);
}

static void build_one(uint64_t type, uint64_t branch_type)
{
	struct build_event event = { .type = 1,
				     .sample_type = type,
				     .branch_sample_type = branch_type,
				     .regs_user = 0x101,
				     .regs_intr = 7,
				     .read_format = 8 | 4 };
	size_t at;

	b.attr_size = 144;
	build_events(&b, &event, 1);
	at = build_record(&b, 9, 2);
	build_head(type);
	build_all(type, branch_type);
	build_close(&b, at);
}

static void common_are(const struct perfdata_fields *f)
{
	char raw[sizeof(RAW_TEXT)];

	assert_int_equal(f->addr, 0xadd);
	assert_int_equal(f->id, 1000);
	assert_int_equal(f->stream_id, 0x57);
	assert_int_equal(f->cpu, 3);
	assert_int_equal(f->callchain.nr, 3);
	assert_true(perfdata_word(&f->callchain, 0) == (uint64_t)PERFDATA_CONTEXT_USER);
	assert_int_equal(perfdata_word(&f->callchain, 2), 0x2000);
	assert_int_equal(f->regs_user.abi, 2);
	assert_int_equal(f->regs_user.mask, 0x101);
	assert_int_equal(f->regs_user.values.nr, 2);
	assert_int_equal(perfdata_word(&f->regs_user.values, 1), 0xa1);
	assert_int_equal(f->data_src, 0xda7a);
	assert_int_equal(f->transaction, 0x7a);
	assert_int_equal(f->regs_intr.abi, 0);
	assert_int_equal(f->phys_addr, 0x9a);
	assert_int_equal(f->cgroup, 42);
	assert_int_equal(f->data_page_size, 4096);
	assert_int_equal(f->code_page_size, 2 << 20);
	assert_int_equal(f->raw.size, sizeof(RAW_TEXT));
	perfdata_raw(f, raw, sizeof(raw));
	assert_memory_equal(raw, RAW_TEXT, sizeof(RAW_TEXT));
	/* Other bytes of another machine's words are left out. */
	assert_int_equal(f->stack_user.size, b.big ? 0 : 8);
	assert_int_equal(f->aux.size, b.big ? 0 : 8);
}

static void branches_are(const struct perfdata_fields *f)
{
	struct perfdata_branch branch;

	assert_int_equal(f->branches.nr, 2);
	perfdata_branch(f, 1, &branch);
	assert_int_equal(branch.from, 0xf1);
	assert_int_equal(branch.to, 0xe1);
	assert_true(branch.mispredicted);
	assert_false(branch.predicted);
	assert_true(branch.in_transaction);
	assert_false(branch.abort);
	assert_int_equal(branch.cycles, 300);
	assert_int_equal(branch.type, 5);
	assert_int_equal(branch.spec, 1);
	assert_int_equal(branch.new_type, 2);
	assert_int_equal(branch.privilege, 3);
}

static void plain_branches(const struct perfdata_fields *f, bool complete)
{
	assert_true(complete);
	assert_true(f->has == ALL_FIELDS);
	common_are(f);
	branches_are(f);
	assert_int_equal(f->hw_index, 0);
	assert_int_equal(f->branch_counters.nr, 0);
	assert_int_equal(f->weight, 123);
}

static void indexed_branches(const struct perfdata_fields *f, bool complete)
{
	assert_true(complete);
	common_are(f);
	branches_are(f);
	assert_int_equal(f->hw_index, 0x1d);
	assert_int_equal(f->branch_counters.nr, 2);
	assert_int_equal(perfdata_word(&f->branch_counters, 1), 0xc1);
	assert_int_equal(f->weight, 1);
	assert_int_equal(f->ins_lat, 2);
	assert_int_equal(f->p_stage_cyc, 3);
}

static void all_fields(void **state)
{
	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_one(ALL_FIELDS, 0);
		read_with(plain_branches);
		build_way(&b, way);
		build_one((ALL_FIELDS & ~(1 << 14)) | 1 << 24, 1 << 17 | 1 << 19);
		read_with(indexed_branches);
	}
}

static void incomplete(const struct perfdata_fields *f, bool complete)
{
	assert_false(complete);
	assert_int_equal(f->cpu, 3);
	assert_false(f->has & 1 << 20);
}

/* A sample that ends anywhere behind its fixed fields says so. */
static void cut_short(void **state)
{
	size_t at, size, left;

	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_one(ALL_FIELDS, 1 << 17 | 1 << 19);
		at = b.stream ? 16 + 8 + 144 + 8 : b.data;
		size = b.size - at;
		for (left = 8 + 72 + 8 + 16; left < size; left += 8) {
			build_way(&b, way);
			build_one(ALL_FIELDS, 1 << 17 | 1 << 19);
			b.size = at + left;
			build_close(&b, at);
			read_with(incomplete);
		}
	}
}

static void any_counts(const struct perfdata_fields *f, bool complete)
{
	if (f->callchain.nr)
		assert_in_range(f->callchain.nr, 1, 100);
}

/* Every word of a sample set to the largest number and to others that overflow when multiplied. */
static void counts_are_checked(void **state)
{
	static const uint64_t values[] = { UINT64_MAX, 1ull << 61, UINT64_MAX / 24 + 1, 1000, 0 };
	size_t at, size;

	for (int way = 0; way < NR_WAYS; way++) {
		build_way(&b, way);
		build_one(ALL_FIELDS & ~16ull, 1 << 17 | 1 << 19);
		at = b.stream ? 16 + 8 + 144 + 8 : b.data;
		size = b.size - at;
		for (size_t word = 8 + 72; word < size; word += 8) {
			for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++) {
				build_way(&b, way);
				build_one(ALL_FIELDS & ~16ull, 1 << 17 | 1 << 19);
				build_set64(&b, at + word, values[i]);
				read_with(any_counts);
			}
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_fields),
		cmocka_unit_test(cut_short),
		cmocka_unit_test(counts_are_checked),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
