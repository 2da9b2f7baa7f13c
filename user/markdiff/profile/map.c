// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairs of numbers to a number: a hash.
 */
#include "user/markdiff/profile/map.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct map_slot {
	uint32_t a, b, value; /* value MAP_NONE: empty */
};

static struct map_slot *map_slot(const struct map *map, uint32_t a, uint32_t b)
{
	uint64_t hash = ((uint64_t)a << 32 ^ b) * 0x9e3779b97f4a7c15ull;
	uint32_t slot = hash >> 32 & map->mask;

	while (map->slots[slot].value != MAP_NONE &&
	       (map->slots[slot].a != a || map->slots[slot].b != b))
		slot = (slot + 1) & map->mask;
	return &map->slots[slot];
}

uint32_t map_get(const struct map *map, uint32_t a, uint32_t b)
{
	return map->slots ? map_slot(map, a, b)->value : MAP_NONE;
}

static int map_grow(struct map *map)
{
	struct map bigger = { .mask = map->slots ? 2 * map->mask + 1 : 255 };
	uint32_t i;

	bigger.slots = malloc(((size_t)bigger.mask + 1) * sizeof(*bigger.slots));
	if (!bigger.slots)
		return -ENOMEM;
	memset(bigger.slots, 0xff, ((size_t)bigger.mask + 1) * sizeof(*bigger.slots));
	for (i = 0; map->slots && i <= map->mask; i++)
		if (map->slots[i].value != MAP_NONE)
			*map_slot(&bigger, map->slots[i].a, map->slots[i].b) = map->slots[i];
	bigger.nr = map->nr;
	free(map->slots);
	*map = bigger;
	return 0;
}

int map_set(struct map *map, uint32_t a, uint32_t b, uint32_t value)
{
	struct map_slot *slot;

	if ((!map->slots || 2 * map->nr > map->mask) && map_grow(map))
		return -ENOMEM;
	slot = map_slot(map, a, b);
	map->nr += slot->value == MAP_NONE;
	*slot = (struct map_slot){ a, b, value };
	return 0;
}

void map_free(struct map *map)
{
	free(map->slots);
	*map = (struct map){ .nr = 0 };
}
