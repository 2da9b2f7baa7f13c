// SPDX-License-Identifier: GPL-2.0-only
/*
 * grow.c - memory for what is added one by one
 */
#include "grow.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/**
 * grow_by_one() - one more element of an array, of nothing but zeros
 * @array:	the array, NULL while it is empty
 * @nr:		how many it has; grows by one
 * @error:	-ENOMEM if there is no memory
 *
 * Room is doubled when @nr is a power of two.  Return: the element, NULL without memory.
 */
void *grow_by_one(void **array, size_t *nr, size_t size, int *error)
{
	char *element;

	if (!(*nr & (*nr - 1))) {
		void *room = realloc(*array, (*nr ? *nr * 2 : 1) * size);

		if (!room) {
			*error = -ENOMEM;
			return NULL;
		}
		*array = room;
	}
	element = (char *)*array + (*nr)++ * size;
	memset(element, 0, size);
	return element;
}

/** grow_string_args() - a string to be freed; NULL without memory */
char *grow_string_args(int *error, const char *format, va_list args)
{
	char *text = NULL;

	if (vasprintf(&text, format, args) >= 0)
		return text;
	*error = -ENOMEM;
	return NULL;
}

/** grow_string() - the same */
char *grow_string(int *error, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = grow_string_args(error, format, args);
	va_end(args);
	return text;
}
