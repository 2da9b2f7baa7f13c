// SPDX-License-Identifier: GPL-2.0-only
/*
 * The fields of one record.  A record is { u32 type; u16 misc; u16 size; } and size - 8 bytes;
 * fields that do not fit into them make the record one to skip.
 */
#include <errno.h>

#include "user/perfdata/internal.h"

/* Whose tail a record other than a sample has; NULL: nobody knows yet. */
const struct event *record_event(struct perfdata *pd, const struct record *record)
{
	const struct event *first = pd->events, *event;
	uint64_t id;

	if (pd->nr_events < 2 || !first->layout.trailer_id ||
	    !cursor_u64_from_end(&record->body, first->layout.trailer_id, &id))
		return pd->nr_events ? first : NULL;
	event = event_of_id(pd, id);
	return event ? event : first;
}

/* The time in the tail of a record other than a sample; 0 where it has none. */
uint64_t record_time(struct perfdata *pd, const struct record *record)
{
	const struct event *event = record_event(pd, record);
	uint64_t time;

	if (!event || !event->layout.trailer_time ||
	    !cursor_u64_from_end(&record->body, event->layout.trailer_time, &time))
		return 0;
	return time == UINT64_MAX ? 0 : time;
}

/* MMAP: pid tid start len pgoff name.  MMAP2: before the name, device or build-id, prot, flags. */
bool record_mmap(const struct record *record, struct mmap_record *m)
{
	struct cursor c = record->body;
	const uint8_t *id;

	if (!cursor_u32(&c, &m->pid) || !cursor_u32(&c, &m->tid) || !cursor_u64(&c, &m->start) ||
	    !cursor_u64(&c, &m->len) || !cursor_u64(&c, &m->pgoff))
		return false;
	m->build_id_size = 0;
	if (record->header.type == RECORD_MMAP2) {
		id = cursor_take(&c, 24);
		if (!id || !cursor_take(&c, 8))
			return false;
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

/* KSYMBOL: u64 address, u32 size, u16 type, u16 flags, name. */
bool record_ksymbol(const struct record *record, struct ksymbol_record *k)
{
	struct cursor c = record->body;
	uint16_t type, flags;

	if (!cursor_u64(&c, &k->start) || !cursor_u32(&c, &k->len) || !cursor_u16(&c, &type) ||
	    !cursor_u16(&c, &flags))
		return false;
	k->unregister = flags & 1;
	k->name = cursor_string(&c);
	return k->name && k->len && k->start + k->len > k->start;
}
