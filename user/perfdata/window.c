// SPDX-License-Identifier: GPL-2.0-only
/*
 * A window over a stretch of an input, which moves from front to back: the bytes in it are ours, so
 * no change of the file can hurt, and few enough to stay in the processor's cache.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

/* Of a window over so many bytes as this or more. */
int window_alloc(struct window *w, uint64_t size)
{
	w->size = size < WINDOW_SIZE ? size + 1 : WINDOW_SIZE;
	w->buffer = malloc(w->size);
	w->at = w->limit = w->buffer;
	return w->buffer ? 0 : -ENOMEM;
}

void window_free(struct window *w)
{
	free(w->buffer);
	w->buffer = w->at = w->limit = NULL;
}

void window_set(struct window *w, const struct input *input, uint64_t offset, uint64_t end)
{
	w->input = input;
	w->next = offset;
	w->end = end;
	w->at = w->limit = w->buffer;
}

/* Moves what is left to the front; returns how much room is behind it. */
size_t window_compact(struct window *w)
{
	size_t left = w->limit - w->at;

	memmove(w->buffer, w->at, left);
	w->at = w->buffer;
	w->limit = w->buffer + left;
	return w->size - left;
}

/* Reads what fits.  Returns how much came, 0 at the end, or a negative errno. */
ssize_t window_fill(struct window *w)
{
	size_t room = window_compact(w), got;
	int err;

	if (room > w->end - w->next)
		room = w->end - w->next;
	if (!room)
		return 0;
	err = input_read(w->input, w->next, w->limit, room, &got);
	if (err)
		return err;
	w->next += got;
	w->limit += got;
	return got;
}

/* Steps over bytes that need not be read.  False where there are fewer. */
bool window_skip(struct window *w, uint64_t size)
{
	uint64_t here = w->limit - w->at;

	if (size <= here) {
		w->at += size;
		return true;
	}
	w->at = w->limit;
	size -= here;
	if (size > w->end - w->next) {
		w->next = w->end;
		return false;
	}
	w->next += size;
	return true;
}
