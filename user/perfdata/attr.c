// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: struct perf_event_attr of any size (64 bytes in 2009, 144 today), from the header or from
 * a record, and the ids that samples carry.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define ATTR_SIZE_MIN 64
#define ATTR_SIZE     144 /* what is known of it; a larger one is read so far */
#define MAX_EVENTS    65536
#define MAX_IDS	      (1 << 18) /* events times processors, or threads */

/*
 * The flags are bit-fields of a C compiler: on a big-endian machine the first one is the highest bit
 * of the first byte.  Of a field of two bits, the higher comes first there.
 */
static uint64_t decode_flags(const uint8_t *bytes, bool big_endian)
{
	uint64_t flags = 0, precise;

	for (int i = 0; i < 64; i++)
		if (bytes[i / 8] >> (big_endian ? 7 - i % 8 : i % 8) & 1)
			flags |= 1ull << i;
	if (big_endian) {
		precise = flags >> PERFDATA_PRECISE_IP & 3;
		flags &= ~(3ull << PERFDATA_PRECISE_IP);
		flags |= (precise >> 1 | (precise & 1) << 1) << PERFDATA_PRECISE_IP;
	}
	return flags;
}

static bool is_big_endian(const struct perfdata *pd)
{
	return pd->swap != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
}

static void decode(const struct perfdata *pd, struct event *event, const uint8_t *attr)
{
	struct cursor c = { attr, attr + ATTR_SIZE, pd->swap };
	struct perfdata_event *e = &event->pub;
	uint64_t unused;
	uint32_t size;

	/* All of it is there: nothing here can fail. */
	cursor_u32(&c, &e->type);
	cursor_u32(&c, &size);
	cursor_u64(&c, &e->config);
	cursor_u64(&c, &e->period);
	cursor_u64(&c, &e->sample_type);
	cursor_u64(&c, &e->read_format);
	e->flags = decode_flags(cursor_take(&c, 8), is_big_endian(pd));
	cursor_take(&c, 8); /* wakeup, breakpoint type */
	cursor_u64(&c, &e->config1);
	cursor_u64(&c, &e->config2);
	cursor_u64(&c, &event->branch_sample_type);
	cursor_u64(&c, &event->regs_user);
	cursor_u64(&c, &unused); /* stack size, clock id */
	cursor_u64(&c, &event->regs_intr);
	cursor_take(&c, 24); /* aux watermark, max stack, aux size, signal data */
	cursor_u64(&c, &e->config3);
	cursor_u64(&c, &e->config4);
}

static uint32_t stated_size(const struct perfdata *pd, const uint8_t *attr)
{
	struct cursor c = { attr + 4, attr + 8, pd->swap };
	uint32_t size = 0;

	cursor_u32(&c, &size);
	return size < ATTR_SIZE_MIN ? ATTR_SIZE_MIN : size;
}

/* An event of so many bytes as there are of its attr; at least the 64 of the first version. */
static int event_add(struct perfdata *pd, const uint8_t *attr, uint64_t size)
{
	uint8_t known[ATTR_SIZE] = { 0 };
	struct event *event;
	int err;

	if (pd->nr_events == MAX_EVENTS)
		return 0;
	err = array_room(pd->events, pd->nr_events, pd->cap_events);
	if (err)
		return err;
	if (size > stated_size(pd, attr))
		size = stated_size(pd, attr);
	memcpy(known, attr, size < ATTR_SIZE ? size : ATTR_SIZE);
	event = &pd->events[pd->nr_events];
	memset(event, 0, sizeof(*event));
	decode(pd, event, known);
	event->number = event->pub.leader = pd->nr_events++;
	layout_make(&event->layout, event->pub.sample_type, event->pub.flags);
	return event_name(pd, event);
}

/* What comes first keeps an id: sections that overlap would give it to the last. */
int id_add(struct perfdata *pd, uint64_t id, uint32_t event)
{
	int err;

	if (pd->nr_ids == MAX_IDS || idmap_get(&pd->id_index, id) != IDMAP_NONE)
		return 0;
	err = array_room(pd->ids, pd->nr_ids, pd->cap_ids);
	if (err)
		return err;
	pd->ids[pd->nr_ids] = (struct id){ .id = id, .event = event };
	return idmap_put(&pd->id_index, id, pd->nr_ids++);
}

static int ids_add(struct perfdata *pd, struct cursor c, uint32_t event)
{
	uint64_t id;
	int err = 0;

	while (!err && cursor_u64(&c, &id))
		err = id_add(pd, id, event);
	return err;
}

/* The ids of one event; a section that lies outside the file has none. */
static int ids_read(struct perfdata *pd, const struct section *section, uint32_t event)
{
	uint8_t *bytes;
	int err = input_load(&pd->inputs[0], section, 8 * MAX_IDS, &bytes);

	if (err || !bytes)
		return err;
	err = ids_add(pd, (struct cursor){ bytes, bytes + section->size, pd->swap }, event);
	free(bytes);
	return err;
}

/* An entry is the attr, then the section of its ids. */
static int entry_read(struct perfdata *pd, const uint8_t *entry, uint64_t size)
{
	struct cursor c = { entry + size - sizeof(struct section), entry + size, pd->swap };
	struct section ids = { 0, 0 };
	int err = event_add(pd, entry, size - sizeof(ids));

	cursor_u64(&c, &ids.offset);
	cursor_u64(&c, &ids.size);
	return err ? err : ids_read(pd, &ids, pd->nr_events - 1);
}

static int entries_read(struct perfdata *pd, const uint8_t *bytes, uint64_t size,
			uint64_t entry_size)
{
	int err = 0;

	for (; size >= entry_size && !err; size -= entry_size, bytes += entry_size)
		err = entry_read(pd, bytes, entry_size);
	return err;
}

int attrs_read(struct perfdata *pd, const struct section *section, uint64_t entry_size,
	       struct perfdata_error *error)
{
	uint8_t *bytes;
	int err;

	if (entry_size < ATTR_SIZE_MIN + sizeof(struct section) || entry_size > 65536)
		return fail(error, -EINVAL, 16,
			    "says that an event description has %llu bytes, which no perf "
			    "writes; copy it again or record again",
			    (unsigned long long)entry_size);
	err = input_load(&pd->inputs[0], section, MAX_EVENTS * entry_size, &bytes);
	if (!err && (!bytes || section->size < entry_size))
		fail(error, err = -EINVAL, 24,
		     "describes no event inside it; copy it again or record again");
	else if (!err)
		err = entries_read(pd, bytes, section->size, entry_size);
	free(bytes);
	if (err && !error->err)
		fail(error, err, PERFDATA_NO_OFFSET, "cannot be read: %s; try again",
		     strerror(-err));
	return err;
}

/* HEADER_ATTR: the attr, as long as it says, then ids. */
int attr_record(struct perfdata *pd, const struct record *record)
{
	struct cursor c = record->body;
	const uint8_t *attr = c.at;
	uint64_t size;
	int err;

	if (cursor_left(&c) < ATTR_SIZE_MIN)
		return 0;
	size = stated_size(pd, attr);
	if (size > cursor_left(&c))
		size = cursor_left(&c);
	err = event_add(pd, attr, size);
	cursor_take(&c, size);
	return err ? err : ids_add(pd, c, pd->nr_events - 1);
}

struct event *event_of_id(struct perfdata *pd, uint64_t id)
{
	uint32_t index = idmap_get(&pd->id_index, id);

	return index == IDMAP_NONE ? NULL : &pd->events[pd->ids[index].event];
}
