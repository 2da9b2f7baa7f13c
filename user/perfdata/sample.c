// SPDX-License-Identifier: GPL-2.0-only
/*
 * The second walk: samples, in the order of the file.  They come in millions, so what is known of
 * them beforehand (layout.c) is computed once an event, and whole runs of them are taken out of the
 * walk's window directly.
 *
 * Samples of the other byte order are turned in place: all of their fields are 64-bit words but
 * TID and CPU, which are two halves each, and raw bytes, which nobody needs.
 */
#include <errno.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

struct sampler {
	struct walk walk;
	struct perfdata *pd;
	perfdata_sample_fn take;
	void *ctx;
	int id_at;	  /* of all events' samples; -1: there is one event, or none to tell */
	uint64_t last_id; /* most samples have the id of the one before */
	const struct event *last_event;
};

static inline uint64_t field(const uint8_t *body, int at, uint64_t otherwise)
{
	return at < 0 ? otherwise : load64(body + at);
}

/*
 * A value of a READ format is a counter's total: what it grew by since it was last seen is the
 * sample's period.  A counter that threads inherit is one for each thread.
 */
static int take_value(struct sampler *s, struct perfdata_sample *sample, uint64_t id,
		      uint64_t value)
{
	struct perfdata *pd = s->pd;
	uint32_t index = idmap_get(&pd->id_index, id), at;
	uint64_t key;
	int err;

	if (index == IDMAP_NONE)
		return 0;
	sample->event = pd->ids[index].event;
	key = (uint64_t)index << 32;
	if (pd->events[sample->event].pub.flags >> PERFDATA_INHERIT & 1)
		key |= sample->tid;
	at = idmap_get(&pd->last_index, key);
	if (at == IDMAP_NONE) {
		err = array_room(pd->last, pd->nr_last, pd->cap_last);
		if (!err)
			err = idmap_put(&pd->last_index, key, at = pd->nr_last);
		if (err)
			return err;
		pd->last[pd->nr_last++] = 0;
	}
	sample->period = value - pd->last[at];
	pd->last[at] = value;
	return sample->period ? s->take(s->ctx, sample) : 0;
}

/* READ: value [enabled] [running] [id] [lost]; as a group: nr [enabled] [running] {value [id] [lost]} */
static NOINLINE int take_read(struct sampler *s, struct perfdata_sample *sample, struct cursor c,
			      uint64_t format, uint64_t own_id)
{
	bool group = format & READ_GROUP;
	uint64_t nr = 1, value = 0, id = own_id, unused;
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
		err = take_value(s, sample, id, value);
	}
	return err;
}

/* The event of a sample: by its id where there are several; no id, or id 0, is the first. */
static NOINLINE const struct event *find_event_slowly(struct sampler *s, uint64_t id)
{
	const struct event *event = id ? event_of_id(s->pd, id) : s->pd->events;

	if (event) {
		s->last_id = id;
		s->last_event = event;
	}
	return event;
}

static inline const struct event *find_event(struct sampler *s, const uint8_t *body, size_t size)
{
	uint64_t id;

	if (s->id_at < 0)
		return s->last_event;
	if (size < (size_t)s->id_at + 8)
		return NULL;
	id = load64(body + s->id_at);
	return id == s->last_id ? s->last_event : find_event_slowly(s, id);
}

static void swap_words(uint8_t *body, size_t size)
{
	uint64_t word;

	for (; size >= sizeof(word); body += sizeof(word), size -= sizeof(word)) {
		word = __builtin_bswap64(load64(body));
		memcpy(body, &word, sizeof(word));
	}
}

static void swap_halves(uint8_t *body, int at)
{
	uint64_t word;

	if (at < 0)
		return;
	word = load64(body + at);
	word = word << 32 | word >> 32;
	memcpy(body + at, &word, sizeof(word));
}

static inline __attribute__((always_inline)) int take_sample(struct sampler *s,
							     struct record_header header,
							     uint8_t *body, uint64_t place,
							     bool swap)
{
	size_t size = header.size - sizeof(header);
	struct perfdata_sample sample;
	const struct event *event;
	const struct layout *l;
	uint64_t tid;

	if (swap)
		swap_words(body, size);
	event = find_event(s, body, size);
	if (!event) {
		s->pd->counts.unknown_id++;
		return 0;
	}
	l = &event->layout;
	if (size < l->min_size) {
		s->pd->counts.malformed++;
		return 0;
	}
	if (swap) {
		swap_halves(body, l->tid);
		swap_halves(body, l->cpu);
	}
	if (__builtin_expect(l->usual, 1)) {
		tid = load64(body + l->tid);
		sample.ip = load64(body + l->ip);
		sample.time = load64(body + l->time);
		sample.period = load64(body + l->period);
	} else {
		tid = field(body, l->tid, UINT64_MAX);
		sample.ip = field(body, l->ip, 0);
		sample.time = field(body, l->time, 0);
		sample.period = field(body, l->period, event->pub.period);
	}
	sample.place = place;
	sample.pid = tid;
	sample.tid = tid >> 32;
	sample.event = event->number;
	sample.mode = header.misc & PERFDATA_MODE_MASK;
	sample.size = size;
	sample.body = body;
	if (l->usual || l->read < 0)
		return s->take(s->ctx, &sample);
	return take_read(s, &sample, (struct cursor){ body + l->read, body + size, false },
			 event->pub.read_format, l->id < 0 ? 0 : load64(body + l->id));
}

/* Whole samples at the front of the window, until something else comes. */
static inline __attribute__((always_inline)) int take_run(struct sampler *s, bool swap)
{
	struct window *from = s->walk.from;
	uint8_t *at = from->at, *limit = from->limit;
	struct record_header header;
	int err = 0;

	while (!err && (size_t)(limit - at) >= sizeof(header)) {
		header = header_load(at, swap);
		if (header.type != RECORD_SAMPLE || header.size < sizeof(header) ||
		    header.size > limit - at)
			break;
		err = take_sample(s, header, at + sizeof(header), s->walk.bias + (uintptr_t)at,
				  swap);
		at += header.size;
	}
	from->at = at;
	return err;
}

static int take_one(struct sampler *s, const struct record *record)
{
	/* The walk's window is ours to write into. */
	uint8_t *body = (uint8_t *)record->body.at;

	if (record->header.type != RECORD_SAMPLE)
		return 0;
	if (s->pd->swap)
		return take_sample(s, record->header, body, record->place, true);
	return take_sample(s, record->header, body, record->place, false);
}

void samples_reset(struct perfdata *pd)
{
	pd->counts.unknown_id = pd->counts.malformed = 0;
	idmap_free(&pd->last_index);
	pd->nr_last = 0;
}

static void prepare(struct sampler *s)
{
	s->last_event = s->pd->events;
	s->id_at = s->pd->nr_events > 1 ? s->pd->events[0].layout.id : -1;
}

int sample_of_record(struct perfdata *pd, const struct record *record, perfdata_sample_fn take,
		     void *ctx)
{
	struct sampler s = { .pd = pd, .take = take, .ctx = ctx };

	prepare(&s);
	return take_one(&s, record);
}

int perfdata_each_sample(struct perfdata *pd, perfdata_sample_fn take, void *ctx)
{
	struct sampler s = { .pd = pd, .take = take, .ctx = ctx };
	struct record record;
	int err = walk_begin(&s.walk, pd);

	samples_reset(pd);
	prepare(&s);
	while (!err && (err = walk_next(&s.walk, &record)) > 0) {
		err = take_one(&s, &record);
		if (!err && pd->swap)
			err = take_run(&s, true);
		else if (!err)
			err = take_run(&s, false);
	}
	walk_end(&s.walk);
	return err;
}
