// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second walk: samples, in the order of the file.  order.c has checked the bounds of every
 * record and cut each segment at the first bad one, so this walk only steps.
 */
#include "user/perfdata/internal.h"

#include <errno.h>

struct walk {
	struct perfdata *pd;
	perfdata_sample_fn take;
	void *ctx;
	uint64_t last_id; /* most samples have the id of the one before */
	uint32_t last_event;
};

static uint64_t field(const uint8_t *body, int at, uint64_t otherwise)
{
	return at < 0 ? otherwise : load64(body + at);
}

static void sample_fill(const struct event *event, const uint8_t *body,
			struct perfdata_sample *sample)
{
	const struct layout *l = &event->layout;
	uint64_t tid = field(body, l->tid, UINT64_MAX);

	sample->ip = field(body, l->ip, 0);
	sample->pid = tid;
	sample->tid = tid >> 32;
	sample->time = field(body, l->time, 0);
	sample->period = field(body, l->period, event->pub.period);
}

/*
 * A value of a READ format is a counter's total: what it grew by since it was last seen is the
 * sample's period.
 */
static int take_value(struct walk *w, struct perfdata_sample *sample, uint64_t id, uint64_t value)
{
	struct id *known = id_find(w->pd, id);

	if (!known)
		return 0;
	sample->event = known->event;
	sample->period = value - known->last;
	known->last = value;
	return sample->period ? w->take(w->ctx, sample) : 0;
}

/* READ: value [enabled] [running] [id] [lost]; as a group: nr [enabled] [running] {value [id] [lost]} */
static int take_read(struct walk *w, struct perfdata_sample *sample, struct cursor c,
		     uint64_t format)
{
	bool group = format & READ_GROUP;
	uint64_t nr = 1, value = 0, id = 0, unused;
	int err = 0;

	if (!cursor_u64(&c, group ? &nr : &value))
		return 0;
	if ((format & READ_TOTAL_TIME_ENABLED && !cursor_u64(&c, &unused)) ||
	    (format & READ_TOTAL_TIME_RUNNING && !cursor_u64(&c, &unused)))
		return 0;
	while (nr-- && !err) {
		if ((group && !cursor_u64(&c, &value)) ||
		    (format & READ_ID && !cursor_u64(&c, &id)) ||
		    (format & READ_LOST && !cursor_u64(&c, &unused)))
			return 0;
		err = take_value(w, sample, id, value);
	}
	return err;
}

/* The event of a sample: by its id where there are several; no id, or id 0, is the first. */
static bool find_event(struct walk *w, const uint8_t *body, size_t size, uint32_t *index)
{
	struct perfdata *pd = w->pd;
	int at = pd->events[0].layout.id;
	struct id *known;
	uint64_t id;

	*index = 0;
	if (pd->nr_events == 1 || at < 0)
		return true;
	if (size < (size_t)at + 8)
		return false;
	id = load64(body + at);
	if (id == w->last_id) {
		*index = w->last_event;
		return true;
	}
	known = id_find(pd, id);
	if (!known && id)
		return false;
	*index = known ? known->event : 0;
	w->last_id = id;
	w->last_event = *index;
	return true;
}

static int take_sample(struct walk *w, const struct record_header *header, const uint8_t *body,
		       uint64_t offset)
{
	size_t size = header->size - sizeof(*header);
	struct perfdata_sample sample;
	const struct event *event;
	struct cursor c;

	if (!find_event(w, body, size, &sample.event)) {
		w->pd->counts.unknown_id++;
		return 0;
	}
	event = &w->pd->events[sample.event];
	if (size < event->layout.min_size)
		return 0;
	sample_fill(event, body, &sample);
	sample.mode = header->misc & PERFDATA_MODE_MASK;
	sample.offset = offset;
	if (event->layout.read < 0)
		return w->take(w->ctx, &sample);
	c = (struct cursor){ body + event->layout.read, body + size };
	return take_read(w, &sample, c, event->pub.read_format);
}

static int walk_segment(struct walk *w, const struct segment *segment)
{
	const uint8_t *at = segment->data, *end = at + segment->size;
	struct record_header header;
	struct record record;
	int err = 0;

	while (at < end && !err) {
		memcpy(&header, at, sizeof(header));
		__builtin_prefetch(at + PREFETCH);
		if (header.type == RECORD_SAMPLE) {
			err = take_sample(w, &header, at + sizeof(header),
					  segment->origin + (at - segment->data));
		} else if (header.type == RECORD_AUXTRACE ||
			   header.type == RECORD_HEADER_TRACING_DATA) {
			record_next(segment, at - segment->data, &record);
			at += record_extra(&record);
		}
		at += header.size;
	}
	return err;
}

int perfdata_each_sample(struct perfdata *pd, perfdata_sample_fn take, void *ctx)
{
	struct walk w = { .pd = pd, .take = take, .ctx = ctx };
	uint32_t i;
	int err = 0;

	for (i = 0; i < pd->nr_ids; i++)
		pd->ids[i].last = 0;
	for (i = 0; i < pd->nr_segments && !err; i++)
		err = walk_segment(&w, &pd->segments[i]);
	return err;
}

uint32_t perfdata_nr_events(const struct perfdata *pd)
{
	return pd->nr_events;
}

const struct perfdata_event *perfdata_event(const struct perfdata *pd, uint32_t index)
{
	return &pd->events[index].pub;
}

uint32_t perfdata_nr_objects(const struct perfdata *pd)
{
	return pd->nr_objects;
}

const struct perfdata_object *perfdata_object(const struct perfdata *pd, uint32_t index)
{
	return &pd->objects[index];
}

const struct perfdata_counts *perfdata_counts(const struct perfdata *pd)
{
	return &pd->counts;
}

const char *perfdata_os_release(const struct perfdata *pd)
{
	return pd->os_release;
}

enum perfdata_damage perfdata_damage(const struct perfdata *pd, uint64_t *offset)
{
	*offset = pd->damage_offset;
	return pd->damage;
}
