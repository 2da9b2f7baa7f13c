// SPDX-License-Identifier: GPL-2.0-only
#include "user/lib/slots.h"

#include <errno.h>
#include <stdlib.h>

#define FIRST_SHIFT (64 - 6)
#define LAST_SHIFT  (64 - 31)

static void put(struct slots *slots, uint64_t hash, uint32_t number)
{
	uint32_t slot = slots_first(slots, hash);

	while (slots->at[slot & slots->mask])
		slot++;
	slots->at[slot & slots->mask] = number + 1;
}

static int grow(struct slots *slots, uint32_t nr, slots_hash *hash_of, const void *things)
{
	struct slots bigger = { .shift = slots->at ? slots->shift - 1 : FIRST_SHIFT };
	uint32_t i;

	if (bigger.shift < LAST_SHIFT)
		return -ENOMEM;
	bigger.mask = UINT64_MAX >> bigger.shift;
	bigger.at = calloc((size_t)bigger.mask + 1, sizeof(*bigger.at));
	if (!bigger.at)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		put(&bigger, hash_of(things, i), i);
	slots_free(slots);
	*slots = bigger;
	return 0;
}

int slots_add(struct slots *slots, uint64_t hash, uint32_t number, slots_hash *hash_of,
	      const void *things)
{
	if ((!slots->at || 2 * (uint64_t)number > slots->mask) &&
	    grow(slots, number, hash_of, things))
		return -ENOMEM;
	put(slots, hash, number);
	return 0;
}

void slots_free(struct slots *slots)
{
	free(slots->at);
	*slots = (struct slots){ .at = NULL };
}
