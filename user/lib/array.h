/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Arrays that grow: by half each time, so that not much more memory is taken than a file gave cause for.
 */
#ifndef LIB_ARRAY_H
#define LIB_ARRAY_H

#include <errno.h>
#include <stddef.h>

/**
 * array_grow - an array in a larger piece of memory
 * @room: how many it has room for, and has then
 * @size: of one
 *
 * Returns NULL where there is no memory; then the array is as it was.
 */
void *array_grow(void *array, size_t *room, size_t size);

/**
 * array_room - room for one more
 * @array: a pointer to the first, NULL if there is none; may become another one
 * @nr: how many there are
 * @room: how many there is room for; may grow
 *
 * Returns 0 or -ENOMEM; then all is as it was.
 */
#define array_room(array, nr, room) ((nr) < (room) ? 0 : array_grow_own(array, room))

#define array_grow_own(array, room)                                                     \
	({                                                                              \
		size_t array_room_ = (room);                                            \
		void *array_grown_ = array_grow(array, &array_room_, sizeof(*(array))); \
                                                                                        \
		if (array_grown_) {                                                     \
			(array) = array_grown_;                                         \
			(room) = array_room_;                                           \
		}                                                                       \
		array_grown_ ? 0 : -ENOMEM;                                             \
	})

#endif
