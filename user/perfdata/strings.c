// SPDX-License-Identifier: GPL-2.0-only
/*
 * The strings of a recording, each once: equal strings are equal pointers.  They are kept in blocks
 * that never move, until the handle is closed.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define BLOCK_SIZE ((size_t)64 << 10)

struct block {
	struct block *next;
	size_t used, size;
	char text[];
};

static char *block_take(struct strings *s, size_t size)
{
	struct block *block = s->blocks;
	size_t room = size > BLOCK_SIZE ? size : BLOCK_SIZE;

	if (!block || size > block->size - block->used) {
		block = malloc(sizeof(*block) + room);
		if (!block)
			return NULL;
		*block = (struct block){ .next = s->blocks, .size = room };
		s->blocks = block;
	}
	block->used += size;
	return block->text + block->used - size;
}

static uint64_t hash_text(const char *text, size_t length)
{
	uint64_t hash = 0xcbf29ce484222325ull;

	while (length--)
		hash = (hash ^ (uint8_t)*text++) * 0x100000001b3ull;
	return hash;
}

static int add(struct strings *s, uint64_t key, const char *text, size_t length, const char **out)
{
	char *copy;
	int err = array_room(s->texts, s->nr, s->cap);

	if (err)
		return err;
	copy = block_take(s, length + 1);
	if (!copy)
		return -ENOMEM;
	memcpy(copy, text, length);
	copy[length] = 0;
	*out = s->texts[s->nr] = copy;
	return idmap_put(&s->index, key, s->nr++);
}

int strings_add_part(struct strings *s, const char *text, size_t length, const char **out)
{
	uint64_t key = hash_text(text, length);
	uint32_t index;

	while ((index = idmap_get(&s->index, key)) != IDMAP_NONE) {
		*out = s->texts[index];
		if (!strncmp(*out, text, length) && !(*out)[length])
			return 0;
		key++;
	}
	return add(s, key, text, length, out);
}

int strings_add(struct strings *s, const char *text, const char **out)
{
	return strings_add_part(s, text, strlen(text), out);
}

void strings_free(struct strings *s)
{
	struct block *block;

	while ((block = s->blocks)) {
		s->blocks = block->next;
		free(block);
	}
	free(s->texts);
	idmap_free(&s->index);
}
