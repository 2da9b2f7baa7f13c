// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of the perf.data reader: opens the bytes, asks everything there is to ask of
 * each sample.  corpus/perfdata/ has what to begin with.
 *
 *	clang -fsanitize=fuzzer,address,undefined -g -O1 -std=gnu11 -D_GNU_SOURCE -I. \
 *		-o fuzz_perfdata tests/fuzz/fuzz_perfdata.c $(ls user/perfdata/?*.c) -lzstd
 *	./fuzz_perfdata -max_len=65536 -rss_limit_mb=1024 tests/fuzz/corpus/perfdata
 */
#include "user/perfdata/perfdata.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	struct perfdata *pd;
	uint64_t sum; /* so that no question can be left out */
};

static void add_words(struct seen *seen, const struct perfdata_words *words)
{
	for (uint64_t i = 0; i < words->nr; i++)
		seen->sum += perfdata_word(words, i);
}

static void add_bytes(struct seen *seen, const struct perfdata_bytes *bytes)
{
	for (uint64_t i = 0; i < bytes->size; i++)
		seen->sum += ((const uint8_t *)bytes->at)[i];
}

static void add_fields(struct seen *seen, const struct perfdata_sample *sample)
{
	struct perfdata_fields f;
	struct perfdata_branch branch;

	seen->sum += perfdata_fields(seen->pd, sample, &f);
	add_words(seen, &f.callchain);
	add_words(seen, &f.branch_counters);
	add_words(seen, &f.regs_user.values);
	add_words(seen, &f.regs_intr.values);
	add_bytes(seen, &f.raw);
	add_bytes(seen, &f.stack_user);
	add_bytes(seen, &f.aux);
	for (uint64_t i = 0; i < f.branches.nr; i++) {
		perfdata_branch(&f, i, &branch);
		seen->sum += branch.from + branch.to + branch.cycles;
	}
	seen->sum += perfdata_cgroup(seen->pd, f.cgroup) != NULL;
	seen->sum += perfdata_socket(seen->pd, f.cpu);
}

static int take(void *ctx, const struct perfdata_sample *sample)
{
	struct seen *seen = ctx;
	struct perfdata_place place;
	const char *comm = perfdata_comm(seen->pd, sample);

	perfdata_locate(seen->pd, sample, &place);
	if (place.object != PERFDATA_NO_OBJECT)
		seen->sum += strlen(perfdata_object(seen->pd, place.object)->name);
	seen->sum += strlen(perfdata_event(seen->pd, sample->event)->name);
	seen->sum += place.addr + (comm ? strlen(comm) : 0);
	add_fields(seen, sample);
	return 0;
}

static int take_record(void *ctx, const struct perfdata_record *record)
{
	struct seen *seen = ctx;

	seen->sum += record->offset + strlen(record->text) + strlen(record->type_name);
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perfdata_error error;
	struct seen seen = { .sum = 0 };

	if (perfdata_open_memory(data, size, &seen.pd, &error))
		return error.text[0] ? 0 : -1;
	perfdata_each_sample(seen.pd, take, &seen);
	perfdata_each_record(seen.pd, take_record, &seen);
	perfdata_close(seen.pd);
	return 0;
}
