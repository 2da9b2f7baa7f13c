// SPDX-License-Identifier: GPL-2.0-only
/*
 * Build-ids that stand beside the mappings: in a section of the header, or in records at the end of
 * a stream.  Both are { header; i32 pid; u8 id[24]; char name[]; }.  They are gathered, and given to
 * the objects when all of those are known.
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define ID_SIZE	 24		 /* on disk */
#define OLD_NAME "nel.kallsyms]" /* what a name looks like if there is no pid before it */

/* With its size where the record has one, else without zeroes at the end. */
static void id_decode(struct build_id *b, const uint8_t *id, uint16_t misc)
{
	uint8_t size = PERFDATA_BUILD_ID_MAX;

	if (misc & MISC_BUILD_ID_SIZE && id[20] <= size)
		size = id[20];
	else
		while (size && !id[size - 1])
			size--;
	b->size = size;
	memcpy(b->bytes, id, size);
}

int build_id_record(struct perfdata *pd, const struct record *record)
{
	struct build_id b = { .mode = record->header.misc & PERFDATA_MODE_MASK };
	struct cursor c = record->body;
	const uint8_t *id;
	const char *name;
	int err;

	if (!cursor_take(&c, 4) || !(id = cursor_take(&c, ID_SIZE)) || !(name = cursor_string(&c)))
		return 0;
	/* perf before 2.6.36 wrote no pid. */
	if (!strncmp(name, OLD_NAME, strlen(OLD_NAME))) {
		id -= 4;
		name -= 4;
	}
	id_decode(&b, id, record->header.misc);
	err = strings_add(&pd->strings, name, &b.name);
	if (!err)
		err = array_room(pd->build_ids, pd->nr_build_ids, pd->cap_build_ids);
	if (!err)
		pd->build_ids[pd->nr_build_ids++] = b;
	return err;
}

int build_id_section(struct perfdata *pd, struct cursor c)
{
	struct record record;
	int err = 0;

	while (!err && cursor_left(&c) > sizeof(record.header)) {
		record.header = header_load(c.at, pd->swap);
		if (record.header.size <= sizeof(record.header) ||
		    record.header.size > cursor_left(&c))
			break;
		record.body = (struct cursor){ c.at + sizeof(record.header),
					       c.at + record.header.size, pd->swap };
		c.at += record.header.size;
		err = build_id_record(pd, &record);
	}
	return err;
}

static bool is_guest(const struct build_id *b)
{
	return machine_of_mode(b->mode) == MACHINE_GUEST;
}

/* The kernel has several names; they are one here. */
static int kernel_name(struct perfdata *pd, struct build_id *b)
{
	if (!is_kernel_mode(b->mode) ||
	    (strncmp(b->name, "[kernel", 7) && strncmp(b->name, "[guest.kernel", 13) &&
	     !strstr(b->name, "vmlinux")))
		return 0;
	return strings_add(&pd->strings,
			   is_guest(b) ? PERFDATA_GUEST_KERNEL_NAME : PERFDATA_KERNEL_NAME,
			   &b->name);
}

/* Names are unique strings, so that a pointer is a key. */
static int index_names(struct perfdata *pd, struct idmap *by_name)
{
	struct build_id *b;
	uint32_t i;
	int err = idmap_reserve(by_name, pd->nr_build_ids);

	for (i = 0; i < pd->nr_build_ids && !err; i++) {
		b = &pd->build_ids[i];
		err = kernel_name(pd, b);
		b->next = idmap_get(by_name, (uintptr_t)b->name);
		if (!err)
			err = idmap_put(by_name, (uintptr_t)b->name, i);
	}
	return err;
}

static void apply(const struct perfdata *pd, const struct idmap *by_name,
		  struct perfdata_object *object)
{
	bool kernel = object->kind == PERFDATA_KERNEL || object->kind == PERFDATA_MODULE;
	uint32_t i = idmap_get(by_name, (uintptr_t)object->name);
	const struct build_id *b;

	for (; i != IDMAP_NONE && !object->build_id_size; i = b->next) {
		b = &pd->build_ids[i];
		if (is_kernel_mode(b->mode) != kernel || is_guest(b) != object->guest)
			continue;
		object->build_id_size = b->size;
		memcpy(object->build_id, b->bytes, b->size);
	}
}

int build_ids_apply(struct perfdata *pd)
{
	struct idmap by_name = { 0 };
	uint32_t i;
	int err = index_names(pd, &by_name);

	for (i = 0; i < pd->nr_objects && !err; i++)
		apply(pd, &by_name, &pd->objects[i]);
	idmap_free(&by_name);
	free(pd->build_ids);
	pd->build_ids = NULL;
	return err;
}
