/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * arguments_user.h - a list of arguments that are words, as an array
 *
 * On x86-64 they are one already: what a site has pushed, or the registers that a function with "..." has
 * stored (System V AMD64 ABI, 3.5.7).  va_arg() would look where they are at each one.
 */
#ifndef MARKER_RECORD_ARGUMENTS_USER_H
#define MARKER_RECORD_ARGUMENTS_USER_H

#include "../../marker/os.h"

static inline const unsigned long *record_copy_arguments(va_list *args, unsigned int nr,
							 unsigned long *buffer)
{
	unsigned int i;

	for (i = 0; i < nr; i++)
		buffer[i] = va_arg(*args, unsigned long);
	return buffer;
}

/* @buffer has room for them, where they must be copied. */
#if defined(__x86_64__)
#define RECORD_REGISTERS 48 /* bytes of six */

/* What a va_list is there. */
struct record_list {
	u32 general;
	u32 vector;
	const unsigned long *stack;
	const char *registers;
} __attribute__((may_alias));

static inline const unsigned long *record_arguments(va_list *args, unsigned int nr,
						    unsigned long *buffer)
{
	const struct record_list *list = (const void *)args;

	if (likely(list->general >= RECORD_REGISTERS))
		return list->stack;
	if (8 * nr <= RECORD_REGISTERS - list->general)
		return (const void *)(list->registers + list->general);
	return record_copy_arguments(args, nr, buffer);
}
#else
static inline const unsigned long *record_arguments(va_list *args, unsigned int nr,
						    unsigned long *buffer)
{
	return record_copy_arguments(args, nr, buffer);
}
#endif

#endif
