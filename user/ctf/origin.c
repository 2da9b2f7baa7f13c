// SPDX-License-Identifier: GPL-2.0-only
/*
 * origin.c - who wrote an event
 *
 * Of streams it holds references, so that an address means one stream only.
 */
#include "origin.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "field.h"
#include "user/lib/array.h"
#include "user/lib/slots.h"

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
	struct entry **entries;
	uint32_t nr, cap;
	struct slots slots; /* of entries, by stream */
	struct ctf_origin of_event;
};

struct ctf_origins *ctf_origins_alloc(void)
{
	return calloc(1, sizeof(struct ctf_origins));
}

void ctf_origins_free(struct ctf_origins *origins)
{
	uint32_t i;

	if (!origins)
		return;
	for (i = 0; i < origins->nr; i++) {
		bt_stream_put_ref(origins->entries[i]->stream);
		free(origins->entries[i]);
	}
	free(origins->entries);
	slots_free(&origins->slots);
	free(origins);
}

static uint64_t hash_stream(const bt_stream *stream)
{
	return (uintptr_t)stream >> 4;
}

static uint64_t hash_of(const void *entries, uint32_t number)
{
	return hash_stream(((struct entry *const *)entries)[number]->stream);
}

static bool is_of_stream(const void *entries, uint32_t number, const void *stream)
{
	return ((struct entry *const *)entries)[number]->stream == stream;
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
	uint64_t hash = hash_stream(stream);
	uint32_t number = slots_find(&origins->slots, hash, is_of_stream, origins->entries, stream);
	struct entry *entry;

	if (number != SLOTS_NONE)
		return origins->entries[number];
	if (array_room(origins->entries, origins->nr, origins->cap))
		return NULL;
	entry = new_entry(stream);
	if (!entry)
		return NULL;
	if (slots_add(&origins->slots, hash, origins->nr, hash_of, origins->entries)) {
		bt_stream_put_ref(stream);
		free(entry);
		return NULL;
	}
	origins->entries[origins->nr++] = entry;
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
	uint32_t i;

	for (i = 0; i < origins->nr; i++) {
		entry = origins->entries[i];
		if (bt_stream_get_id(entry->stream) != stream || !is_in(entry->stream, dir))
			continue;
		*place = entry->place;
		return true;
	}
	return false;
}
