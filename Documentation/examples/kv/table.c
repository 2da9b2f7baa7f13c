// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - chained hash table that doubles when it is full, and a list of items by use
 *
 * Markers: item_alloc, item_free, table_probe, table_grow, table_shape, table_evict.
 */
#include "table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <marker/marker.h>

#define FIRST_BUCKETS 64

struct table {
	struct item **buckets;
	size_t nr_buckets; /* a power of two */
	size_t limit_bytes;
	struct item *newest, *oldest;
	struct table_stats stats;
};

static uint32_t hash_key(const char *key, size_t len)
{
	uint32_t hash = 2166136261u; /* FNV-1a */

	while (len--)
		hash = (hash ^ (unsigned char)*key++) * 16777619u;
	return hash;
}

static size_t item_bytes(const struct item *item)
{
	return sizeof(*item) + item->key_len + item->value_len + 2;
}

const char *item_value(const struct item *item)
{
	return item->data + item->key_len + 1;
}

static struct item *item_alloc(const char *key, size_t key_len, const char *value, size_t value_len)
{
	struct item *item = malloc(sizeof(*item) + key_len + value_len + 2);

	if (!item)
		return NULL;
	item->hash = hash_key(key, key_len);
	item->key_len = key_len;
	item->value_len = value_len;
	memcpy(item->data, key, key_len);
	item->data[key_len] = '\0';
	memcpy(item->data + key_len + 1, value, value_len);
	item->data[key_len + 1 + value_len] = '\0';
	MARK(item_alloc, "item %p bytes %zu", item, item_bytes(item));
	return item;
}

static void item_free(struct item *item)
{
	MARK(item_free, "item %p", item);
	free(item);
}

struct table *table_alloc(size_t limit_bytes)
{
	struct table *table = calloc(1, sizeof(*table));

	if (!table)
		return NULL;
	table->nr_buckets = FIRST_BUCKETS;
	table->limit_bytes = limit_bytes;
	table->buckets = calloc(table->nr_buckets, sizeof(*table->buckets));
	if (!table->buckets) {
		free(table);
		return NULL;
	}
	return table;
}

void table_free(struct table *table)
{
	struct item *item, *older;

	if (!table)
		return;
	for (item = table->newest; item; item = older) {
		older = item->older;
		item_free(item);
	}
	free(table->buckets);
	free(table);
}

/* The link that points to the item, or to NULL at the end of its chain. */
static struct item **find_link(struct table *table, const char *key, size_t key_len)
{
	uint32_t hash = hash_key(key, key_len);
	struct item **link = &table->buckets[hash & (table->nr_buckets - 1)];
	unsigned int steps = 0;

	for (; *link; link = &(*link)->next, steps++)
		if ((*link)->hash == hash && (*link)->key_len == key_len &&
		    memcmp((*link)->data, key, key_len) == 0)
			break;
	MARK_IMMEDIATE(table_probe, "hash %u steps %u", hash, steps);
	return link;
}

static void use_unlink(struct table *table, struct item *item)
{
	*(item->newer ? &item->newer->older : &table->newest) = item->older;
	*(item->older ? &item->older->newer : &table->oldest) = item->newer;
}

static void use_link(struct table *table, struct item *item)
{
	item->newer = NULL;
	item->older = table->newest;
	*(item->older ? &item->older->newer : &table->oldest) = item;
	table->newest = item;
}

static void remove_at(struct table *table, struct item **link)
{
	struct item *item = *link;

	*link = item->next;
	use_unlink(table, item);
	table->stats.items--;
	table->stats.bytes -= item_bytes(item);
	item_free(item);
}

struct item *table_get(struct table *table, const char *key, size_t key_len)
{
	struct item *item = *find_link(table, key, key_len);

	if (item && item != table->newest) {
		use_unlink(table, item);
		use_link(table, item);
	}
	return item;
}

int table_del(struct table *table, const char *key, size_t key_len)
{
	struct item **link = find_link(table, key, key_len);

	if (!*link)
		return -ENOENT;
	remove_at(table, link);
	return 0;
}

static unsigned int longest_chain(const struct table *table)
{
	unsigned int longest = 0;
	size_t i;

	for (i = 0; i < table->nr_buckets; i++) {
		const struct item *item = table->buckets[i];
		unsigned int len = 0;

		for (; item; item = item->next)
			len++;
		if (len > longest)
			longest = len;
	}
	return longest;
}

static void rehash(struct table *table, struct item **buckets, size_t nr_buckets)
{
	struct item *item;

	for (item = table->newest; item; item = item->older) {
		struct item **link = &buckets[item->hash & (nr_buckets - 1)];

		item->next = *link;
		*link = item;
	}
}

/* Without memory the table goes on as it is: chains get longer. */
static void grow(struct table *table)
{
	size_t nr_buckets = 2 * table->nr_buckets;
	struct item **buckets = calloc(nr_buckets, sizeof(*buckets));

	if (!buckets)
		return;
	MARK(table_grow, "from %zu to %zu items %lu", table->nr_buckets, nr_buckets,
	     table->stats.items);
	rehash(table, buckets, nr_buckets);
	free(table->buckets);
	table->buckets = buckets;
	table->nr_buckets = nr_buckets;
	table->stats.grows++;
	/* A walk of the whole table is for those who asked. */
	if (mark_enabled(table_shape)) {
		unsigned int longest = longest_chain(table);

		MARK(table_shape, "buckets %zu longest %u", nr_buckets, longest);
	}
}

static void evict_until(struct table *table, size_t bytes)
{
	while (table->oldest && table->stats.bytes > bytes) {
		struct item *item = table->oldest;

		MARK(table_evict, "key %s bytes %zu", item->data, item_bytes(item));
		table->stats.evictions++;
		remove_at(table, find_link(table, item->data, item->key_len));
	}
}

int table_set(struct table *table, const char *key, size_t key_len, const char *value,
	      size_t value_len)
{
	struct item *item, **link;

	if (sizeof(*item) + key_len + value_len + 2 > table->limit_bytes)
		return -E2BIG;
	item = item_alloc(key, key_len, value, value_len);
	if (!item)
		return -ENOMEM;
	link = find_link(table, key, key_len);
	if (*link)
		remove_at(table, link);
	evict_until(table, table->limit_bytes - item_bytes(item));
	if (table->stats.items >= table->nr_buckets)
		grow(table);
	link = &table->buckets[item->hash & (table->nr_buckets - 1)];
	item->next = *link;
	*link = item;
	use_link(table, item);
	table->stats.items++;
	table->stats.bytes += item_bytes(item);
	return 0;
}

void table_stats(const struct table *table, struct table_stats *stats)
{
	*stats = table->stats;
	stats->buckets = table->nr_buckets;
}
