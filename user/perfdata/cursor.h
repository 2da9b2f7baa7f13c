/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A stretch of bytes that is read from front to back, never beyond its end, and in the byte order
 * of the machine that wrote it.  This is the one way to read a number of a file, samples excepted
 * (sample.c: they are most of a file, and their bounds are checked once).
 */
#ifndef USER_PERFDATA_CURSOR_H
#define USER_PERFDATA_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct cursor {
	const uint8_t *at;
	const uint8_t *end;
	bool swap; /* the file was written by a machine of the other byte order */
};

static inline uint64_t load64(const void *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint32_t load32(const void *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline size_t cursor_left(const struct cursor *c)
{
	return c->end - c->at;
}

/* Takes size bytes, or returns NULL (and takes nothing) where fewer remain. */
static inline const void *cursor_take(struct cursor *c, uint64_t size)
{
	const uint8_t *at = c->at;

	if (size > cursor_left(c))
		return NULL;
	c->at += size;
	return at;
}

static inline bool cursor_u16(struct cursor *c, uint16_t *value)
{
	const void *at = cursor_take(c, sizeof(*value));

	if (at) {
		memcpy(value, at, sizeof(*value));
		*value = c->swap ? __builtin_bswap16(*value) : *value;
	}
	return at;
}

static inline bool cursor_u32(struct cursor *c, uint32_t *value)
{
	const void *at = cursor_take(c, sizeof(*value));

	if (at)
		*value = c->swap ? __builtin_bswap32(load32(at)) : load32(at);
	return at;
}

static inline bool cursor_u64(struct cursor *c, uint64_t *value)
{
	const void *at = cursor_take(c, sizeof(*value));

	if (at)
		*value = c->swap ? __builtin_bswap64(load64(at)) : load64(at);
	return at;
}

/* A number that is so many bytes before the end. */
static inline bool cursor_u64_from_end(const struct cursor *c, size_t before, uint64_t *value)
{
	if (before < sizeof(*value) || cursor_left(c) < before)
		return false;
	*value = c->swap ? __builtin_bswap64(load64(c->end - before)) : load64(c->end - before);
	return true;
}

/*
 * A string that ends inside the cursor, or NULL; the cursor stays.  The kernel pads names to eight
 * bytes; one that has fewer comes from no kernel.
 */
static inline const char *cursor_string(const struct cursor *c)
{
	if (cursor_left(c) < 8)
		return NULL;
	return memchr(c->at, 0, cursor_left(c)) ? (const char *)c->at : NULL;
}

/* A string as features have it: { u32 size; char text[size]; }, padded with zeroes. */
static inline const char *cursor_sized_string(struct cursor *c)
{
	uint32_t size;
	const char *text;

	if (!cursor_u32(c, &size))
		return NULL;
	text = cursor_take(c, size);
	return text && memchr(text, 0, size) ? text : NULL;
}

#endif
