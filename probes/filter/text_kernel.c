// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * text_kernel.c - texts of a condition in the kernel: equal, unlike, or of a pattern
 *
 * An argument may point anywhere: copy_from_kernel_nofault() refuses what is a user's and survives what is
 * nobody's, in any context, NMIs too.  A text that cannot be read is unlike every other, as a NULL
 * pointer is.  No locks.
 */
#include "../../marker/registry.h"
#include "code.h"

#include <linux/uaccess.h>

/* The bytes of a text that were read last: from "begin" to before "end". */
struct window {
	const struct marker_filter_value *text;
	u64 begin, end;
	u8 bytes[8];
};

/* A word at a time, and no farther than to the end of one: the next one may be in a page that there is not. */
static bool read_window(struct window *window, u64 i)
{
	const char *from = window->text->text + i;
	u64 part = min_t(u64, window->text->room - i, 8 - ((unsigned long)from & 7));

	window->begin = i;
	window->end = i + part;
	return !copy_from_kernel_nofault(window->bytes, from, part);
}

/* Bytes are asked for one behind the other; -EFAULT if one cannot be read. */
static int byte_at(struct window *window, u64 i)
{
	if (i >= window->text->room)
		return 0;
	if (i >= window->end && !read_window(window, i))
		return -EFAULT;
	return window->bytes[i - window->begin];
}

/* 1 if they are equal, 0 if not, -EFAULT. */
static int equal(const struct marker_filter_value *a, const struct marker_filter_value *b)
{
	struct window x = { .text = a }, y = { .text = b };
	u64 i;

	for (i = 0; i < MARKER_FILTER_TEXT_MAX; i++) {
		int c = byte_at(&x, i), d = byte_at(&y, i);

		if (c < 0 || d < 0)
			return -EFAULT;
		if (c != d)
			return 0;
		if (!c)
			break;
	}
	return 1;
}

static bool like(const struct marker_filter_value *text, const char *pattern)
{
	struct window window = { .text = text };
	char copy[MARKER_FILTER_LIKE_MAX];
	u64 i;

	for (i = 0; i < sizeof(copy) - 1; i++) {
		int c = byte_at(&window, i);

		if (c < 0)
			return false;
		copy[i] = c;
		if (!c)
			break;
	}
	copy[i] = '\0';
	return marker_glob_match(pattern, copy);
}

bool marker_filter_text(unsigned int op, const struct marker_filter_value *a,
			const struct marker_filter_value *b)
{
	int same;

	if (!a->text || !b->text)
		return op == FILTER_NE;
	if (op == FILTER_LIKE)
		return like(a, b->text);
	same = equal(a, b);
	return op == FILTER_EQ ? same == 1 : same != 1;
}
