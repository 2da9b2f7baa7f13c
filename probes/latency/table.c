// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * table.c - the begins that wait for an end (latency.h has the picture)
 *
 * Lock-free, bounded, any context.
 */
#include "latency.h"

#define FREE	0
#define FILLING 1
#define TRIES	4 /* to give up the oldest, while others take it away */

static u64 load_since(const struct latency_place *place)
{
	/* Pairs with fill(): who sees the time sees the key. */
	return __atomic_load_n(&place->since, __ATOMIC_ACQUIRE);
}

static bool exchange(struct latency_place *place, u64 old, u64 new)
{
	/* Acquire: the key is not written before the place is taken. */
	return __atomic_compare_exchange_n(&place->since, &old, new, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

static void fill(struct latency_place *place, u64 key, u64 now)
{
	WRITE_ONCE(place->key, key);
	/* Pairs with load_since(). */
	__atomic_store_n(&place->since, now, __ATOMIC_RELEASE);
}

static bool open_free(struct latency_place *places, u64 key, u64 now)
{
	unsigned int i;

	for (i = 0; i < LATENCY_PLACES; i++) {
		if (load_since(&places[i]) != FREE || !exchange(&places[i], FREE, FILLING))
			continue;
		fill(&places[i], key, now);
		return true;
	}
	return false;
}

static bool evict_oldest(struct latency_place *places, u64 key, u64 now)
{
	struct latency_place *oldest = NULL;
	u64 since = ~0ull;
	unsigned int i;

	for (i = 0; i < LATENCY_PLACES; i++) {
		u64 other = load_since(&places[i]);

		if (other <= FILLING || other >= since)
			continue;
		oldest = &places[i];
		since = other;
	}
	if (!oldest || !exchange(oldest, since, FILLING))
		return false;
	fill(oldest, key, now);
	return true;
}

enum latency_opened marker_latency_open(struct latency_table *table, unsigned int set, u64 key,
					u64 now)
{
	struct latency_place *places = table->sets[set];
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		if (open_free(places, key, now))
			return LATENCY_OPENED;
		if (evict_oldest(places, key, now))
			return LATENCY_EVICTED;
	}
	return LATENCY_MISSED;
}

static struct latency_place *find_latest(struct latency_place *places, u64 key, u64 *since)
{
	struct latency_place *latest = NULL;
	unsigned int i;

	for (i = 0, *since = 0; i < LATENCY_PLACES; i++) {
		u64 other = load_since(&places[i]);

		if (other <= FILLING || other <= *since || READ_ONCE(places[i].key) != key)
			continue;
		latest = &places[i];
		*since = other;
	}
	return latest;
}

/*
 * A place that was closed and filled again, between the look at its key and the exchange, has
 * another time: then it is looked for again.
 */
u64 marker_latency_close(struct latency_table *table, unsigned int set, u64 key)
{
	struct latency_place *latest;
	unsigned int i;
	u64 since;

	for (i = 0; i < TRIES * LATENCY_PLACES; i++) {
		latest = find_latest(table->sets[set], key, &since);
		if (!latest)
			return 0;
		if (exchange(latest, since, FREE))
			return since;
	}
	return 0;
}

u64 marker_latency_still_open(const struct latency_table *table)
{
	unsigned int set, i;
	u64 nr = 0;

	for (set = 0; set < LATENCY_SETS; set++)
		for (i = 0; i < LATENCY_PLACES; i++)
			nr += load_since(&table->sets[set][i]) > FILLING;
	return nr;
}
