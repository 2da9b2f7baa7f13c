/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Builds a recording in memory, record by record, for the tests of the reader and of markdiff: in
 * either byte order, as a file or as a stream, of any events and any records.  So the tests have
 * what no machine at hand can record: the other byte order, branch stacks, guests, kernels to come.
 *
 * By default samples are IP, TID, TIME, PERIOD; with several events ID comes after TIME.
 */
#ifndef TESTS_UNIT_BUILD_PERFDATA_H
#define TESTS_UNIT_BUILD_PERFDATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifndef BUILD_SIZE
#define BUILD_SIZE (256 << 10)
#endif
#define BUILD_MAX_FEATURES 16

/* What an event's attr says; 0 is the default. */
struct build_event {
	uint32_t type;
	uint64_t config;
	uint64_t flags;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t period;
	uint64_t branch_sample_type, regs_user, regs_intr;
};

struct build {
	uint8_t bytes[BUILD_SIZE];
	size_t size; /* so far */
	size_t data; /* where the records begin */
	unsigned int nr_events;
	uint64_t sample_type;
	bool big;	    /* as a big-endian machine writes it */
	bool stream;	    /* as into a pipe */
	uint32_t attr_size; /* 64 unless told */
	unsigned int nr_features;
	uint64_t features[4];
	struct {
		int bit;
		size_t at, size;
	} feature[BUILD_MAX_FEATURES];
};

static inline void build_put(struct build *b, const void *bytes, size_t size)
{
	memcpy(b->bytes + b->size, bytes, size);
	b->size += size;
}

static inline void build_set16(struct build *b, size_t at, uint16_t value)
{
	value = b->big ? __builtin_bswap16(value) : value;
	memcpy(b->bytes + at, &value, sizeof(value));
}

static inline void build_set32(struct build *b, size_t at, uint32_t value)
{
	value = b->big ? __builtin_bswap32(value) : value;
	memcpy(b->bytes + at, &value, sizeof(value));
}

static inline void build_set64(struct build *b, size_t at, uint64_t value)
{
	value = b->big ? __builtin_bswap64(value) : value;
	memcpy(b->bytes + at, &value, sizeof(value));
}

static inline void build_u16(struct build *b, uint16_t value)
{
	build_set16(b, b->size, value);
	b->size += sizeof(value);
}

static inline void build_u32(struct build *b, uint32_t value)
{
	build_set32(b, b->size, value);
	b->size += sizeof(value);
}

static inline void build_u64(struct build *b, uint64_t value)
{
	build_set64(b, b->size, value);
	b->size += sizeof(value);
}

/* A string with its zero, padded to 8 bytes. */
static inline void build_string(struct build *b, const char *text)
{
	size_t size = (strlen(text) + 8) & ~(size_t)7;

	memset(b->bytes + b->size, 0, size);
	memcpy(b->bytes + b->size, text, strlen(text));
	b->size += size;
}

/* A string as features have it. */
static inline void build_sized_string(struct build *b, const char *text)
{
	build_u32(b, (strlen(text) + 64) & ~(size_t)63);
	memset(b->bytes + b->size, 0, (strlen(text) + 64) & ~(size_t)63);
	memcpy(b->bytes + b->size, text, strlen(text));
	b->size += (strlen(text) + 64) & ~(size_t)63;
}

/* Bit-fields begin at the other end of a byte on big-endian machines. */
static inline void build_flags(struct build *b, uint64_t flags)
{
	uint64_t precise = flags >> 15 & 3;

	if (b->big)
		flags = (flags & ~(3ull << 15)) | (precise >> 1 | (precise & 1) << 1) << 15;
	for (int i = 0; i < 64; i += 8) {
		uint8_t byte = flags >> i, turned = 0;

		for (int bit = 0; bit < 8; bit++)
			turned |= (byte >> bit & 1) << (7 - bit);
		build_put(b, b->big ? &turned : &byte, 1);
	}
}

/* Opens a record; build_close() sets its size. */
static inline size_t build_record(struct build *b, uint32_t type, uint16_t misc)
{
	size_t at = b->size;

	build_u32(b, type);
	build_u16(b, misc);
	build_u16(b, 0);
	return at;
}

static inline void build_close(struct build *b, size_t at)
{
	build_set16(b, at + 6, b->size - at);
	if (!b->stream)
		build_set64(b, 48, b->size - b->data);
}

static inline uint64_t build_sample_type(const struct build_event *e, unsigned int nr)
{
	return e->sample_type ? e->sample_type : 1 | 2 | 4 | 256 | (nr > 1 ? 64 : 0);
}

static inline void build_attr(struct build *b, const struct build_event *e, unsigned int nr)
{
	uint32_t size = b->attr_size ? b->attr_size : 64;
	size_t at = b->size;

	memset(b->bytes + at, 0, size < 144 ? 144 : size);
	build_u32(b, e->type);
	build_u32(b, b->attr_size ? b->attr_size : 64);
	build_u64(b, e->config);
	build_u64(b, e->period ? e->period : 1);
	build_u64(b, build_sample_type(e, nr));
	build_u64(b, e->read_format);
	build_flags(b, e->flags | 1 << 18);
	build_set64(b, at + 72, e->branch_sample_type);
	build_set64(b, at + 80, e->regs_user);
	build_set64(b, at + 96, e->regs_intr);
	memset(b->bytes + at + size, 0, size < 144 ? 144 - size : 0);
	b->size = at + size;
}

static inline void build_stream_begin(struct build *b, const struct build_event *events,
				      unsigned int nr)
{
	b->size = b->data = 16;
	build_set64(b, 8, 16);
	for (unsigned int i = 0; i < nr; i++) {
		size_t at = build_record(b, 64, 0);

		build_attr(b, &events[i], nr);
		build_u64(b, 1000 + i);
		build_close(b, at);
	}
}

static inline void build_file_begin(struct build *b, const struct build_event *events,
				    unsigned int nr)
{
	size_t ids = 104, attrs = ids + 8 * nr;

	b->size = ids;
	for (unsigned int i = 0; i < nr; i++)
		build_u64(b, 1000 + i);
	for (unsigned int i = 0; i < nr; i++) {
		build_attr(b, &events[i], nr);
		build_u64(b, ids + 8 * i);
		build_u64(b, 8);
	}
	b->data = b->size;
	build_set64(b, 8, 104);
	build_set64(b, 16, (b->size - attrs) / nr);
	build_set64(b, 24, attrs);
	build_set64(b, 32, b->size - attrs);
	build_set64(b, 40, b->data);
}

/* The header and the events.  Before it, big, stream and attr_size may be set. */
static inline void build_events(struct build *b, const struct build_event *events, unsigned int nr)
{
	bool big = b->big, stream = b->stream;
	uint32_t attr_size = b->attr_size;

	memset(b, 0, sizeof(*b));
	b->big = big;
	b->stream = stream;
	b->attr_size = attr_size;
	b->nr_events = nr;
	b->sample_type = build_sample_type(events, nr);
	memcpy(b->bytes, b->big ? "2ELIFREP" : "PERFILE2", 8);
	if (b->stream)
		build_stream_begin(b, events, nr);
	else
		build_file_begin(b, events, nr);
}

/* The usual: a file of little-endian events { type, config, flags } each. */
static inline void build_begin(struct build *b, const uint64_t (*events)[3], unsigned int nr)
{
	struct build_event full[8] = { 0 };

	for (unsigned int i = 0; i < nr; i++) {
		full[i].type = events[i][0];
		full[i].config = events[i][1];
		full[i].flags = events[i][2];
	}
	b->big = b->stream = false;
	b->attr_size = 0;
	build_events(b, full, nr);
}

/* What a record other than a sample ends in, of the event with this number. */
static inline void build_trailer_of(struct build *b, unsigned int event, uint32_t pid, uint32_t tid,
				    uint64_t time)
{
	if (b->sample_type & 2) {
		build_u32(b, pid);
		build_u32(b, tid);
	}
	if (b->sample_type & 4)
		build_u64(b, time);
	if (b->sample_type & 64)
		build_u64(b, 1000 + event);
	if (b->sample_type & 512)
		build_u64(b, 0);
	if (b->sample_type & 128)
		build_u64(b, 0);
	if (b->sample_type & 1 << 16)
		build_u64(b, 1000 + event);
}

static inline void build_trailer(struct build *b, uint32_t pid, uint32_t tid, uint64_t time)
{
	build_trailer_of(b, 0, pid, tid, time);
}

static inline void build_mmap(struct build *b, uint32_t pid, uint64_t time, uint64_t start,
			      uint64_t len, uint64_t pgoff, const char *name, uint16_t mode)
{
	size_t at = build_record(b, 1, mode);

	build_u32(b, pid);
	build_u32(b, pid);
	build_u64(b, start);
	build_u64(b, len);
	build_u64(b, pgoff);
	build_string(b, name);
	build_trailer(b, pid, pid, time);
	build_close(b, at);
}

/* With a build-id of 20 bytes of the same value; 0: without one. */
static inline void build_mmap2(struct build *b, uint32_t pid, uint64_t time, uint64_t start,
			       uint64_t len, uint64_t pgoff, const char *name, uint8_t id)
{
	size_t at = build_record(b, 10, 2 | (id ? 1 << 14 : 0));
	uint8_t head[4] = { id ? 20 : 0 };

	build_u32(b, pid);
	build_u32(b, pid);
	build_u64(b, start);
	build_u64(b, len);
	build_u64(b, pgoff);
	build_put(b, head, sizeof(head));
	memset(b->bytes + b->size, id, 20);
	b->size += 20;
	build_u32(b, 5);
	build_u32(b, 2);
	build_string(b, name);
	build_trailer(b, pid, pid, time);
	build_close(b, at);
}

static inline void build_comm(struct build *b, uint32_t pid, uint32_t tid, uint64_t time,
			      const char *name, uint16_t misc)
{
	size_t at = build_record(b, 3, misc);

	build_u32(b, pid);
	build_u32(b, tid);
	build_string(b, name);
	build_trailer(b, pid, tid, time);
	build_close(b, at);
}

static inline void build_fork(struct build *b, uint32_t pid, uint32_t ppid, uint64_t time)
{
	size_t at = build_record(b, 7, 0);

	build_u32(b, pid);
	build_u32(b, ppid);
	build_u32(b, pid);
	build_u32(b, ppid);
	build_u64(b, time);
	build_trailer(b, ppid, ppid, time);
	build_close(b, at);
}

static inline void build_ksymbol(struct build *b, uint64_t time, uint64_t start, uint32_t len,
				 uint32_t unregister, const char *name)
{
	size_t at = build_record(b, 17, 1);

	build_u64(b, start);
	build_u32(b, len);
	build_u16(b, 1);
	build_u16(b, unregister);
	build_string(b, name);
	build_trailer(b, 0, 0, time);
	build_close(b, at);
}

static inline void build_sample_of(struct build *b, unsigned int event, uint32_t pid, uint64_t time,
				   uint64_t ip, uint64_t period, uint16_t mode)
{
	size_t at = build_record(b, 9, mode);

	build_u64(b, ip);
	build_u32(b, pid);
	build_u32(b, pid);
	build_u64(b, time);
	if (b->nr_events > 1)
		build_u64(b, 1000 + event);
	build_u64(b, period);
	build_close(b, at);
}

static inline void build_sample(struct build *b, uint32_t pid, uint64_t time, uint64_t ip)
{
	build_sample_of(b, 0, pid, time, ip, 1, 2);
}

/* With a call chain, of an event that has one: sample_type BUILD_CHAINS. */
#define BUILD_CHAINS (1 | 2 | 4 | 256 | 32)

static inline void build_sample_chain(struct build *b, uint32_t pid, uint64_t time, uint64_t ip,
				      uint64_t period, uint16_t mode, const uint64_t *chain,
				      unsigned int nr)
{
	size_t at = build_record(b, 9, mode);

	build_u64(b, ip);
	build_u32(b, pid);
	build_u32(b, pid);
	build_u64(b, time);
	build_u64(b, period);
	build_u64(b, nr);
	while (nr--)
		build_u64(b, *chain++);
	build_close(b, at);
}

/* With the last branches, the newest first, of an event that has them: BUILD_BRANCHES. */
#define BUILD_BRANCHES (1 | 2 | 4 | 256 | 2048)

struct build_branch {
	uint64_t from, to, cycles;
};

static inline void build_sample_branches(struct build *b, uint32_t pid, uint64_t time, uint64_t ip,
					 uint64_t period, uint16_t mode,
					 const struct build_branch *branches, unsigned int nr)
{
	size_t at = build_record(b, 9, mode);

	build_u64(b, ip);
	build_u32(b, pid);
	build_u32(b, pid);
	build_u64(b, time);
	build_u64(b, period);
	build_u64(b, nr);
	for (; nr--; branches++) {
		build_u64(b, branches->from);
		build_u64(b, branches->to);
		build_u64(b, branches->cycles << 4);
	}
	build_close(b, at);
}

/*
 * Features, in the order of their bits, after the last record: in a stream a record each, in a file
 * a section each.  build_finish() writes a file's table.
 */
static inline void build_feature_begin(struct build *b, int bit)
{
	unsigned int n = b->nr_features++;

	b->features[bit / 64] |= 1ull << bit % 64;
	b->feature[n].bit = bit;
	if (b->stream) {
		b->feature[n].at = build_record(b, 80, 0);
		build_u64(b, bit);
		return;
	}
	b->feature[n].at = b->size;
}

static inline void build_feature_end(struct build *b)
{
	unsigned int n = b->nr_features - 1;

	if (b->stream)
		build_close(b, b->feature[n].at);
	b->feature[n].size = b->size - b->feature[n].at;
}

/* EVENT_DESC: what each event is called. */
static inline void build_event_names(struct build *b, const char *const *names)
{
	build_feature_begin(b, 12);
	build_u32(b, b->nr_events);
	build_u32(b, 64);
	for (unsigned int i = 0; i < b->nr_events; i++) {
		memset(b->bytes + b->size, 0, 64);
		b->size += 64;
		build_u32(b, 0);
		build_sized_string(b, names[i]);
	}
	build_feature_end(b);
}

/* PMU_MAPPINGS, of one PMU. */
static inline void build_pmu(struct build *b, uint32_t type, const char *name)
{
	build_feature_begin(b, 16);
	build_u32(b, 1);
	build_u32(b, type);
	build_sized_string(b, name);
	build_feature_end(b);
}

/* Moves the sections behind a table that begins where the data ends. */
static inline void build_finish(struct build *b)
{
	size_t table = 16 * b->nr_features, from;

	if (b->stream || !b->nr_features)
		return;
	from = b->feature[0].at;
	memmove(b->bytes + from + table, b->bytes + from, b->size - from);
	b->size += table;
	for (unsigned int i = 0; i < b->nr_features; i++) {
		build_set64(b, from + 16 * i, b->feature[i].at + table);
		build_set64(b, from + 16 * i + 8, b->feature[i].size);
	}
	for (int i = 0; i < 4; i++)
		build_set64(b, 72 + 8 * i, b->features[i]);
}

static const uint64_t build_cpu_clock[1][3] = { { 1, 0, 0 } };

#endif
