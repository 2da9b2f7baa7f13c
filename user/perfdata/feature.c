// SPDX-License-Identifier: GPL-2.0-only
/*
 * The sections after the records.  Their table has an { offset, size } for each bit that is set,
 * in the order of the bits, known or not.  All of them are optional: what is damaged or unknown is
 * left out and the samples are used all the same.
 */
#include "user/perfdata/internal.h"

#include <stdlib.h>

enum {
	FEATURE_BUILD_ID = 2,
	FEATURE_OS_RELEASE = 4,
	FEATURE_EVENT_DESC = 12,
	NR_FEATURES = 256,
};

#define MAX_EVENT_DESC 65536

/* A string is { u32 size; char text[size]; }, padded with zeroes. */
static const char *take_string(struct cursor *c)
{
	uint32_t size;
	const char *text;

	if (!cursor_u32(c, &size))
		return NULL;
	text = cursor_take(c, size);
	return text && memchr(text, 0, size) ? text : NULL;
}

/* The build-id of an object: with its size where the record has one, else without tail zeroes. */
static void object_identify(struct perfdata_object *object, const uint8_t *id, uint16_t misc)
{
	uint8_t size = PERFDATA_BUILD_ID_MAX;

	if (misc & MISC_BUILD_ID_SIZE && id[20] <= size)
		size = id[20];
	else
		while (size && !id[size - 1])
			size--;
	object->build_id_size = size;
	memcpy(object->build_id, id, size);
}

static bool object_named(const struct perfdata_object *object, const char *name, uint16_t misc)
{
	bool kernel = object->kind == PERFDATA_KERNEL || object->kind == PERFDATA_MODULE;

	if (kernel != ((misc & PERFDATA_MODE_MASK) == PERFDATA_MODE_KERNEL) ||
	    object->build_id_size)
		return false;
	if (object->kind == PERFDATA_KERNEL)
		return !strncmp(name, "[kernel", 7) || strstr(name, "vmlinux");
	return !strcmp(object->name, name);
}

/*
 * BUILD_ID: records of { header; u32 pid; u8 id[24]; char name[]; }.  Sorting both sides would be
 * faster than this double loop; there are some hundred entries at most in real files, and the
 * bound keeps others from costing more.
 */
static void take_build_ids(struct perfdata *pd, struct cursor c)
{
	uint64_t budget = 1 << 22;
	struct record_header header;
	struct cursor body;
	const uint8_t *id;
	const char *name;
	uint32_t i;

	while (cursor_left(&c) > sizeof(header)) {
		memcpy(&header, c.at, sizeof(header));
		if (header.size <= sizeof(header) || header.size > cursor_left(&c))
			return;
		body = (struct cursor){ c.at + sizeof(header), c.at + header.size };
		c.at += header.size;
		if (!cursor_take(&body, 4) || !(id = cursor_take(&body, 24)) ||
		    !(name = cursor_string(&body)) || budget < pd->nr_objects)
			continue;
		budget -= pd->nr_objects;
		for (i = 0; i < pd->nr_objects; i++)
			if (object_named(&pd->objects[i], name, header.misc))
				object_identify(&pd->objects[i], id, header.misc);
	}
}

/* EVENT_DESC: u32 nr, u32 attr size, then attr, u32 nr of ids, name, ids: in the attrs' order. */
static void take_event_names(struct perfdata *pd, struct cursor c)
{
	uint32_t nr, attr_size, nr_ids, i;
	const char *name;

	if (!cursor_u32(&c, &nr) || !cursor_u32(&c, &attr_size))
		return;
	for (i = 0; i < nr && i < pd->nr_events && i < MAX_EVENT_DESC; i++) {
		if (!cursor_take(&c, attr_size) || !cursor_u32(&c, &nr_ids))
			return;
		name = take_string(&c);
		if (!name || !cursor_take(&c, 8 * (size_t)nr_ids))
			return;
		pd->events[i].pub.name = name;
	}
}

static void take_feature(struct perfdata *pd, int bit, struct cursor c)
{
	switch (bit) {
	case FEATURE_BUILD_ID:
		take_build_ids(pd, c);
		break;
	case FEATURE_OS_RELEASE:
		pd->os_release = take_string(&c);
		break;
	case FEATURE_EVENT_DESC:
		take_event_names(pd, c);
		break;
	default:
		break;
	}
}

int features_read(struct perfdata *pd)
{
	struct section section;
	struct cursor table, c;
	const void *entry;
	int bit;

	if (pd->damage == PERFDATA_WHOLE)
		pd->damage_offset = pd->files[0].size;
	if (!pd->feature_table.size || !section_cursor(&pd->files[0], &pd->feature_table, &table))
		return 0;
	for (bit = 0; bit < NR_FEATURES; bit++) {
		if (!(pd->features[bit / 64] >> bit % 64 & 1))
			continue;
		entry = cursor_take(&table, sizeof(section));
		if (!entry)
			return 0;
		memcpy(&section, entry, sizeof(section));
		if (section_cursor(&pd->files[0], &section, &c))
			take_feature(pd, bit, c);
		else if (pd->damage == PERFDATA_WHOLE)
			pd->damage = PERFDATA_TRUNCATED;
	}
	return 0;
}
