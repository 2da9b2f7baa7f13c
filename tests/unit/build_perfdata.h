/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Builds a recording in memory, record by record, for the tests of the reader and of markdiff:
 * one attr (or more), any records.  Samples are IP, TID, TIME, PERIOD; with several events ID comes
 * after TIME.
 */
#ifndef TESTS_UNIT_BUILD_PERFDATA_H
#define TESTS_UNIT_BUILD_PERFDATA_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define BUILD_SIZE 65536

struct build {
	uint8_t bytes[BUILD_SIZE];
	size_t size; /* so far */
	size_t data; /* where the records begin */
	unsigned int nr_events;
};

static inline void build_put(struct build *b, const void *bytes, size_t size)
{
	memcpy(b->bytes + b->size, bytes, size);
	b->size += size;
}

static inline void build_u32(struct build *b, uint32_t value)
{
	build_put(b, &value, sizeof(value));
}

static inline void build_u64(struct build *b, uint64_t value)
{
	build_put(b, &value, sizeof(value));
}

static inline void build_set64(struct build *b, size_t at, uint64_t value)
{
	memcpy(b->bytes + at, &value, sizeof(value));
}

/* A string with its zero, padded to 8 bytes. */
static inline void build_string(struct build *b, const char *text)
{
	size_t size = (strlen(text) + 8) & ~(size_t)7;

	memcpy(b->bytes + b->size, text, strlen(text));
	b->size += size;
}

/* The header and its events: { type, config, flags } each. */
static inline void build_begin(struct build *b, const uint64_t (*events)[3], unsigned int nr)
{
	uint64_t sample_type = 1 | 2 | 4 | 256 | (nr > 1 ? 64 : 0), ids;

	memset(b, 0, sizeof(*b));
	b->nr_events = nr;
	b->size = 104;
	ids = b->size;
	for (unsigned int i = 0; i < nr; i++)
		build_u64(b, 1000 + i);
	memcpy(b->bytes, "PERFILE2", 8);
	build_set64(b, 8, 104);
	build_set64(b, 16, 64 + 16);
	build_set64(b, 24, b->size);
	build_set64(b, 32, nr * (64 + 16));
	for (unsigned int i = 0; i < nr; i++) {
		build_u32(b, events[i][0]);
		build_u32(b, 64);
		build_u64(b, events[i][1]);
		build_u64(b, 1);
		build_u64(b, sample_type);
		build_u64(b, 0);
		build_u64(b, events[i][2] | 1 << 18);
		build_u64(b, 0);
		build_u64(b, 0);
		build_u64(b, ids + 8 * i);
		build_u64(b, 8);
	}
	b->data = b->size;
	build_set64(b, 40, b->data);
}

/* Opens a record; build_close() sets its size. */
static inline size_t build_record(struct build *b, uint32_t type, uint16_t misc)
{
	size_t at = b->size;

	build_u32(b, type);
	build_put(b, &misc, 2);
	build_put(b, "\0", 2);
	return at;
}

static inline void build_close(struct build *b, size_t at)
{
	uint16_t size = b->size - at;

	memcpy(b->bytes + at + 6, &size, 2);
	build_set64(b, 48, b->size - b->data);
}

static inline void build_trailer(struct build *b, uint32_t pid, uint32_t tid, uint64_t time)
{
	build_u32(b, pid);
	build_u32(b, tid);
	build_u64(b, time);
	if (b->nr_events > 1)
		build_u64(b, 1000);
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
	build_u32(b, 1 | unregister << 16);
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

static const uint64_t build_cpu_clock[1][3] = { { 1, 0, 0 } };

#endif
