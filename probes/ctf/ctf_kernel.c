// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * ctf_kernel.c - strings and doubles of events, in the kernel
 *
 * A pointer may be a user's, or nobody's: copy_from_kernel_nofault() refuses the one and survives the
 * other, in any context, NMIs too.
 */
#include "ctf.h"

#include <linux/uaccess.h>

static size_t put(u8 *to, const char *text, size_t max)
{
	size_t len = strnlen(text, max);

	memcpy(to, text, len);
	to[len] = '\0';
	return len + 1;
}

/* A word at a time, and at the end of what can be read a byte: a string ends before a page does. */
size_t marker_ctf_string(u8 *to, const char *from, size_t max)
{
	size_t at = 0;

	if (!from)
		return put(to, "(null)", max);
	while (at < max) {
		size_t part = min_t(size_t, max - at, 8 - ((unsigned long)(from + at) & 7));
		size_t len;

		if (copy_from_kernel_nofault(to + at, from + at, part))
			return put(to, "(unreadable)", max);
		len = strnlen((char *)to + at, part);
		at += len;
		if (len < part)
			break;
	}
	to[at] = '\0';
	return at + 1;
}

void marker_ctf_double(u8 *to, va_list *args)
{
	u64 word = va_arg(*args, unsigned long);

	memcpy(to, &word, 8);
}

void marker_ctf_long_double(u8 *to, va_list *args)
{
	marker_ctf_double(to, args);
}
