// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interned names: a table of texts, and a hash from text to number.
 */
#include "user/markdiff/names.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS 1024

static uint32_t hash_text(const char *text)
{
	uint64_t hash = 0xcbf29ce484222325ull;

	while (*text)
		hash = (hash ^ (unsigned char)*text++) * 0x100000001b3ull;
	return hash ^ hash >> 32;
}

/* The slot of a text: the one it is in, or the empty one where it would go. */
static uint32_t find_slot(const struct names *names, const char *text)
{
	uint32_t slot = hash_text(text) & names->mask;

	while (names->slots[slot] && strcmp(names->text[names->slots[slot]], text) != 0)
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
		slots[find_slot(names, names->text[i])] = i;
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

int names_add(struct names *names, const char *text, uint32_t *number)
{
	uint32_t slot = find_slot(names, text);
	int err = 0;

	*number = names->slots[slot];
	if (*number)
		return 0;
	if (2 * names->nr > names->mask)
		err = grow_slots(names);
	if (!err && names->nr == names->cap)
		err = grow_text(names);
	if (err)
		return err;
	names->text[names->nr] = strdup(text);
	if (!names->text[names->nr])
		return -ENOMEM;
	*number = names->nr++;
	names->slots[find_slot(names, text)] = *number;
	return 0;
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
