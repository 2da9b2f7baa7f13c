// SPDX-License-Identifier: GPL-2.0-only
/*
 * A hash with open addressing, never more than half full.
 */
#include "user/markdiff/profile/pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PAIRS 1024
#define MAX_PAIRS   (1u << 30)
#define HASH	    0x9e3779b97f4a7c15ull

static uint32_t find_slot(const struct pairs *p, const struct pair *pair)
{
	uint64_t hash = (pair->first * HASH ^ pair->first >> 29 ^ pair->second) * HASH;
	uint32_t slot = hash >> 32 & p->mask;
	const struct pair *other;

	while (p->slots[slot]) {
		other = &p->at[p->slots[slot] - 1];
		if (other->first == pair->first && other->second == pair->second)
			break;
		slot = (slot + 1) & p->mask;
	}
	return slot;
}

static int grow(struct pairs *p)
{
	uint32_t cap = p->cap ? 2 * p->cap : FIRST_PAIRS, i;
	struct pair *at = realloc(p->at, cap * sizeof(*at));
	uint32_t *slots = calloc(2 * (size_t)cap, sizeof(*slots));

	if (at)
		p->at = at;
	if (!at || !slots || cap > MAX_PAIRS) {
		free(slots);
		return -ENOMEM;
	}
	free(p->slots);
	p->slots = slots;
	p->cap = cap;
	p->mask = 2 * cap - 1;
	for (i = 0; i < p->nr; i++)
		slots[find_slot(p, &at[i])] = i + 1;
	return 0;
}

int pairs_add(struct pairs *p, uint64_t first, uint64_t second, uint32_t *number)
{
	struct pair pair = { first, second };
	uint32_t slot;

	if (p->nr == p->cap && grow(p))
		return -ENOMEM;
	slot = find_slot(p, &pair);
	if (!p->slots[slot]) {
		p->at[p->nr++] = pair;
		p->slots[slot] = p->nr;
	}
	*number = p->slots[slot] - 1;
	return 0;
}

void pairs_free(struct pairs *p)
{
	free(p->at);
	free(p->slots);
	memset(p, 0, sizeof(*p));
}
