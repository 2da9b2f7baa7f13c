// SPDX-License-Identifier: GPL-2.0-only
/*
 * One record: its bounds, its fields.  A record is { u32 type; u16 misc; u16 size; } and
 * size - 8 bytes; fields that do not fit into them make the record one to skip.
 */
#include "user/perfdata/internal.h"

#include <errno.h>

/* The record at a place of a segment.  -ENODATA: the segment ends inside it. */
int record_next(const struct segment *segment, uint64_t at, struct record *record)
{
	const uint8_t *data = segment->data + at;

	if (segment->size - at < sizeof(record->header))
		return -ENODATA;
	memcpy(&record->header, data, sizeof(record->header));
	if (record->header.size < sizeof(record->header))
		return -EBADMSG;
	if (record->header.size > segment->size - at)
		return -ENODATA;
	record->body.at = data + sizeof(record->header);
	record->body.end = data + record->header.size;
	record->offset = segment->origin + at;
	return 0;
}

/* Bytes that follow a record and that its size does not count. */
uint64_t record_extra(const struct record *record)
{
	struct cursor c = record->body;
	uint64_t size;
	uint32_t size32;

	if (record->header.type == RECORD_AUXTRACE && cursor_u64(&c, &size))
		return size;
	if (record->header.type == RECORD_HEADER_TRACING_DATA && cursor_u32(&c, &size32))
		return ((uint64_t)size32 + 7) & ~7ull;
	return 0;
}

/* The time in the tail of a record other than a sample; 0 where it has none. */
uint64_t record_time(const struct perfdata *pd, const struct record *record)
{
	const struct event *event = &pd->events[0];
	size_t left = cursor_left(&record->body);
	uint32_t index;

	if (pd->by_identifier && pd->nr_events > 1 && left >= 8) {
		index = idmap_get(&pd->id_index, load64(record->body.end - 8));
		if (index != IDMAP_NONE)
			event = &pd->events[pd->ids[index].event];
	}
	if (!event->layout.trailer_time || left < (size_t)event->layout.trailer_time)
		return 0;
	return load64(record->body.end - event->layout.trailer_time);
}

/* MMAP: pid tid start len pgoff name.  MMAP2: before the name, device or build-id, prot, flags. */
bool record_mmap(const struct record *record, struct mmap_record *m)
{
	struct cursor c = record->body;
	const uint8_t *id;
	uint32_t prot;

	if (!cursor_u32(&c, &m->pid) || !cursor_u32(&c, &m->tid) || !cursor_u64(&c, &m->start) ||
	    !cursor_u64(&c, &m->len) || !cursor_u64(&c, &m->pgoff))
		return false;
	m->build_id_size = 0;
	m->exec = !(record->header.misc & MISC_MMAP_DATA);
	if (record->header.type == RECORD_MMAP2) {
		id = cursor_take(&c, 24);
		if (!id || !cursor_u32(&c, &prot) || !cursor_take(&c, 4))
			return false;
		m->exec = prot & PROT_EXECUTE;
		m->build_id = id + 4;
		if (record->header.misc & MISC_MMAP_BUILD_ID && id[0] <= PERFDATA_BUILD_ID_MAX)
			m->build_id_size = id[0];
	}
	m->name = cursor_string(&c);
	return m->name && m->len && m->start + m->len > m->start;
}

bool record_task(const struct record *record, struct task_record *t)
{
	struct cursor c = record->body;

	return cursor_u32(&c, &t->pid) && cursor_u32(&c, &t->ppid) && cursor_u32(&c, &t->tid) &&
	       cursor_u32(&c, &t->ptid);
}

bool record_comm(const struct record *record, struct task_record *t, const char **name)
{
	struct cursor c = record->body;

	if (!cursor_u32(&c, &t->pid) || !cursor_u32(&c, &t->tid))
		return false;
	*name = cursor_string(&c);
	return *name;
}

bool record_ksymbol(const struct record *record, struct ksymbol_record *k)
{
	struct cursor c = record->body;
	uint32_t type_and_flags;

	if (!cursor_u64(&c, &k->start) || !cursor_u32(&c, &k->len) ||
	    !cursor_u32(&c, &type_and_flags))
		return false;
	k->unregister = type_and_flags >> 16 & 1;
	k->name = cursor_string(&c);
	return k->name && k->len && k->start + k->len > k->start;
}
