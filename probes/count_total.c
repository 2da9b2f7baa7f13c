// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * count_total.c - the reader of counters: entries of a region become one line a marker
 *
 * The region may belong to a file that others write: an entry is taken only if its text ends inside
 * it.
 */
#include "count.h"

static bool entry_is_sound(const struct marker_count_entry *entry)
{
	/* Pairs with publish() in count.c. */
	return __atomic_load_n(&entry->state, __ATOMIC_ACQUIRE) == COUNT_READY &&
	       entry->format_at < MARKER_COUNT_TEXT &&
	       memchr(entry->text, '\0', MARKER_COUNT_TEXT) &&
	       memchr(entry->text + entry->format_at, '\0', MARKER_COUNT_TEXT - entry->format_at);
}

static unsigned long entry_hits(const struct marker_count_entry *entry)
{
	unsigned long hits = 0;
	unsigned int i;

	for (i = 0; i < MARKER_COUNT_SHARDS; i++)
		hits += __atomic_load_n(&entry->shards[i].hits, __ATOMIC_RELAXED);
	return hits;
}

static int compare_texts(const struct marker_count_entry *x, const struct marker_count_entry *y)
{
	int order = strcmp(x->text, y->text);

	if (!order)
		order = strcmp(x->text + x->format_at, y->text + y->format_at);
	return order;
}

/* By name and format; the lowest rank first. */
static int compare_entries(const void *a, const void *b)
{
	const struct marker_count_entry *const *x = a, *const *y = b;
	int order = compare_texts(*x, *y);

	return order ? order : ((*x)->rank > (*y)->rank) - ((*x)->rank < (*y)->rank);
}

static unsigned int add_up(const struct marker_count_entry **entries, unsigned int nr,
			   struct marker_count_total *totals)
{
	const struct marker_count_entry *first = NULL;
	unsigned int i, nr_totals = 0;

	for (i = 0; i < nr; i++) {
		if (!first || compare_texts(first, entries[i]) != 0) {
			first = entries[i];
			totals[nr_totals++] = (struct marker_count_total){
				.name = first->text,
				.format = first->text + first->format_at,
			};
		}
		if (entries[i]->rank == first->rank)
			totals[nr_totals - 1].hits += entry_hits(entries[i]);
	}
	return nr_totals;
}

int marker_count_totals(const struct marker_count_region *region,
			struct marker_count_total **totals)
{
	const struct marker_count_entry **entries;
	unsigned int i, nr = 0;
	int ret = -ENOMEM;

	*totals = NULL;
	entries = os_alloc(MARKER_COUNT_ENTRIES * sizeof(*entries));
	if (!entries)
		return -ENOMEM;
	for (i = 0; i < MARKER_COUNT_ENTRIES; i++)
		if (entry_is_sound(&region->entries[i]))
			entries[nr++] = &region->entries[i];
	*totals = os_alloc((nr + 1) * sizeof(**totals));
	if (*totals) {
		os_sort(entries, nr, sizeof(*entries), compare_entries);
		ret = add_up(entries, nr, *totals);
	}
	os_free(entries);
	return ret;
}

static unsigned long hits_of_all(const struct marker_counter *counter)
{
	unsigned long hits = 0;
	unsigned int i;

	for (i = 0; i < MARKER_COUNT_ENTRIES; i++) {
		const struct marker_count_entry *entry = &counter->region->entries[i];

		if (entry_is_sound(entry) && entry->rank == counter->rank)
			hits += entry_hits(entry);
	}
	return hits;
}

/* They are near where the hash points to (find_entry() in count.c). */
unsigned long marker_count_hits(const struct marker_counter *counter,
				const struct marker_info *marker)
{
	unsigned long hits = 0;
	unsigned int i;
	u64 hash;

	if (!marker)
		return hits_of_all(counter);
	hash = marker_count_hash(counter->rank, marker->name, marker->format);
	for (i = 0; i < MARKER_COUNT_DISTANCE; i++) {
		const struct marker_count_entry *entry;

		entry = &counter->region->entries[(hash + i) % MARKER_COUNT_ENTRIES];
		if (entry_is_sound(entry) && marker_count_entry_is(entry, counter->rank, marker))
			hits += entry_hits(entry);
	}
	return hits;
}
