// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target of the perf.data reader: opens the bytes, asks everything there is to ask of
 * each sample.  corpus/perfdata/ has what to begin with.
 *
 *	clang -fsanitize=fuzzer,address,undefined -g -O1 -std=gnu11 -D_GNU_SOURCE -I. \
 *		-o fuzz_perfdata tests/fuzz/fuzz_perfdata.c $(ls user/perfdata/?*.c)
 *	./fuzz_perfdata -max_len=65536 -malloc_limit_mb=65 tests/fuzz/corpus/perfdata
 */
#include "user/perfdata/perfdata.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct seen {
	struct perfdata *pd;
	uint64_t sum; /* so that no question can be left out */
};

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
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct perfdata_error error;
	struct seen seen = { .sum = 0 };

	if (perfdata_open_memory(data, size, &seen.pd, &error))
		return error.text[0] ? 0 : -1;
	perfdata_each_sample(seen.pd, take, &seen);
	perfdata_close(seen.pd);
	return 0;
}
