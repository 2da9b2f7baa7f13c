/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * count.h - counters of hits in a region of memory that processes may share
 *
 * The region, version 1; in a file (count=FILE) or in the memory of a process and its children:
 *
 *	+--------+---------+---------+-- ... --+---------+
 *	| header | entry 0 | entry 1 |         | entry n |	n = 4095
 *	+--------+---------+---------+-- ... --+---------+
 *
 *	entry:	state  free -> claimed -> ready
 *		hash   of the rank, the name and the whole format
 *		rank   see below
 *		text   "name\0format\0", cut where it does not fit
 *		hits   one word for each shard, 64 bytes apart; a thread keeps to one shard
 *
 * The region is a hash table without deletion.  To add a marker a thread claims a free entry by
 * compare-and-exchange, fills it in and publishes it with a release store.  Nobody waits for a
 * claimed entry: who meets one goes on to the next and may enter the same marker a second time, so
 * the reader adds equal entries up.  A process that is killed between the two steps, and a signal
 * handler that interrupts them, thus cost an entry and nothing else.
 *
 * Rank: a marker that two globs match is counted by two connections to one region.  Each has its
 * rank, the order in which it was opened, and its own entries; the reader takes those of the lowest
 * rank.
 *
 *	who			may run with			how
 *	hits			hits, of any process		atomic adds
 *	adding entries		all				claim, publish
 *	the reader		all				acquire; counts may be a moment old
 */
#ifndef MARKER_COUNT_H
#define MARKER_COUNT_H

#include "../marker/named_probe.h"
#include "../marker/os.h"

#define MARKER_COUNT_MAGIC   "MARKCNT"
#define MARKER_COUNT_VERSION 1
#define MARKER_COUNT_ENTRIES 4096
#define MARKER_COUNT_SHARDS  16
#define MARKER_COUNT_TEXT    480

/* How far an entry may be from where its hash points to; then the region counts as full. */
#define MARKER_COUNT_DISTANCE 256

struct marker_count_shard {
	unsigned long hits;
	char pad[64 - sizeof(unsigned long)];
};

enum marker_count_state {
	COUNT_FREE,
	COUNT_CLAIMED,
	COUNT_READY
};

struct marker_count_entry {
	u32 state;
	u32 rank;
	u64 hash;
	u32 format_at; /* where the format starts in text */
	u32 cut;       /* 1 if the text did not fit */
	u64 reserved;
	char text[MARKER_COUNT_TEXT];
	struct marker_count_shard shards[MARKER_COUNT_SHARDS];
};

struct marker_count_header {
	char magic[8];
	u32 version;
	u32 entry_size;
	u32 nr_entries;
	u32 nr_shards;
	u32 word_size; /* of a count: files of 32-bit and 64-bit processes differ */
	u32 reserved;
	char pad[32];
	struct marker_count_shard lost;	 /* hits that found no room */
	struct marker_count_shard opens; /* how many processes opened it */
	char pad2[64];
};

struct marker_count_region {
	struct marker_count_header header;
	struct marker_count_entry entries[MARKER_COUNT_ENTRIES];
};

static_assert(sizeof(struct marker_count_shard) == 64, "one cache line each");
static_assert(sizeof(struct marker_count_entry) == 1536, "the file's format");
static_assert(sizeof(struct marker_count_header) == 256, "the file's format");

/* Where a marker was found last, by its address: a guess that is always verified. */
#define MARKER_COUNT_HINTS 1024

/** struct marker_counter - one connection to a region: the private data of the probe */
struct marker_counter {
	struct marker_count_region *region;
	u32 rank;
	u16 hints[MARKER_COUNT_HINTS];
};

/** struct marker_count_total - the hits of one marker; the strings are the region's */
struct marker_count_total {
	const char *name;
	const char *format;
	unsigned long hits;
};

/** marker_count_init() - make zeroed memory a region */
void marker_count_init(struct marker_count_region *region);

/** marker_count_check() - 0, -EINVAL for what is no region, -EPROTO for another layout */
int marker_count_check(const struct marker_count_header *header);

/**
 * marker_count_probe() - the probe: adds one to the marker's counter
 *
 * Context: any, also a signal handler that interrupts itself; takes no lock, allocates nothing.
 */
marker_probe_fn marker_count_probe;

/**
 * marker_count_totals() - what a region has counted
 * @totals:	a new array, sorted by name and format; to be freed with os_free()
 *
 * Return: how many, or -ENOMEM.
 */
int marker_count_totals(const struct marker_count_region *region,
			struct marker_count_total **totals);

/** marker_count_hash() - where the entries of a marker begin */
u64 marker_count_hash(u32 rank, const char *name, const char *format);

/** marker_count_entry_is() - is a ready entry a marker's, of that rank? */
bool marker_count_entry_is(const struct marker_count_entry *entry, u32 rank,
			   const struct marker_info *marker);

/** marker_count_hits() - what one connection has counted of one marker, or of all (NULL) */
unsigned long marker_count_hits(const struct marker_counter *counter,
				const struct marker_info *marker);

/* ---- user space: count_file_user.c ---- */

/**
 * marker_count_map() - map a file as a region, and make it one if it is empty
 *
 * Return: 0, -EINVAL or -EPROTO as marker_count_check(), or the errno of the system; -ENOSPC where
 * the file system has no room for all of it (it is reserved, so that no hit can fail later).
 */
int marker_count_map(int fd, struct marker_count_region **region);
void marker_count_unmap(struct marker_count_region *region);

extern const struct marker_named_probe marker_count_named;

#endif
