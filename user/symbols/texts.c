// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strings that live as long as the context, each once.
 */
#include "user/symbols/internal.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 256

static uint32_t find_slot(char *const *slots, uint32_t mask, const char *text)
{
	uint64_t hash = 0xcbf29ce484222325ull;
	const char *at;
	uint32_t slot;

	for (at = text; *at; at++)
		hash = (hash ^ (unsigned char)*at) * 0x100000001b3ull;
	slot = (hash ^ hash >> 32) & mask;
	while (slots[slot] && strcmp(slots[slot], text) != 0)
		slot = (slot + 1) & mask;
	return slot;
}

static bool grow(struct texts *texts)
{
	uint32_t nr = texts->slots ? 2 * (texts->mask + 1) : FIRST_SLOTS, i;
	char **slots = calloc(nr, sizeof(*slots));

	if (!slots)
		return false;
	for (i = 0; texts->slots && i <= texts->mask; i++)
		if (texts->slots[i])
			slots[find_slot(slots, nr - 1, texts->slots[i])] = texts->slots[i];
	free(texts->slots);
	texts->slots = slots;
	texts->mask = nr - 1;
	return true;
}

/* NULL: no memory, or nothing to keep. */
const char *texts_add(struct texts *texts, const char *text)
{
	uint32_t slot;

	if (!text || ((!texts->slots || 2 * texts->nr > texts->mask) && !grow(texts)))
		return NULL;
	slot = find_slot(texts->slots, texts->mask, text);
	if (!texts->slots[slot]) {
		texts->slots[slot] = strdup(text);
		texts->nr += !!texts->slots[slot];
	}
	return texts->slots[slot];
}

void texts_free(struct texts *texts)
{
	uint32_t i;

	for (i = 0; texts->slots && i <= texts->mask; i++)
		free(texts->slots[i]);
	free(texts->slots);
	memset(texts, 0, sizeof(*texts));
}
