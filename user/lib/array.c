// SPDX-License-Identifier: GPL-2.0-only
#include "user/lib/array.h"

#include <stdint.h>
#include <stdlib.h>

#define FIRST_BYTES 4096
#define FIRST_LEAST 8

/* Numbers of things have 32 bits nearly everywhere. */
#define ROOM_MAX (UINT32_MAX / 2)

void *array_grow(void *array, size_t *room, size_t size)
{
	size_t first = FIRST_BYTES / size, more;
	void *grown;

	if (*room > ROOM_MAX)
		return NULL;
	more = *room ? *room + *room / 2 : first < FIRST_LEAST ? FIRST_LEAST : first;
	grown = reallocarray(array, more, size);
	if (grown)
		*room = more;
	return grown;
}
