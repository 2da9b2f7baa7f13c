/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Reads a profile by the format's own numbers, not by the file that the writer was made of.
 */
#ifndef TESTS_UNIT_PPROF_READ_H
#define TESTS_UNIT_PPROF_READ_H

#include <zlib.h>

#include "tests/unit/stacks_run.h"

/* Of the message Profile, and of those in it. */
enum {
	PROFILE_TYPE = 1,
	PROFILE_SAMPLE = 2,
	PROFILE_MAPPING = 3,
	PROFILE_LOCATION = 4,
	PROFILE_FUNCTION = 5,
	PROFILE_TEXT = 6,
	PROFILE_TIME = 9,
	PROFILE_DURATION = 10,
	PROFILE_PERIOD_TYPE = 11,
	PROFILE_PERIOD = 12,
	PROFILE_COMMENT = 13,
	PROFILE_DEFAULT_TYPE = 14,
};

#define PPROF_BYTES (1 << 20)
#define PPROF_PARTS 64

/* A field: a number, or a message. */
struct part {
	uint32_t field;
	uint64_t value;
	const uint8_t *bytes;
	size_t size;
};

struct parts {
	struct part at[PPROF_PARTS * 8];
	uint32_t nr;
};

struct pprof_read {
	uint8_t *bytes;
	struct parts all;
};

static inline uint64_t take_varint(const uint8_t **at, const uint8_t *end)
{
	uint64_t value = 0;
	int shift = 0;

	do {
		assert_true(*at < end && shift < 64);
		value |= (uint64_t)(**at & 0x7f) << shift;
		shift += 7;
	} while (*(*at)++ & 0x80);
	return value;
}

static inline void take_parts(const uint8_t *at, size_t size, struct parts *parts)
{
	const uint8_t *end = at + size;
	struct part *part;
	uint64_t key;

	for (parts->nr = 0; at < end; parts->nr++) {
		assert_true(parts->nr < PPROF_PARTS * 8);
		part = &parts->at[parts->nr];
		key = take_varint(&at, end);
		*part = (struct part){ .field = key >> 3 };
		part->value = take_varint(&at, end);
		if ((key & 7) == 0)
			continue;
		assert_int_equal(key & 7, 2);
		assert_true(part->value <= (uint64_t)(end - at));
		part->bytes = at;
		part->size = part->value;
		at += part->size;
	}
}

static inline void pprof_read(struct pprof_read *r, const char *path)
{
	gzFile file = gzopen(path, "rb");
	int size;

	assert_non_null(file);
	assert_false(gzdirect(file));
	r->bytes = malloc(PPROF_BYTES);
	assert_non_null(r->bytes);
	size = gzread(file, r->bytes, PPROF_BYTES);
	assert_true(size > 0 && size < PPROF_BYTES);
	gzclose(file);
	take_parts(r->bytes, size, &r->all);
}

/* The nth field of a number, or NULL. */
static inline const struct part *part_of(const struct parts *parts, uint32_t field, uint32_t nth)
{
	for (uint32_t i = 0; i < parts->nr; i++)
		if (parts->at[i].field == field && !nth--)
			return &parts->at[i];
	return NULL;
}

static inline uint64_t number_of(const struct parts *parts, uint32_t field)
{
	const struct part *part = part_of(parts, field, 0);

	return part ? part->value : 0;
}

static inline void inside_of(const struct part *part, struct parts *parts)
{
	assert_non_null(part);
	take_parts(part->bytes, part->size, parts);
}

/* Text @number of the table, as a string that lives until the next but three. */
static inline const char *text_of(const struct pprof_read *r, uint64_t number)
{
	static char texts[4][256];
	static int next;
	const struct part *part = part_of(&r->all, PROFILE_TEXT, number);
	char *text = texts[next++ % 4];

	assert_non_null(part);
	snprintf(text, sizeof(texts[0]), "%.*s", (int)part->size, (const char *)part->bytes);
	return text;
}

/* "base/count new/count" */
static inline void types_are(const struct pprof_read *r, const char *want)
{
	const struct part *part;
	struct parts type;
	char text[256] = "";
	uint32_t i;

	for (i = 0; (part = part_of(&r->all, PROFILE_TYPE, i)); i++) {
		inside_of(part, &type);
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s/%s", i ? " " : "",
			 text_of(r, number_of(&type, 1)), text_of(r, number_of(&type, 2)));
	}
	assert_string_equal(text, want);
}

/* Numbers are 1, 2, 3, in the order of the file. */
static inline void numbers_are_in_order(const struct pprof_read *r, uint32_t field)
{
	const struct part *part;
	struct parts inside;

	for (uint32_t i = 0; (part = part_of(&r->all, field, i)); i++) {
		inside_of(part, &inside);
		assert_int_equal(number_of(&inside, 1), i + 1);
	}
}

/* The functions at a location: "inner<outer", or its address. */
static inline void append_location(const struct pprof_read *r, uint64_t number, char *text,
				   size_t size)
{
	struct parts location, line, function;
	const struct part *part;
	uint32_t i;

	inside_of(part_of(&r->all, PROFILE_LOCATION, number - 1), &location);
	for (i = 0; (part = part_of(&location, 4, i)); i++) {
		inside_of(part, &line);
		inside_of(part_of(&r->all, PROFILE_FUNCTION, number_of(&line, 1) - 1), &function);
		snprintf(text + strlen(text), size - strlen(text), "%s%s", i ? "<" : "",
			 text_of(r, number_of(&function, 2)));
	}
	if (!i)
		snprintf(text + strlen(text), size - strlen(text), "%#llx",
			 (unsigned long long)number_of(&location, 3));
}

/* "leaf work main: 3 4", a line a sample, in the order of the file. */
static inline void samples_are(const struct pprof_read *r, const char *want)
{
	const struct part *part;
	struct parts sample;
	char text[4096] = "";
	const uint8_t *at;
	uint32_t i;

	for (i = 0; (part = part_of(&r->all, PROFILE_SAMPLE, i)); i++) {
		inside_of(part, &sample);
		part = part_of(&sample, 1, 0);
		for (at = part->bytes; at < part->bytes + part->size; strcat(text, " "))
			append_location(r, take_varint(&at, part->bytes + part->size), text,
					sizeof(text) - 2);
		part = part_of(&sample, 2, 0);
		text[strlen(text) - 1] = ':';
		for (at = part->bytes; at < part->bytes + part->size;)
			snprintf(text + strlen(text), sizeof(text) - strlen(text), " %llu",
				 (unsigned long long)take_varint(&at, part->bytes + part->size));
		strcat(text, "\n");
	}
	assert_string_equal(text, want);
}

static inline void pprof_done(struct pprof_read *r, const char *path)
{
	assert_string_equal(text_of(r, 0), "");
	numbers_are_in_order(r, PROFILE_MAPPING);
	numbers_are_in_order(r, PROFILE_LOCATION);
	numbers_are_in_order(r, PROFILE_FUNCTION);
	free(r->bytes);
	unlink(path);
}

#endif
