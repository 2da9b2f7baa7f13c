// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count.c - the probe "count": one atomic add in a table that processes share
 *
 * count.h has the picture of the table and who may run with whom.
 */
#include "count.h"

static u64 hash_bytes(u64 hash, const void *bytes, size_t len)
{
	const u8 *p = bytes;

	while (len--)
		hash = (hash ^ *p++) * 0x100000001b3ull; /* FNV-1a */
	return hash;
}

u64 marker_count_hash(u32 rank, const char *name, const char *format)
{
	u64 hash = hash_bytes(0xcbf29ce484222325ull, &rank, sizeof(rank));

	hash = hash_bytes(hash, name, strlen(name) + 1);
	return hash_bytes(hash, format, strlen(format) + 1);
}

/* Pairs with publish(): what was written to the entry before it became ready is seen. */
static u32 load_state(const struct marker_count_entry *entry)
{
	return __atomic_load_n(&entry->state, __ATOMIC_ACQUIRE);
}

static bool claim(struct marker_count_entry *entry)
{
	u32 expected = COUNT_FREE;

	return __atomic_compare_exchange_n(&entry->state, &expected, COUNT_CLAIMED, false,
					   __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

static size_t copy_text(struct marker_count_entry *entry, size_t at, const char *string)
{
	size_t len = strlen(string), room = MARKER_COUNT_TEXT - 1 - at;

	if (len > room) {
		len = room;
		entry->cut = 1;
	}
	memcpy(entry->text + at, string, len);
	entry->text[at + len] = '\0';
	return at + len;
}

/* Pairs with load_state(). */
static void publish(struct marker_count_entry *entry, u32 rank, u64 hash,
		    const struct marker_info *marker)
{
	size_t at;

	entry->rank = rank;
	entry->hash = hash;
	at = copy_text(entry, 0, marker->name);
	entry->format_at = at < MARKER_COUNT_TEXT - 1 ? at + 1 : at;
	copy_text(entry, entry->format_at, marker->format);
	__atomic_store_n(&entry->state, COUNT_READY, __ATOMIC_RELEASE);
}

/*
 * Is a ready entry the marker's?  By text and not by address: a marker's memory may have been
 * another one's before a dlclose().
 */
bool marker_count_entry_is(const struct marker_count_entry *entry, u32 rank,
			   const struct marker_info *marker)
{
	if (entry->rank != rank)
		return false;
	if (unlikely(entry->cut))
		return entry->hash == marker_count_hash(rank, marker->name, marker->format);
	return !strcmp(entry->text, marker->name) &&
	       !strcmp(entry->text + entry->format_at, marker->format);
}

/* Finds the marker's entry or adds it; NULL if there is no room. */
static struct marker_count_entry *find_entry(const struct marker_counter *counter,
					     const struct marker_info *marker)
{
	u64 hash = marker_count_hash(counter->rank, marker->name, marker->format);
	unsigned int i;

	for (i = 0; i < MARKER_COUNT_DISTANCE; i++) {
		struct marker_count_entry *entry;

		entry = &counter->region->entries[(hash + i) % MARKER_COUNT_ENTRIES];
		if (load_state(entry) == COUNT_FREE && claim(entry)) {
			publish(entry, counter->rank, hash, marker);
			return entry;
		}
		if (load_state(entry) == COUNT_READY && entry->hash == hash &&
		    marker_count_entry_is(entry, counter->rank, marker))
			return entry;
	}
	return NULL;
}

static u16 *hint_of(struct marker_counter *counter, const struct marker_info *marker)
{
	u64 key = (uintptr_t)marker * 0x9e3779b97f4a7c15ull; /* Fibonacci hashing */

	return &counter->hints[key >> 54 & (MARKER_COUNT_HINTS - 1)];
}

static unsigned int shard_of_context(void)
{
	u64 key = os_context() * 0x9e3779b97f4a7c15ull;

	return key >> 60 & (MARKER_COUNT_SHARDS - 1);
}

void marker_count_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	struct marker_counter *counter = private_data;
	struct marker_count_region *region = counter->region;
	u16 *hint = hint_of(counter, marker);
	/* 0 until there is a guess, and then an entry that is ready for good. */
	u16 guess = __atomic_load_n(hint, __ATOMIC_ACQUIRE);
	struct marker_count_entry *entry = guess ? &region->entries[guess - 1] : NULL;

	if (unlikely(!entry || !marker_count_entry_is(entry, counter->rank, marker))) {
		entry = find_entry(counter, marker);
		if (!entry) {
			os_count(&region->header.lost.hits);
			return;
		}
		/* Release: who follows the guess sees the entry as this context saw it. */
		__atomic_store_n(hint, (u16)(entry - region->entries + 1), __ATOMIC_RELEASE);
	}
	os_count(&entry->shards[shard_of_context()].hits);
}

void marker_count_init(struct marker_count_region *region)
{
	struct marker_count_header *header = &region->header;

	header->version = MARKER_COUNT_VERSION;
	header->entry_size = sizeof(struct marker_count_entry);
	header->nr_entries = MARKER_COUNT_ENTRIES;
	header->nr_shards = MARKER_COUNT_SHARDS;
	header->word_size = sizeof(unsigned long);
	memcpy(header->magic, MARKER_COUNT_MAGIC, sizeof(MARKER_COUNT_MAGIC));
}

int marker_count_check(const struct marker_count_header *header)
{
	if (memcmp(header->magic, MARKER_COUNT_MAGIC, sizeof(MARKER_COUNT_MAGIC)) != 0)
		return -EINVAL;
	if (header->version != MARKER_COUNT_VERSION ||
	    header->entry_size != sizeof(struct marker_count_entry) ||
	    header->nr_entries != MARKER_COUNT_ENTRIES ||
	    header->nr_shards != MARKER_COUNT_SHARDS || header->word_size != sizeof(unsigned long))
		return -EPROTO;
	return 0;
}
