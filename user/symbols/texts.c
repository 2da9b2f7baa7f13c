// SPDX-License-Identifier: GPL-2.0-only
/*
 * Strings that live as long as the context, each once.
 */
#include "user/symbols/internal.h"

#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

static uint64_t hash_of(const void *texts, uint32_t number)
{
	return slots_mix_text(0, ((char *const *)texts)[number]);
}

static bool is_text(const void *texts, uint32_t number, const void *text)
{
	return !strcmp(((char *const *)texts)[number], text);
}

/* NULL: no memory, or nothing to keep. */
const char *texts_add(struct texts *texts, const char *text)
{
	uint64_t hash;
	uint32_t number;
	char *copy;

	if (!text)
		return NULL;
	hash = slots_mix_text(0, text);
	number = slots_find(&texts->slots, hash, is_text, texts->at, text);
	if (number != SLOTS_NONE)
		return texts->at[number];
	if (array_room(texts->at, texts->nr, texts->cap))
		return NULL;
	copy = strdup(text);
	if (!copy || slots_add(&texts->slots, hash, texts->nr, hash_of, texts->at)) {
		free(copy);
		return NULL;
	}
	texts->at[texts->nr++] = copy;
	return copy;
}

void texts_free(struct texts *texts)
{
	uint32_t i;

	for (i = 0; i < texts->nr; i++)
		free(texts->at[i]);
	free(texts->at);
	slots_free(&texts->slots);
	memset(texts, 0, sizeof(*texts));
}
