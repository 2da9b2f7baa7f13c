// SPDX-License-Identifier: GPL-2.0-only
/*
 * The reader on the files of the fuzz corpus: what is good in them is read, what is not is refused
 * with a sentence, and every shorter file and every changed byte of one of them ends well.
 */
#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "user/perfdata/perfdata.h"

#define CORPUS	 "tests/fuzz/corpus/perfdata/"
#define MAX_SIZE 20480

static int count(void *ctx, const struct perfdata_sample *sample)
{
	struct perfdata_place place;
	struct perfdata_fields fields;

	perfdata_locate(ctx, sample, &place);
	perfdata_comm(ctx, sample);
	perfdata_fields(ctx, sample, &fields);
	return 0;
}

static int look(void *ctx, const struct perfdata_record *record)
{
	return strlen(record->type_name) && strlen(record->text) < 65536 ? 0 : -EINVAL;
}

static void file_is(const char *path, int err, uint32_t events, enum perfdata_damage damage)
{
	struct perfdata_error error;
	struct perfdata *pd;
	const char *file;
	uint64_t offset;

	assert_int_equal(perfdata_open(path, &pd, &error), err);
	if (err) {
		assert_true(strlen(error.text) > 20);
		return;
	}
	assert_int_equal(perfdata_nr_events(pd), events);
	assert_int_equal(perfdata_damage(pd, &offset, &file), damage);
	assert_true(perfdata_counts(pd)->samples > 0);
	assert_int_equal(perfdata_each_sample(pd, count, pd), 0);
	assert_int_equal(perfdata_each_record(pd, look, NULL), 0);
	perfdata_close(pd);
}

static void reads_or_refuses(void **state)
{
	file_is(CORPUS "true.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "two-events.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "chains.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "mmap-build-ids.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "fixed-period.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "group.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "address-weight.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "namespaces.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "killed.data", 0, 1, PERFDATA_UNFINISHED);
	file_is(CORPUS "truncated.data", 0, 1, PERFDATA_TRUNCATED);
	file_is(CORPUS "zero-record.data", 0, 1, PERFDATA_CORRUPT);
	file_is(CORPUS "compressed.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "pipe.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "zstd-pipe.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "everything.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "everything-stream.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "everything-big.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "everything-big-stream.data", 0, 2, PERFDATA_WHOLE);
	file_is(CORPUS "fields.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "fields-big.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "packed81-stream.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "packed83.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "packed83-big.data", 0, 1, PERFDATA_WHOLE);
	file_is(CORPUS "packed83-cut.data", -EBADMSG, 0, 0);
	file_is(CORPUS "half-header.data", -EINVAL, 0, 0);
	file_is(CORPUS "huge-attr-size.data", -EINVAL, 0, 0);
	file_is(CORPUS "data-at-end.data", -EINVAL, 0, 0);
	file_is(CORPUS "no-such-file", -ENOENT, 0, 0);
	file_is(CORPUS, -ENOENT, 0, 0);
	file_is("/dev/null", -ESPIPE, 0, 0);
}

static void names_and_build_ids(void **state)
{
	struct perfdata_error error;
	struct perfdata *pd;
	uint32_t i, identified = 0;

	assert_int_equal(perfdata_open(CORPUS "two-events.data", &pd, &error), 0);
	assert_string_equal(perfdata_event(pd, 0)->name, "cpu-clock");
	assert_string_equal(perfdata_event(pd, 1)->name, "task-clock");
	assert_non_null(perfdata_info(pd)->os_release);
	for (i = 0; i < perfdata_nr_objects(pd); i++)
		identified += perfdata_object(pd, i)->build_id_size == 20;
	assert_true(identified >= 3);
	perfdata_close(pd);
}

static void try_bytes(const void *bytes, size_t size)
{
	struct perfdata_error error;
	struct perfdata *pd;

	if (perfdata_open_memory(bytes, size, &pd, &error)) {
		assert_true(error.text[0]);
		return;
	}
	perfdata_each_sample(pd, count, pd);
	perfdata_each_record(pd, look, NULL);
	perfdata_close(pd);
}

/* Cut at each byte, and each byte changed. */
static void damage_each_byte(const char *path)
{
	static uint8_t bytes[MAX_SIZE];
	FILE *file = fopen(path, "r");
	size_t size, i;

	assert_non_null(file);
	size = fread(bytes, 1, sizeof(bytes), file);
	fclose(file);
	for (i = 0; i < size; i++) {
		/* The very end of an allocation: a sanitizer sees a byte too many. */
		uint8_t *copy = malloc(i ? i : 1);

		memcpy(copy, bytes, i);
		try_bytes(copy, i);
		free(copy);
	}
	for (i = 0; i < size; i++) {
		bytes[i] ^= 0xff;
		try_bytes(bytes, size);
		bytes[i] ^= 0xff;
	}
}

static void survives_damage(void **state)
{
	damage_each_byte(CORPUS "two-events.data");
	damage_each_byte(CORPUS "everything.data");
	damage_each_byte(CORPUS "everything-big-stream.data");
	damage_each_byte(CORPUS "fields.data");
	damage_each_byte(CORPUS "fields-big.data");
	damage_each_byte(CORPUS "packed81-stream.data");
	damage_each_byte(CORPUS "packed83-big.data");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_or_refuses),
		cmocka_unit_test(names_and_build_ids),
		cmocka_unit_test(survives_damage),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
