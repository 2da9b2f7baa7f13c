/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of the reader share: a recording built in memory is read, and all there is to
 * know of its samples is kept.
 */
#ifndef TESTS_UNIT_PERFDATA_TEST_H
#define TESTS_UNIT_PERFDATA_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/unit/build_perfdata.h"
#include "user/perfdata/perfdata.h"

#define MAX_SEEN 32

struct seen {
	struct perfdata *pd;
	uint32_t nr;
	struct perfdata_sample sample[MAX_SEEN];
	const char *object[MAX_SEEN]; /* NULL: none */
	uint64_t addr[MAX_SEEN];
	const char *comm[MAX_SEEN];
};

static inline int take(void *ctx, const struct perfdata_sample *sample)
{
	struct seen *seen = ctx;
	struct perfdata_place place;

	assert_true(seen->nr < MAX_SEEN);
	perfdata_locate(seen->pd, sample, &place);
	seen->sample[seen->nr] = *sample;
	seen->object[seen->nr] = place.object == PERFDATA_NO_OBJECT ?
					 NULL :
					 perfdata_object(seen->pd, place.object)->name;
	seen->addr[seen->nr] = place.addr;
	seen->comm[seen->nr] = perfdata_comm(seen->pd, sample);
	seen->nr++;
	return 0;
}

static inline void read_all(const struct build *b, struct seen *seen)
{
	struct perfdata_error error;

	memset(seen, 0, sizeof(*seen));
	assert_int_equal(perfdata_open_memory(b->bytes, b->size, &seen->pd, &error), 0);
	assert_int_equal(perfdata_each_sample(seen->pd, take, seen), 0);
}

static inline int refuse(const void *bytes, size_t size, const char *words)
{
	struct perfdata_error error;
	struct perfdata *pd;
	int err = perfdata_open_memory(bytes, size, &pd, &error);

	assert_true(err < 0);
	assert_int_equal(err, error.err);
	if (!strstr(error.text, words))
		fail_msg("'%s' does not say '%s'", error.text, words);
	return err;
}

/* Every combination of byte order and of file or stream. */
static inline const char *build_way(struct build *b, int way)
{
	static const char *const names[] = { "file", "stream", "big-endian file",
					     "big-endian stream" };

	b->stream = way & 1;
	b->big = way & 2;
	b->attr_size = 0;
	return names[way];
}

#define NR_WAYS 4

#endif
