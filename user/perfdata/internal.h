/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the reader share.  See perfdata.h for how the parts work together.
 *
 *	open.c     from a path to bytes		header.c   the header, and where the sections are
 *	attr.c     events and sample layouts	feature.c  the sections after the data
 *	record.c   one record's fields		reader.c   walks over all records
 *	order.c    side records in time order	space.c    address spaces over time
 *	object.c   what was mapped		locate.c   what was mapped where, when
 *	comm.c     thread names over time	idmap.c    numbers by number
 *
 * Every number from the file is checked against what remains before it is used: struct cursor
 * below is the one way to read.
 */
#ifndef USER_PERFDATA_INTERNAL_H
#define USER_PERFDATA_INTERNAL_H

#include <string.h>

#include "user/perfdata/perfdata.h"

enum {
	RECORD_MMAP = 1,
	RECORD_LOST = 2,
	RECORD_COMM = 3,
	RECORD_FORK = 7,
	RECORD_SAMPLE = 9,
	RECORD_MMAP2 = 10,
	RECORD_LOST_SAMPLES = 13,
	RECORD_KSYMBOL = 17,
	RECORD_HEADER_TRACING_DATA = 66,
	RECORD_AUXTRACE = 71,
	RECORD_COMPRESSED = 81,
	RECORD_COMPRESSED2 = 83,
};

enum {
	MISC_MMAP_DATA = 1 << 13,
	MISC_COMM_EXEC = 1 << 13,
	MISC_FORK_EXEC =
		1 << 13, /* written by perf itself: maps follow, do not copy the parent's */
	MISC_MMAP_BUILD_ID = 1 << 14,
	MISC_BUILD_ID_SIZE = 1 << 15,
};

enum {
	SAMPLE_IP = 1 << 0,
	SAMPLE_TID = 1 << 1,
	SAMPLE_TIME = 1 << 2,
	SAMPLE_ADDR = 1 << 3,
	SAMPLE_READ = 1 << 4,
	SAMPLE_ID = 1 << 6,
	SAMPLE_CPU = 1 << 7,
	SAMPLE_PERIOD = 1 << 8,
	SAMPLE_STREAM_ID = 1 << 9,
	SAMPLE_IDENTIFIER = 1 << 16,
};

enum {
	READ_TOTAL_TIME_ENABLED = 1 << 0,
	READ_TOTAL_TIME_RUNNING = 1 << 1,
	READ_ID = 1 << 2,
	READ_GROUP = 1 << 3,
	READ_LOST = 1 << 4,
};

#define PROT_EXECUTE 4

/* How many bytes ahead a walk over records asks for memory: the next record's place is data. */
#define PREFETCH 1024

/* A stretch of bytes that is read from front to back and never beyond its end. */
struct cursor {
	const uint8_t *at;
	const uint8_t *end;
};

static inline size_t cursor_left(const struct cursor *c)
{
	return c->end - c->at;
}

/* Takes size bytes, or returns NULL (and takes nothing) where fewer remain. */
static inline const void *cursor_take(struct cursor *c, size_t size)
{
	const uint8_t *at = c->at;

	if (size > cursor_left(c))
		return NULL;
	c->at += size;
	return at;
}

static inline bool cursor_u32(struct cursor *c, uint32_t *value)
{
	const void *at = cursor_take(c, sizeof(*value));

	if (at)
		memcpy(value, at, sizeof(*value));
	return at;
}

static inline bool cursor_u64(struct cursor *c, uint64_t *value)
{
	const void *at = cursor_take(c, sizeof(*value));

	if (at)
		memcpy(value, at, sizeof(*value));
	return at;
}

/*
 * A string that ends inside the cursor, or NULL; the cursor stays.  The kernel pads names to eight
 * bytes; one that has fewer comes from no kernel.
 */
static inline const char *cursor_string(const struct cursor *c)
{
	if (cursor_left(c) < 8)
		return NULL;
	return memchr(c->at, 0, cursor_left(c)) ? (const char *)c->at : NULL;
}

static inline uint64_t load64(const void *at)
{
	uint64_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

static inline uint32_t load32(const void *at)
{
	uint32_t value;

	memcpy(&value, at, sizeof(value));
	return value;
}

struct record_header {
	uint32_t type;
	uint16_t misc;
	uint16_t size;
};

/* One record: its header, and what follows it. */
struct record {
	struct record_header header;
	struct cursor body;
	uint64_t offset;
};

/* A section of the header's table. */
struct section {
	uint64_t offset;
	uint64_t size;
};

/* A run of records.  A plain file has one; a directory of recordings has one a file. */
struct segment {
	const uint8_t *data;
	uint64_t size;
	uint64_t origin; /* of data[0], counted through all segments: orders records */
};

/* A file's bytes, mapped or lent. */
struct bytes {
	const uint8_t *data;
	size_t size;
	bool mapped;
};

/*
 * Where the fields of a sample are, as byte offsets into its body; -1 where a field is not
 * there.  Everything up to PERIOD has a fixed place, which is what makes samples cheap to read.
 */
struct layout {
	int ip, tid, time, id, period, read;
	uint32_t min_size;
	int trailer_time; /* of the other records, from their end; 0 where they have no time */
};

struct event {
	struct perfdata_event pub;
	struct layout layout;
	struct section ids;
	char *made_name;
};

/* When: the time a record carries, then its place in the file. */
struct stamp {
	uint64_t time;
	uint64_t offset;
};

static inline bool stamp_before(struct stamp a, struct stamp b)
{
	return a.time != b.time ? a.time < b.time : a.offset < b.offset;
}

/* An event id of the file, and what a group's counter read last (for {a,b}:S). */
struct id {
	uint64_t id;
	uint64_t last;
	uint32_t event;
};

/* From a number to a number; open addressing. */
struct idmap {
	uint64_t *keys;
	uint32_t *values;
	uint32_t mask;
	uint32_t nr;
};

#define IDMAP_NONE UINT32_MAX

/* One mapping of an address space; a later one hides an earlier one where both lie. */
struct map {
	uint64_t start, end;
	uint64_t pgoff;
	uint64_t max_end; /* of the sub-tree, space.c */
	struct stamp since;
	uint32_t object; /* PERFDATA_NO_OBJECT: something went away */
	uint32_t space;
};

/* An address space from fork or exec to the next exec; the parent's, where fork copied it. */
struct space {
	uint32_t pid;
	uint32_t parent; /* SPACE_NONE: nothing was copied */
	uint32_t first_map, nr_maps;
	struct stamp since;
};

#define SPACE_NONE   UINT32_MAX
#define SPACE_KERNEL 0

/* A recent answer: ip's in [start, end) at times in (after, before) lie in this map. */
struct recent {
	uint64_t start, end;
	uint64_t after, before;
	uint64_t delta; /* what makes an ip an address in the object */
	uint32_t space;
	uint32_t object;
};

#define RECENT_MAPS 2048
#define RECENT_PIDS 256

struct recent_pid {
	uint32_t pid;
	uint32_t space;
	uint64_t after, before;
};

struct comm {
	struct stamp since;
	const char *name; /* NULL: its parent had none */
	uint32_t tid;
};

struct perfdata {
	struct bytes *files;
	uint32_t nr_files;
	struct segment *segments;
	uint32_t nr_segments;
	uint64_t data_start; /* in the first file */
	uint64_t features[4];
	struct section feature_table;

	struct event *events;
	uint32_t nr_events;
	struct id *ids;
	uint32_t nr_ids;
	struct idmap id_index;
	bool by_identifier;

	struct perfdata_object *objects;
	uint32_t nr_objects, cap_objects;
	struct idmap object_index;

	struct stamp *side; /* of records that change what an address means */
	size_t nr_side;
	size_t max_maps, max_spaces, max_comms; /* how many of each they can make at most */
	struct map *maps;
	size_t nr_maps;
	struct space *spaces;
	uint32_t nr_spaces;
	uint32_t *by_pid; /* spaces, by pid and then by time */
	struct comm *comms;
	size_t nr_comms;
	struct recent *recent;
	struct recent_pid *recent_pids;

	const char *os_release;
	struct perfdata_counts counts;
	enum perfdata_damage damage;
	uint64_t damage_offset;
};

/* open.c */
int fail(struct perfdata_error *error, int err, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

/* header.c */
int header_read(struct perfdata *pd, struct perfdata_error *error);
bool section_cursor(const struct bytes *file, const struct section *section, struct cursor *c);

/* attr.c */
int attrs_read(struct perfdata *pd, const struct section *section, uint64_t entry_size,
	       struct perfdata_error *error);
int ids_read(struct perfdata *pd);
struct id *id_find(struct perfdata *pd, uint64_t id);

/* feature.c: what a damaged optional section says is left out, never an error */
int features_read(struct perfdata *pd);

/* record.c */
int record_next(const struct segment *segment, uint64_t at, struct record *record);
uint64_t record_extra(const struct record *record);
uint64_t record_time(const struct perfdata *pd, const struct record *record);

struct mmap_record {
	uint32_t pid, tid;
	uint64_t start, len, pgoff;
	const char *name;
	const uint8_t *build_id;
	uint8_t build_id_size;
	bool exec;
};

struct task_record {
	uint32_t pid, ppid, tid, ptid;
};

struct ksymbol_record {
	uint64_t start;
	uint32_t len;
	bool unregister;
	const char *name;
};

bool record_mmap(const struct record *record, struct mmap_record *m);
bool record_task(const struct record *record, struct task_record *t);
bool record_comm(const struct record *record, struct task_record *t, const char **name);
bool record_ksymbol(const struct record *record, struct ksymbol_record *k);

/* object.c */
int object_find(struct perfdata *pd, const struct perfdata_object *wanted, uint32_t *index);
void object_classify(const struct mmap_record *m, uint32_t mode, struct perfdata_object *object);

/* order.c */
int order_build(struct perfdata *pd);
bool side_record(const struct perfdata *pd, const struct stamp *stamp, struct record *record);

/* space.c */
int spaces_build(struct perfdata *pd);

/* comm.c */
int comms_build(struct perfdata *pd);

/* idmap.c: reserve makes room for a number of keys at once */
int idmap_reserve(struct idmap *map, size_t nr);
int idmap_put(struct idmap *map, uint64_t key, uint32_t value);
uint32_t idmap_get(const struct idmap *map, uint64_t key);
void idmap_free(struct idmap *map);

#endif
