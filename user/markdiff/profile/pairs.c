// SPDX-License-Identifier: GPL-2.0-only
#include "user/markdiff/profile/pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

static uint64_t hash_pair(const struct pair *pair)
{
	return slots_mix(slots_mix(0, pair->first), pair->second);
}

static uint64_t hash_of(const void *pairs, uint32_t number)
{
	return hash_pair(&((const struct pair *)pairs)[number]);
}

static bool is_pair(const void *pairs, uint32_t number, const void *pair)
{
	return !memcmp(&((const struct pair *)pairs)[number], pair, sizeof(struct pair));
}

int pairs_add(struct pairs *p, uint64_t first, uint64_t second, uint32_t *number)
{
	struct pair pair = { first, second };
	uint64_t hash = hash_pair(&pair);

	*number = slots_find(&p->slots, hash, is_pair, p->at, &pair);
	if (*number != SLOTS_NONE)
		return 0;
	if (array_room(p->at, p->nr, p->cap) || slots_add(&p->slots, hash, p->nr, hash_of, p->at))
		return -ENOMEM;
	*number = p->nr;
	p->at[p->nr++] = pair;
	return 0;
}

void pairs_free(struct pairs *p)
{
	free(p->at);
	slots_free(&p->slots);
	memset(p, 0, sizeof(*p));
}
