// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text_user.c - texts of a condition: equal, unlike, or of a pattern
 *
 * Never reads beyond what a text may have, nor beyond its zero.  No locks.
 */
#include "../../marker/registry.h"
#include "code.h"

static char byte_at(const struct marker_filter_value *value, u64 i)
{
	return i < value->room ? value->text[i] : '\0';
}

static bool equal(const struct marker_filter_value *a, const struct marker_filter_value *b)
{
	u64 i;

	for (i = 0; i < MARKER_FILTER_TEXT_MAX; i++) {
		char c = byte_at(a, i);

		if (c != byte_at(b, i))
			return false;
		if (!c)
			break;
	}
	return true;
}

static bool like(const struct marker_filter_value *text, const char *pattern)
{
	char copy[MARKER_FILTER_LIKE_MAX];
	u64 i;

	for (i = 0; i < sizeof(copy) - 1; i++) {
		copy[i] = byte_at(text, i);
		if (!copy[i])
			break;
	}
	copy[i] = '\0';
	return marker_glob_match(pattern, copy);
}

bool marker_filter_text(unsigned int op, const struct marker_filter_value *a,
			const struct marker_filter_value *b)
{
	if (!a->text || !b->text)
		return op == FILTER_NE;
	if (op == FILTER_LIKE)
		return like(a, b->text);
	return equal(a, b) == (op == FILTER_EQ);
}
