// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interned names: a table of texts, and a hash from text to number.
 */
#include "user/markdiff/profile/names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 1024

/* Eight bytes at a time: names are long, and all of a kernel's are asked for. */
static uint32_t hash_text(const char *text, size_t length)
{
	uint64_t hash = length * 0x9e3779b97f4a7c15ull, word;

	for (; length >= sizeof(word); length -= sizeof(word), text += sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		hash = (hash ^ word) * 0x9fb21c651e98df25ull;
		hash ^= hash >> 32;
	}
	word = 0;
	memcpy(&word, text, length);
	hash = (hash ^ word) * 0x9fb21c651e98df25ull;
	return hash ^ hash >> 32;
}

static bool is_text(const char *known, const char *text, size_t length)
{
	return !strncmp(known, text, length) && !known[length];
}

/* The slot of a text: the one it is in, or the empty one where it would go. */
static uint32_t find_slot(const struct names *names, const char *text, size_t length)
{
	uint32_t slot = hash_text(text, length) & names->mask;

	while (names->slots[slot] && !is_text(names->text[names->slots[slot]], text, length))
		slot = (slot + 1) & names->mask;
	return slot;
}

static int grow_slots(struct names *names)
{
	uint32_t nr = 2 * (names->mask + 1), i;
	uint32_t *slots = calloc(nr, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	free(names->slots);
	names->slots = slots;
	names->mask = nr - 1;
	for (i = 1; i < names->nr; i++)
		slots[find_slot(names, names->text[i], strlen(names->text[i]))] = i;
	return 0;
}

static int grow_text(struct names *names)
{
	uint32_t cap = 2 * names->cap;
	char **text = realloc(names->text, cap * sizeof(*text));

	if (!text)
		return -ENOMEM;
	names->text = text;
	names->cap = cap;
	return 0;
}

int names_init(struct names *names)
{
	memset(names, 0, sizeof(*names));
	names->cap = FIRST_SLOTS / 2;
	names->mask = FIRST_SLOTS - 1;
	names->nr = 1;
	names->text = calloc(names->cap, sizeof(*names->text));
	names->slots = calloc(FIRST_SLOTS, sizeof(*names->slots));
	if (names->text && names->slots)
		return 0;
	names_free(names);
	return -ENOMEM;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
	return names->slots[find_slot(names, text, length)];
}

int names_add_piece(struct names *names, const char *text, size_t length, uint32_t *number)
{
	int err = 0;

	*number = names_find(names, text, length);
	if (*number)
		return 0;
	if (2 * names->nr > names->mask)
		err = grow_slots(names);
	if (!err && names->nr == names->cap)
		err = grow_text(names);
	if (err)
		return err;
	names->text[names->nr] = strndup(text, length);
	if (!names->text[names->nr])
		return -ENOMEM;
	*number = names->nr++;
	names->slots[find_slot(names, text, length)] = *number;
	return 0;
}

int names_add(struct names *names, const char *text, uint32_t *number)
{
	return names_add_piece(names, text, strlen(text), number);
}

const char *names_text(const struct names *names, uint32_t number)
{
	return number ? names->text[number] : "";
}

void names_free(struct names *names)
{
	uint32_t i;

	for (i = 1; i < names->nr && names->text; i++)
		free(names->text[i]);
	free(names->text);
	free(names->slots);
	memset(names, 0, sizeof(*names));
}
