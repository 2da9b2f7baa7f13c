// SPDX-License-Identifier: GPL-2.0-only
/*
 * format.c - spreads a value over the bits that a PMU's format names, and gathers it again
 */
#include "format.h"

#include <errno.h>
#include <string.h>

#include "ranges.h"

static void add_bit(void *mask, unsigned long bit)
{
	*(uint64_t *)mask |= (uint64_t)1 << bit;
}

static const char *parse_field(const char *text, unsigned int *field)
{
	static const char *const fields[] = { "config:", "config1:", "config2:" };

	for (*field = 0; *field < sizeof(fields) / sizeof(fields[0]); ++*field) {
		if (!strncmp(text, fields[*field], strlen(fields[*field])))
			return text + strlen(fields[*field]);
	}
	return NULL;
}

/**
 * format_parse() - the text of a file of format/
 *
 * Return: 0, -EINVAL if it is none, or of a field that the attribute has not.
 */
int format_parse(const char *text, struct format *format)
{
	const char *at = parse_field(text, &format->field);

	format->mask = 0;
	return at && !ranges_parse(at, 64, add_bit, &format->mask) ? 0 : -EINVAL;
}

/** format_max() - the largest value */
uint64_t format_max(const struct format *format)
{
	int bits = __builtin_popcountll(format->mask);

	return bits == 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
}

static uint64_t get_field(const struct perf_event_attr *attr, unsigned int field)
{
	return field == 0 ? attr->config : field == 1 ? attr->config1 : attr->config2;
}

static void set_field(struct perf_event_attr *attr, unsigned int field, uint64_t value)
{
	if (field == 0)
		attr->config = value;
	else if (field == 1)
		attr->config1 = value;
	else
		attr->config2 = value;
}

/**
 * format_set() - put a value into the attribute; what was there before is gone
 * @value:	at most format_max()
 */
void format_set(const struct format *format, uint64_t value, struct perf_event_attr *attr)
{
	uint64_t field = get_field(attr, format->field) & ~format->mask, left = format->mask;

	for (; left; left &= left - 1, value >>= 1) {
		if (value & 1)
			field |= left & -left;
	}
	set_field(attr, format->field, field);
}

/** format_get() - what format_set() has put there */
uint64_t format_get(const struct format *format, const struct perf_event_attr *attr)
{
	uint64_t field = get_field(attr, format->field), left = format->mask, value = 0, bit = 1;

	for (; left; left &= left - 1, bit <<= 1) {
		if (field & left & -left)
			value |= bit;
	}
	return value;
}
