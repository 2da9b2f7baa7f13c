// SPDX-License-Identifier: GPL-2.0-only
/*
 * origin.c - who wrote an event
 *
 * A hash table of streams, of which it holds references, so that an address means one stream only.
 */
#include "origin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"

/* Where the context of events has what; -1: it has not. */
struct context_places {
	int pid;
	int tid;
	int program;
};

struct entry {
	const bt_stream *stream;
	struct ctf_origin origin;
	struct context_places places;
	struct ctf_place place;
};

struct ctf_origins {
	struct entry **slots;
	size_t nr;
	size_t room; /* a power of two */
	struct ctf_origin of_event;
};

struct ctf_origins *ctf_origins_alloc(void)
{
	struct ctf_origins *origins = calloc(1, sizeof(*origins));

	if (!origins)
		return NULL;
	origins->room = 64;
	origins->slots = calloc(origins->room, sizeof(*origins->slots));
	if (!origins->slots) {
		free(origins);
		return NULL;
	}
	return origins;
}

void ctf_origins_free(struct ctf_origins *origins)
{
	size_t i;

	if (!origins)
		return;
	for (i = 0; i < origins->room; i++) {
		if (origins->slots[i])
			bt_stream_put_ref(origins->slots[i]->stream);
		free(origins->slots[i]);
	}
	free(origins->slots);
	free(origins);
}

/* The slot of a stream, or the empty one where it belongs. */
static struct entry **slot_of(struct entry **slots, size_t room, const bt_stream *stream)
{
	size_t at = ((uintptr_t)stream >> 4) * 0x9e3779b97f4a7c15ull >> 32;

	while (slots[at & (room - 1)] && slots[at & (room - 1)]->stream != stream)
		at++;
	return &slots[at & (room - 1)];
}

static int grow(struct ctf_origins *origins)
{
	size_t i, room = 2 * origins->room;
	struct entry **slots = calloc(room, sizeof(*slots));

	if (!slots)
		return -ENOMEM;
	for (i = 0; i < origins->room; i++)
		if (origins->slots[i])
			*slot_of(slots, room, origins->slots[i]->stream) = origins->slots[i];
	free(origins->slots);
	origins->slots = slots;
	origins->room = room;
	return 0;
}

static const char *env_text(const bt_trace *trace, const char *name)
{
	const bt_value *value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name);

	return value && bt_value_is_string(value) ? bt_value_string_get(value) : NULL;
}

static int64_t env_number(const bt_trace *trace, const char *name)
{
	const bt_value *value = bt_trace_borrow_environment_entry_value_by_name_const(trace, name);

	return value && bt_value_is_signed_integer(value) ? bt_value_integer_signed_get(value) : -1;
}

static void read_environment(struct ctf_origin *origin, const bt_trace *trace)
{
	const char *domain = env_text(trace, "domain");

	*origin = (struct ctf_origin){
		.host = env_text(trace, "hostname"),
		.program = env_text(trace, "procname"),
		.kernel = domain && !strcmp(domain, "kernel"),
		.pid = env_number(trace, "vpid"),
		.tid = -1,
		.cpu = -1,
	};
}

static int member_of(const bt_field_class *context, const char *name, const char *other)
{
	uint64_t i, nr = context ? bt_field_class_structure_get_member_count(context) : 0;

	for (i = 0; i < nr; i++) {
		const char *member = bt_field_class_structure_member_get_name(
			bt_field_class_structure_borrow_member_by_index_const(context, i));

		if (!strcmp(member, name) || !strcmp(member, other))
			return i;
	}
	return -1;
}

static struct entry *new_entry(const bt_stream *stream)
{
	const bt_stream_class *class = bt_stream_borrow_class_const(stream);
	const bt_field_class *context =
		bt_stream_class_borrow_event_common_context_field_class_const(class);
	struct entry *entry = calloc(1, sizeof(*entry));

	if (!entry)
		return NULL;
	entry->stream = stream;
	bt_stream_get_ref(stream);
	read_environment(&entry->origin, bt_stream_borrow_trace_const(stream));
	entry->places = (struct context_places){
		.pid = member_of(context, "vpid", "pid"),
		.tid = member_of(context, "vtid", "tid"),
		.program = member_of(context, "procname", "procname"),
	};
	return entry;
}

static struct entry *find(struct ctf_origins *origins, const bt_stream *stream)
{
	struct entry *entry = *slot_of(origins->slots, origins->room, stream);

	if (entry)
		return entry;
	if (2 * origins->nr >= origins->room && grow(origins))
		return NULL;
	entry = new_entry(stream);
	if (!entry)
		return NULL;
	*slot_of(origins->slots, origins->room, stream) = entry;
	origins->nr++;
	return entry;
}

int ctf_origins_packet(struct ctf_origins *origins, const bt_packet *packet)
{
	struct entry *entry = find(origins, bt_packet_borrow_stream_const(packet));
	const bt_field *context = bt_packet_borrow_context_field_const(packet);

	if (!entry)
		return -ENOMEM;
	entry->place.packets++;
	entry->place.events = 0;
	if (context) {
		ctf_field_member_number(context, "tid", &entry->origin.tid);
		ctf_field_member_number(context, "cpu_id", &entry->origin.cpu);
	}
	return 0;
}

static void take_number(const bt_field *context, int place, int64_t *number)
{
	if (place >= 0)
		ctf_field_number(bt_field_structure_borrow_member_field_by_index_const(context,
										       place),
				 number);
}

const struct ctf_origin *ctf_origins_find(struct ctf_origins *origins, const bt_stream *stream,
					  const bt_event *event)
{
	struct entry *entry = find(origins, stream);
	const bt_field *context = event ? bt_event_borrow_common_context_field_const(event) : NULL,
		       *program;

	if (entry && event)
		entry->place.events++;
	if (!entry || !context)
		return entry ? &entry->origin : NULL;
	origins->of_event = entry->origin;
	take_number(context, entry->places.pid, &origins->of_event.pid);
	take_number(context, entry->places.tid, &origins->of_event.tid);
	if (entry->places.program >= 0) {
		program = bt_field_structure_borrow_member_field_by_index_const(
			context, entry->places.program);
		if (bt_field_get_class_type(program) == BT_FIELD_CLASS_TYPE_STRING)
			origins->of_event.program = bt_field_string_get_value(program);
	}
	return &origins->of_event;
}

/* A stream has the name of its first file. */
static bool is_in(const bt_stream *stream, const char *dir)
{
	const char *name = bt_stream_get_name(stream);
	size_t length = strlen(dir);

	return name && !strncmp(name, dir, length) && name[length] == '/' &&
	       !strchr(name + length + 1, '/');
}

bool ctf_origins_place(const struct ctf_origins *origins, const char *dir, uint64_t stream,
		       struct ctf_place *place)
{
	const struct entry *entry;
	size_t i;

	for (i = 0; i < origins->room; i++) {
		entry = origins->slots[i];
		if (!entry || bt_stream_get_id(entry->stream) != stream ||
		    !is_in(entry->stream, dir))
			continue;
		*place = entry->place;
		return true;
	}
	return false;
}
