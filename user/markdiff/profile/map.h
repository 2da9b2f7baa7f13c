/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pairs of numbers to a number.  All zero is an empty map.
 */
#ifndef USER_MARKDIFF_MAP_H
#define USER_MARKDIFF_MAP_H

#include <stdint.h>

#define MAP_NONE UINT32_MAX

struct map {
	struct map_slot *slots;
	uint32_t nr, mask;
};

uint32_t map_get(const struct map *map, uint32_t a, uint32_t b);
int map_set(struct map *map, uint32_t a, uint32_t b, uint32_t value);
void map_free(struct map *map);

#endif
