// SPDX-License-Identifier: GPL-2.0-only
/*
 * list_json.c - markctl list: JSON; markctl.1 documents the keys
 */
#include <errno.h>
#include <string.h>

#include "user/markctl/control/listing.h"
#include "marker/marker.h"

static void add_string(json_object *object, const char *key, const char *value)
{
	json_object_object_add(object, key, json_text(value));
}

static json_object *json_site(const struct listing *list, const struct elf_site *site)
{
	struct source_line line = lines_find(list->lines, site);
	json_object *object = json_object_new_object();

	json_object_object_add(object, "address", json_object_new_uint64(site->place.value));
	add_string(object, "section",
		   site->place.section ? elf_section_name(&list->image, site->place.section) :
					 NULL);
	add_string(object, "kind", marker_kind_name(site->kind));
	add_string(object, "file", line.file);
	json_object_object_add(object, "line", line.line ? json_object_new_int(line.line) : NULL);
	return object;
}

static json_object *json_marker(const struct listing *list, const struct list_group *group)
{
	const struct elf_site *site = &list->sites.sites[group->first];
	json_object *object = json_object_new_object();
	json_object *sites = json_object_new_array();
	char kinds[128];
	size_t i;

	list_group_kinds(list, group, kinds, sizeof(kinds));
	add_string(object, "name", site->name);
	add_string(object, "format", site->query ? NULL : site->format);
	add_string(object, "kind", kinds);
	for (i = 0; i < group->count; i++)
		json_object_array_add(sites, json_site(list, site + i));
	json_object_object_add(object, "sites", sites);
	return object;
}

void list_json(const struct listing *list)
{
	json_object *markers = json_object_new_array();
	struct list_group group = { 0, 0 };

	add_string(list->json, "type", elf_type_name(list->image.type));
	add_string(list->json, "machine", elf_machine_name(list->image.machine));
	json_object_object_add(list->json, "class",
			       json_object_new_int(list->image.is64 ? 64 : 32));
	add_string(list->json, "byte_order", list->image.big_endian ? "big" : "little");
	while (list_group_next(list, &group))
		json_object_array_add(markers, json_marker(list, &group));
	json_object_object_add(list->json, "markers", markers);
}

void list_json_error(json_object *json, const struct elf_error *error, int err)
{
	bool damaged = err == -ENOEXEC;
	json_object *object = json_object_new_object();

	json_object_object_add(object, "offset",
			       damaged ? json_object_new_uint64(error->offset) : NULL);
	add_string(object, "text", damaged ? error->text : strerror(-err));
	json_object_object_add(json, "error", object);
}
