// SPDX-License-Identifier: GPL-2.0-only
/*
 * json.c - sizes as JSON
 *
 *	FILE	{ "file": ..., "machine": ..., "type": ..., "compiler": ..., "markers": n,
 *		  "total": PARTS, "unknown": n, "sites": [ { "name": ..., "format": ..., "kind": ...,
 *		  "function": ..., "address": n, "likely": n, "unlikely": n, "shared": bool } ],
 *		  "growth": [ { "function": ..., "sites": n, "likely": n } ], "unwind": n, "debug": n,
 *		  "disassembly": FUNCTION }
 *	PARTS	{ "likely": n, "unlikely": n, "data": n, "bss": n, "strings": n, "table": n,
 *		  "relocations": n }
 *	FUNCTION { "name": ..., "instructions": [ { "address": n, "bytes": "a9...", "text": ...,
 *		  "symbol": ..., "part": ... } ] }
 *
 * "growth", "unwind" and "debug" are there if a vanilla file was given.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "user/lib/text.h"

static void add_text(struct json_object *json, const char *key, const char *text)
{
	json_object_object_add(json, key, json_text(text));
}

static void add_number(struct json_object *json, const char *key, int64_t number)
{
	json_object_object_add(json, key, json_object_new_int64(number));
}

static struct json_object *parts_json(const struct size_parts *parts)
{
	struct json_object *json = json_object_new_object();

	add_number(json, "likely", (int64_t)parts->likely);
	add_number(json, "unlikely", (int64_t)parts->unlikely);
	add_number(json, "data", (int64_t)parts->data);
	add_number(json, "bss", (int64_t)parts->bss);
	add_number(json, "strings", (int64_t)parts->strings);
	add_number(json, "table", (int64_t)parts->table);
	add_number(json, "relocations", (int64_t)parts->relocations);
	return json;
}

static struct json_object *site_json(const struct size_site *site)
{
	struct json_object *json = json_object_new_object();

	add_text(json, "name", site->row->name);
	add_text(json, "format", site->row->query ? "" : site->row->format);
	add_text(json, "kind", site->row->query ? "query" : marker_kind_name(site->row->kind));
	add_text(json, "function", site->function ? site->function->name : "");
	add_number(json, "address", (int64_t)site->likely.begin.value);
	add_number(json, "likely", (int64_t)site->likely.size);
	add_number(json, "unlikely", (int64_t)site->cold.size);
	json_object_object_add(json, "shared", json_object_new_boolean(site->shares_cold));
	return json;
}

static struct json_object *growth_json(const struct size_pair *pair)
{
	struct json_object *json = json_object_new_array();
	size_t i, n = 0;
	struct size_growth *growths = size_growths(pair, &n);

	for (i = 0; i < n; i++) {
		struct json_object *one = json_object_new_object();

		add_text(one, "function", growths[i].function->name);
		add_number(one, "sites", growths[i].sites);
		add_number(one, "likely", growths[i].bytes);
		json_object_array_add(json, one);
	}
	free(growths);
	return json;
}

/** size_json() - a file */
struct json_object *size_json(const struct size_pair *pair)
{
	const struct size_file *file = pair->file;
	struct json_object *json = json_object_new_object(), *sites = json_object_new_array();
	size_t i;

	add_text(json, "file", pair->path);
	add_text(json, "machine", elf_machine_name(file->image.machine));
	add_text(json, "type", elf_type_name(file->image.type));
	add_text(json, "compiler", size_compiler(&file->image));
	add_number(json, "markers", (int64_t)file->nmarkers);
	add_number(json, "unknown", (int64_t)file->unknown);
	json_object_object_add(json, "total", parts_json(&file->total));
	for (i = 0; i < file->nsites; i++)
		json_object_array_add(sites, site_json(&file->sites[i]));
	json_object_object_add(json, "sites", sites);
	if (!pair->vanilla)
		return json;
	json_object_object_add(json, "growth", growth_json(pair));
	add_number(json, "unwind",
		   (int64_t)(size_unwind(&file->image) - size_unwind(&pair->vanilla->image)));
	add_number(json, "debug",
		   (int64_t)(size_debug(&file->image) - size_debug(&pair->vanilla->image)));
	return json;
}

static int shown_json(const struct shown *shown, void *data)
{
	struct json_object *json = json_object_new_object();
	char bytes[2 * 16 + 1] = "";
	unsigned int i;

	for (i = 0; i < shown->insn.size && i < 16; i++)
		snprintf(bytes + 2 * i, 3, "%02x", shown->insn.bytes[i]);
	add_number(json, "address", (int64_t)shown->insn.at.value);
	add_text(json, "bytes", bytes);
	add_text(json, "text", shown->insn.text);
	add_text(json, "symbol", shown->insn.symbol);
	add_text(json, "part", shown->part);
	json_object_array_add(data, json);
	return 0;
}

/** size_json_function() - its instructions */
struct json_object *size_json_function(struct size_file *file, const struct elf_symbol *function)
{
	struct json_object *json = json_object_new_object(), *insns = json_object_new_array();

	add_text(json, "name", function->name);
	size_show(file, function, shown_json, insns);
	json_object_object_add(json, "instructions", insns);
	return json;
}

static void add_reference(struct json_object *json, const struct size_object *object,
			  const char *function)
{
	struct json_object *one;
	struct size_added added;
	struct elf_error error;

	if (size_reference(object, function, &added, &error))
		return;
	one = parts_json(&added.parts);
	add_number(one, "likely", added.likely);
	add_text(one, "compiler", object->compiler);
	add_text(one, "level", object->level);
	add_text(one, "kind", object->kind);
	add_text(one, "function", function);
	add_number(one, "unwind", added.unwind);
	add_number(one, "debug", added.debug);
	json_object_array_add(json, one);
}

/** size_json_reference() - an array: PARTS of each function in each kind, level and compiler */
struct json_object *size_json_reference(void)
{
	struct json_object *json = json_object_new_array();
	const struct size_object *object;

	for (object = size_objects; object->compiler; object++) {
		if (!strcmp(object->kind, "vanilla"))
			continue;
		if (!strcmp(object->source, "open"))
			add_reference(json, object, "my_open");
		if (strcmp(object->source, "leaf") != 0)
			continue;
		add_reference(json, object, "leaf");
		add_reference(json, object, "leafx");
	}
	return json;
}
