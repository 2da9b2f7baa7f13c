// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interned names: a table of texts, and a hash from text to number.
 */
#include "user/markdiff/profile/names.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

/* Eight bytes at a time: names are long, and all of a kernel's are asked for. */
static uint64_t hash_text(const char *text, size_t length)
{
	uint64_t hash = length * SLOTS_FACTOR, word;

	for (; length >= sizeof(word); length -= sizeof(word), text += sizeof(word)) {
		memcpy(&word, text, sizeof(word));
		hash = (hash ^ word) * 0x9fb21c651e98df25ull;
		hash ^= hash >> 32;
	}
	word = 0;
	memcpy(&word, text, length);
	return (hash ^ word) * 0x9fb21c651e98df25ull;
}

/* Number 0 is no name: the things of the hash are those behind it. */
static uint64_t hash_of(const void *of, uint32_t thing)
{
	const struct names *names = of;

	return hash_text(names->text[thing + 1], strlen(names->text[thing + 1]));
}

struct piece {
	const char *text;
	size_t length;
};

static bool is_text(const void *of, uint32_t thing, const void *key)
{
	const char *known = ((const struct names *)of)->text[thing + 1];
	const struct piece *piece = key;

	return !strncmp(known, piece->text, piece->length) && !known[piece->length];
}

int names_init(struct names *names)
{
	memset(names, 0, sizeof(*names));
	if (array_room(names->text, 0, names->cap))
		return -ENOMEM;
	names->text[names->nr++] = NULL;
	return 0;
}

static uint32_t find(const struct names *names, const struct piece *piece, uint64_t hash)
{
	return slots_find(&names->slots, hash, is_text, names, piece) + 1;
}

uint32_t names_find(const struct names *names, const char *text, size_t length)
{
	const struct piece piece = { text, length };

	return find(names, &piece, hash_text(text, length));
}

int names_add_piece(struct names *names, const char *text, size_t length, uint32_t *number)
{
	const struct piece piece = { text, length };
	uint64_t hash = hash_text(text, length);
	char *copy;

	*number = find(names, &piece, hash);
	if (*number)
		return 0;
	if (array_room(names->text, names->nr, names->cap))
		return -ENOMEM;
	copy = strndup(text, length);
	if (!copy || slots_add(&names->slots, hash, names->nr - 1, hash_of, names)) {
		free(copy);
		return -ENOMEM;
	}
	*number = names->nr++;
	names->text[*number] = copy;
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
	slots_free(&names->slots);
	memset(names, 0, sizeof(*names));
}
