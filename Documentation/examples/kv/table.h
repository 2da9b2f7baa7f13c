/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * table.h - keys and values in memory: a growing hash table with a limit and the least recently
 * used items evicted
 *
 * One thread.
 */
#ifndef KV_TABLE_H
#define KV_TABLE_H

#include <stddef.h>
#include <stdint.h>

/** struct item - a key and its value, one allocation */
struct item {
	struct item *next;	    /* in the bucket */
	struct item *newer, *older; /* by use */
	uint32_t hash;
	uint32_t key_len;
	uint32_t value_len;
	char data[]; /* "key\0value\0" */
};

struct table_stats {
	unsigned long items, bytes, buckets;
	unsigned long grows, evictions;
};

struct table;

/** table_alloc() - an empty table for @limit_bytes of items; NULL if there is no memory */
struct table *table_alloc(size_t limit_bytes);
void table_free(struct table *table);

/** table_get() - find an item, which becomes the most recently used; NULL if there is none */
struct item *table_get(struct table *table, const char *key, size_t key_len);

/** table_set() - put a value; 0, -E2BIG if it is over the limit alone, -ENOMEM */
int table_set(struct table *table, const char *key, size_t key_len, const char *value,
	      size_t value_len);

/** table_del() - 0 or -ENOENT */
int table_del(struct table *table, const char *key, size_t key_len);

void table_stats(const struct table *table, struct table_stats *stats);

const char *item_value(const struct item *item);

#endif
