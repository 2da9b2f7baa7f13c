// SPDX-License-Identifier: GPL-2.0-only
/*
 * Events: struct perf_event_attr of any size (64 bytes in 2009, 144 today), the ids that samples
 * carry, and where the fields of their samples are.
 */
#include "user/perfdata/internal.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#define ATTR_SIZE_MIN 64
#define MAX_EVENTS    65536
#define MAX_IDS	      (1 << 18) /* events times processors, or threads */

/* The part of struct perf_event_attr that all versions have. */
struct raw_attr {
	uint32_t type;
	uint32_t size;
	uint64_t config;
	uint64_t period;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags;
	uint32_t wakeup, bp_type;
	uint64_t bp_addr;
};

_Static_assert(sizeof(struct raw_attr) == ATTR_SIZE_MIN, "the kernel's PERF_ATTR_SIZE_VER0");

/* The fields of a sample up to PERIOD come in this order, eight bytes each. */
static void layout_sample(struct layout *l, uint64_t type)
{
	static const uint32_t order[] = {
		SAMPLE_IDENTIFIER, SAMPLE_IP,	     SAMPLE_TID, SAMPLE_TIME,	SAMPLE_ADDR,
		SAMPLE_ID,	   SAMPLE_STREAM_ID, SAMPLE_CPU, SAMPLE_PERIOD,
	};
	int at = 0;

	*l = (struct layout){ -1, -1, -1, -1, -1, -1, 0, 0 };
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		if (!(type & order[i]))
			continue;
		switch (order[i]) {
		case SAMPLE_IP:
			l->ip = at;
			break;
		case SAMPLE_TID:
			l->tid = at;
			break;
		case SAMPLE_TIME:
			l->time = at;
			break;
		case SAMPLE_PERIOD:
			l->period = at;
			break;
		case SAMPLE_IDENTIFIER:
			l->id = at;
			break;
		case SAMPLE_ID:
			l->id = type & SAMPLE_IDENTIFIER ? l->id : at;
			break;
		default:
			break;
		}
		at += 8;
	}
	l->min_size = at;
	if (type & SAMPLE_READ)
		l->read = at;
}

/* Other records end in TID TIME ID STREAM_ID CPU IDENTIFIER, those that the samples have. */
static void layout_trailer(struct layout *l, uint64_t type, uint64_t flags)
{
	static const uint32_t after[] = { SAMPLE_ID, SAMPLE_STREAM_ID, SAMPLE_CPU,
					  SAMPLE_IDENTIFIER };

	if (!(flags >> PERFDATA_SAMPLE_ID_ALL & 1) || !(type & SAMPLE_TIME))
		return;
	l->trailer_time = 8;
	for (size_t i = 0; i < sizeof(after) / sizeof(after[0]); i++)
		l->trailer_time += type & after[i] ? 8 : 0;
}

static const char *const hardware_names[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software_names[] = {
	"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
};

/* The modifiers that a name without its text would have: ":u", ":HG". */
static void modifiers(uint64_t flags, char out[12])
{
	uint32_t precise = flags >> PERFDATA_PRECISE_IP & 3;
	bool user = flags >> PERFDATA_EXCLUDE_USER & 1,
	     kernel = flags >> PERFDATA_EXCLUDE_KERNEL & 1;
	bool hv = flags >> PERFDATA_EXCLUDE_HV & 1, host = flags >> PERFDATA_EXCLUDE_HOST & 1;
	bool guest = flags >> PERFDATA_EXCLUDE_GUEST & 1;
	bool some = user || kernel || hv;
	char *at = out;

	*at++ = ':';
	if (some && !kernel)
		*at++ = 'k';
	if (some && !user)
		*at++ = 'u';
	if (some && !hv)
		*at++ = 'h';
	while (precise--)
		*at++ = 'p';
	if (host || guest == (some || (flags >> PERFDATA_PRECISE_IP & 3))) {
		if (!host)
			*at++ = 'H';
		if (!guest)
			*at++ = 'G';
	}
	*(at == out + 1 ? out : at) = 0;
}

static int make_name(struct event *event)
{
	const struct perfdata_event *e = &event->pub;
	const char *name = NULL;
	char suffix[12];
	int n;

	if (e->type == 0 && e->config < sizeof(hardware_names) / sizeof(hardware_names[0]))
		name = hardware_names[e->config];
	if (e->type == 1 && e->config < sizeof(software_names) / sizeof(software_names[0]))
		name = software_names[e->config];
	modifiers(e->flags, suffix);
	if (name)
		n = asprintf(&event->made_name, "%s%s", name, suffix);
	else
		n = asprintf(&event->made_name, "type %u config %#llx%s", e->type,
			     (unsigned long long)e->config, suffix);
	if (n < 0) {
		event->made_name = NULL;
		return -ENOMEM;
	}
	event->pub.name = event->made_name;
	return 0;
}

static int event_decode(struct event *event, const struct raw_attr *raw)
{
	struct perfdata_event *e = &event->pub;

	e->type = raw->type;
	e->config = raw->config;
	e->flags = raw->flags;
	e->sample_type = raw->sample_type;
	e->read_format = raw->read_format;
	e->period = raw->period;
	layout_sample(&event->layout, e->sample_type);
	layout_trailer(&event->layout, e->sample_type, e->flags);
	return make_name(event);
}

/* An entry is the attr, then the section of its ids. */
static int entry_read(struct perfdata *pd, const uint8_t *entry, uint64_t entry_size)
{
	struct event *event = &pd->events[pd->nr_events++];
	struct raw_attr raw;

	memcpy(&raw, entry, sizeof(raw));
	memcpy(&event->ids, entry + entry_size - sizeof(event->ids), sizeof(event->ids));
	return event_decode(event, &raw);
}

int attrs_read(struct perfdata *pd, const struct section *section, uint64_t entry_size,
	       struct perfdata_error *error)
{
	struct cursor c;
	uint64_t nr, i;
	int err = 0;

	if (entry_size < ATTR_SIZE_MIN + sizeof(struct section) || entry_size > 65536)
		return fail(error, -EINVAL, 16,
			    "says that an event description has %llu bytes, which no perf "
			    "writes; copy it again or record again",
			    (unsigned long long)entry_size);
	if (!section_cursor(&pd->files[0], section, &c) || cursor_left(&c) < entry_size)
		return fail(error, -EINVAL, 24,
			    "describes no event inside it; copy it again or record again");
	nr = cursor_left(&c) / entry_size;
	nr = nr > MAX_EVENTS ? MAX_EVENTS : nr;
	pd->events = calloc(nr, sizeof(*pd->events));
	if (!pd->events)
		return fail(error, -ENOMEM, PERFDATA_NO_OFFSET, "%s", strerror(ENOMEM));
	for (i = 0; i < nr && !err; i++)
		err = entry_read(pd, cursor_take(&c, entry_size), entry_size);
	pd->by_identifier = pd->events[0].pub.sample_type & SAMPLE_IDENTIFIER;
	return err ? fail(error, err, PERFDATA_NO_OFFSET, "%s", strerror(-err)) : 0;
}

/* The ids of one event; a section that lies outside the file has none. */
static int event_ids_read(struct perfdata *pd, uint32_t index)
{
	struct id *ids;
	struct cursor c;
	uint64_t id;
	size_t nr;
	int err = 0;

	if (!section_cursor(&pd->files[0], &pd->events[index].ids, &c) || cursor_left(&c) < 8)
		return 0;
	nr = cursor_left(&c) / 8;
	/* Sections that overlap would multiply. */
	if (nr > MAX_IDS - pd->nr_ids)
		nr = MAX_IDS - pd->nr_ids;
	if (!nr)
		return 0;
	ids = realloc(pd->ids, (pd->nr_ids + nr) * sizeof(*ids));
	if (!ids)
		return -ENOMEM;
	pd->ids = ids;
	while (!err && nr-- && cursor_u64(&c, &id)) {
		if (idmap_get(&pd->id_index, id) != IDMAP_NONE)
			continue;
		ids[pd->nr_ids] = (struct id){ .id = id, .event = index };
		err = idmap_put(&pd->id_index, id, pd->nr_ids++);
	}
	return err;
}

int ids_read(struct perfdata *pd)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i < pd->nr_events && !err; i++)
		err = event_ids_read(pd, i);
	return err;
}

struct id *id_find(struct perfdata *pd, uint64_t id)
{
	uint32_t index = idmap_get(&pd->id_index, id);

	return index == IDMAP_NONE ? NULL : &pd->ids[index];
}
