// SPDX-License-Identifier: GPL-2.0-only
/*
 * Compressed records: one zstd stream over all of them, cut at any byte.  perf 6.1 writes
 * COMPRESSED, test_perfdata_recorded.c has it do so; COMPRESSED2 of newer ones, the one whose size
 * overflowed, and damaged ones are made here.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <zstd.h>

#include "tests/unit/perfdata_test.h"

#define NR_SAMPLES 20
#define ROOM	   (1 << 20)

static struct build b, plain;
static struct seen seen;
static uint8_t packed[ROOM];
static const struct build_event one = { .type = 1 };

/* What is to be compressed: as a recording's records. */
static size_t build_plain(void)
{
	plain.big = b.big;
	plain.stream = false;
	plain.attr_size = 0;
	build_events(&plain, &one, 1);
	build_comm(&plain, 10, 10, 1, "packed", 0);
	build_mmap(&plain, 10, 2, 0x400000, 0x1000, 0, "/bin/packed", 2);
	for (int i = 0; i < NR_SAMPLES; i++)
		build_sample_of(&plain, 0, 10, 10 + i, 0x400000 + i, 100 + i, 2);
	return plain.size - plain.data;
}

static void build_piece(uint32_t type, const uint8_t *bytes, size_t size)
{
	size_t at = build_record(&b, type, 0);

	if (type == 83)
		build_u64(&b, size);
	build_put(&b, bytes, size);
	if (type == 83)
		while (b.size % 8 != at % 8)
			build_put(&b, "", 1);
	build_close(&b, at);
}

/* Compresses, flushing after each so many bytes, and puts a record around each flush. */
static void build_packed(uint32_t type, size_t bytes_each)
{
	ZSTD_CStream *stream = ZSTD_createCStream();
	size_t size = build_plain();
	ZSTD_inBuffer in = { plain.bytes + plain.data, 0, 0 };
	ZSTD_outBuffer out;

	ZSTD_initCStream(stream, 1);
	build_events(&b, &one, 1);
	while (in.size < size) {
		in.size = in.size + bytes_each < size ? in.size + bytes_each : size;
		out = (ZSTD_outBuffer){ packed, sizeof(packed), 0 };
		ZSTD_compressStream(stream, &out, &in);
		ZSTD_flushStream(stream, &out);
		build_piece(type, packed, out.pos);
	}
	ZSTD_freeCStream(stream);
}

static void check_all(void)
{
	read_all(&b, &seen);
	assert_int_equal(seen.nr, NR_SAMPLES);
	for (uint32_t i = 0; i < NR_SAMPLES; i++) {
		assert_int_equal(seen.sample[i].period, 100 + i);
		assert_int_equal(seen.addr[i], i);
		assert_string_equal(seen.object[i], "/bin/packed");
		assert_string_equal(seen.comm[i], "packed");
	}
	assert_true(perfdata_counts(seen.pd)->compressed > 0);
	perfdata_close(seen.pd);
}

/* Records that straddle pieces, in each way. */
static void pieces_of_any_size(void **state)
{
	static const size_t sizes[] = { 1, 3, 7, 8, 9, 40, 41, 100, 100000 };
	static const uint32_t types[] = { 81, 83 };

	for (int way = 0; way < NR_WAYS; way++) {
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
			for (int t = 0; t < 2; t++) {
				build_way(&b, way);
				build_packed(types[t], sizes[i]);
				check_all();
			}
		}
	}
}

/* Plain records between compressed ones are taken in their order. */
static void plain_records_between(void **state)
{
	uint64_t offset;
	const char *file;
	size_t size;

	build_way(&b, 0);
	size = build_plain();
	build_events(&b, &one, 1);
	size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data, size, 1);
	build_sample_of(&b, 0, 10, 100, 0x400001, 7, 2);
	build_piece(81, packed, size / 2);
	build_sample_of(&b, 0, 10, 100, 0x400002, 8, 2);
	build_piece(81, packed + size / 2, size - size / 2);
	build_sample_of(&b, 0, 10, 100, 0x400003, 9, 2);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, NR_SAMPLES + 3);
	assert_int_equal(seen.sample[0].period, 7);
	assert_int_equal(seen.sample[NR_SAMPLES + 2].period, 9);
	for (uint32_t i = 1; i < seen.nr; i++)
		assert_true(seen.sample[i].place > seen.sample[i - 1].place);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_WHOLE);
	perfdata_close(seen.pd);
}

/* perf before 6.17 forgot data_size, or wrote a wrong one: the record's own size is used. */
static void wrong_data_sizes(void **state)
{
	static const uint64_t sizes[] = { 0, 1000000, UINT64_MAX };
	size_t size;

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		build_way(&b, 0);
		size = build_plain();
		build_events(&b, &one, 1);
		size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data, size, 1);
		build_piece(83, packed, size);
		build_set64(&b, b.data + 8, sizes[i]);
		check_all();
	}
}

/* Bytes that do not compress, so that a piece is as large as a record can be. */
static size_t build_noise(size_t size)
{
	uint32_t state = 1;
	size_t at;

	build_plain();
	while (plain.size - plain.data < size) {
		at = build_record(&plain, 8, 0); /* a READ: stepped over */
		for (int i = 0; i < 1000; i++) {
			state ^= state << 13;
			state ^= state >> 17;
			state ^= state << 5;
			build_u32(&plain, state);
		}
		build_close(&plain, at);
	}
	return plain.size - plain.data;
}

/* What perf 6.16 wrote: the size in 16 bits of all that it compressed at once. */
static void overflowed(size_t size, bool several)
{
	size_t at = b.size, first = size < 65519 ? size : 65519;

	assert_int_equal(several, size > 65519);
	build_u32(&b, 83);
	build_u16(&b, 0);
	build_u16(&b, (uint16_t)((16 + size + 7) & ~(size_t)7));
	build_u64(&b, size + (several ? 16 : 0));
	build_put(&b, packed, first);
	if (several) {
		at = build_record(&b, 83, 0);
		build_u64(&b, 0xdeadbeefdeadbeefull); /* nobody set it */
		build_put(&b, packed + first, size - first);
		build_set16(&b, at + 6, b.size - at);
		/* All that was compressed includes the second head. */
		build_set16(&b, b.data + 6, (uint16_t)((16 + size + 16 + 7) & ~(size_t)7));
	}
	build_sample_of(&b, 0, 10, 1000, 0x400000 + NR_SAMPLES, 100 + NR_SAMPLES, 2);
}

static void check_overflow(size_t raw, size_t least, size_t most)
{
	size_t size;

	build_way(&b, 0);
	size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data, build_noise(raw), 1);
	assert_in_range(size, least, most);
	build_events(&b, &one, 1);
	overflowed(size, size > 65519);
	read_all(&b, &seen);
	assert_int_equal(seen.nr, NR_SAMPLES + 1);
	assert_int_equal(seen.sample[NR_SAMPLES].period, 100 + NR_SAMPLES);
	perfdata_close(seen.pd);
}

static void sizes_that_overflowed(void **state)
{
	size_t raw, size = 0;

	/* One record, the size of which became 0: search for an input that gives that. */
	build_way(&b, 0);
	raw = build_noise(70000);
	while ((size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data, raw, 1)) >
	       65519)
		raw--;
	assert_in_range(size, 65513, 65519);
	build_events(&b, &one, 1);
	overflowed(size, false);
	assert_int_equal(b.bytes[b.data + 6] | b.bytes[b.data + 7], 0);
	memset(&seen, 0, sizeof(seen));
	read_all(&b, &seen);
	assert_int_equal(seen.nr, NR_SAMPLES + 1);
	perfdata_close(seen.pd);
	check_overflow(100000, 66000, 130000);
}

static void damage_is(enum perfdata_damage kind, uint32_t nr)
{
	uint64_t offset;
	const char *file;

	read_all(&b, &seen);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), kind);
	assert_int_equal(seen.nr, nr);
	perfdata_close(seen.pd);
}

static void damaged_streams(void **state)
{
	size_t size, at;

	/* A sample, then bytes that are no zstd. */
	build_way(&b, 0);
	build_events(&b, &one, 1);
	build_sample(&b, 10, 1, 0x1000);
	at = b.size;
	build_piece(81, (const uint8_t *)"no zstd at all", 14);
	damage_is(PERFDATA_CORRUPT, 1);
	/* The last record ends in a piece that is not there. */
	build_way(&b, 0);
	size = build_plain();
	build_events(&b, &one, 1);
	size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data, size - 5, 1);
	build_piece(83, packed, size);
	damage_is(PERFDATA_TRUNCATED, NR_SAMPLES - 1);
	/* A compressed record in a compressed record is not unpacked. */
	build_way(&b, 0);
	build_plain();
	at = build_record(&plain, 81, 0);
	build_close(&plain, at);
	build_events(&b, &one, 1);
	size = ZSTD_compress(packed, sizeof(packed), plain.bytes + plain.data,
			     plain.size - plain.data, 1);
	build_piece(81, packed, size);
	damage_is(PERFDATA_WHOLE, NR_SAMPLES);
}

/* Few bytes that say "many": memory does not grow, and it ends. */
static void bombs(void **state)
{
	size_t size = (size_t)64 << 20, n;
	uint8_t *zeroes = calloc(1, size);
	uint64_t offset;
	const char *file;

	assert_non_null(zeroes);
	for (size_t i = 0; i < size; i += 8) {
		zeroes[i] = 68;
		zeroes[i + 6] = 8;
	}
	build_way(&b, 0);
	build_events(&b, &one, 1);
	build_sample(&b, 10, 1, 0x1000);
	n = ZSTD_compress(packed, sizeof(packed), zeroes, size, 19);
	assert_in_range(n, 1, 60000);
	build_piece(81, packed, n);
	read_all(&b, &seen);
	assert_int_equal(perfdata_damage(seen.pd, &offset, &file), PERFDATA_CORRUPT);
	perfdata_close(seen.pd);
	free(zeroes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pieces_of_any_size), cmocka_unit_test(plain_records_between),
		cmocka_unit_test(wrong_data_sizes),   cmocka_unit_test(sizes_that_overflowed),
		cmocka_unit_test(damaged_streams),    cmocka_unit_test(bombs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
