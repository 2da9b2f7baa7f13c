// SPDX-License-Identifier: GPL-2.0-only
/*
 * A map from numbers to numbers: open addressing, never more than two thirds full.  It exists
 * because pids and event ids come from the file and may be anything.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define FIRST_SIZE 64
#define MAX_SIZE   ((size_t)1 << 30)

static uint32_t slot_of(const struct idmap *map, uint64_t key)
{
	uint64_t hash = (key + 1) * 0x9e3779b97f4a7c15ull;
	uint32_t slot = (hash ^ hash >> 32) & map->mask;

	while (map->values[slot] != IDMAP_NONE && map->keys[slot] != key)
		slot = (slot + 1) & map->mask;
	return slot;
}

static int resize(struct idmap *map, uint32_t size)
{
	struct idmap bigger = { .mask = size - 1, .nr = map->nr };
	uint32_t i, slot;

	bigger.keys = malloc(size * sizeof(*bigger.keys));
	bigger.values = malloc(size * sizeof(*bigger.values));
	if (!bigger.keys || !bigger.values) {
		idmap_free(&bigger);
		return -ENOMEM;
	}
	memset(bigger.values, 0xff, size * sizeof(*bigger.values));
	for (i = 0; map->values && i <= map->mask; i++) {
		if (map->values[i] == IDMAP_NONE)
			continue;
		slot = slot_of(&bigger, map->keys[i]);
		bigger.keys[slot] = map->keys[i];
		bigger.values[slot] = map->values[i];
	}
	idmap_free(map);
	*map = bigger;
	return 0;
}

static bool is_full(const struct idmap *map)
{
	return !map->values || 3 * (uint64_t)map->nr >= 2 * (uint64_t)map->mask;
}

int idmap_reserve(struct idmap *map, size_t nr)
{
	size_t size = FIRST_SIZE;

	while (2 * size < 3 * nr + FIRST_SIZE && size < MAX_SIZE)
		size *= 2;
	return resize(map, size);
}

int idmap_put(struct idmap *map, uint64_t key, uint32_t value)
{
	uint32_t slot;
	int err;

	if (is_full(map)) {
		err = resize(map, map->values ? 2 * (map->mask + 1) : FIRST_SIZE);
		if (err)
			return err;
	}
	slot = slot_of(map, key);
	if (map->values[slot] == IDMAP_NONE)
		map->nr++;
	map->keys[slot] = key;
	map->values[slot] = value;
	return 0;
}

uint32_t idmap_get(const struct idmap *map, uint64_t key)
{
	return map->values ? map->values[slot_of(map, key)] : IDMAP_NONE;
}

void idmap_free(struct idmap *map)
{
	free(map->keys);
	free(map->values);
	memset(map, 0, sizeof(*map));
}
