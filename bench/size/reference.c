// SPDX-License-Identifier: GPL-2.0-only
/*
 * reference.c - a marked function minus the vanilla one
 */
#include "reference.h"

#include <errno.h>
#include <string.h>

#include "show.h"

const struct size_object *size_object_find(const char *compiler, const char *level,
					   const char *kind, const char *source)
{
	const struct size_object *object;

	for (object = size_objects; object->compiler; object++)
		if (!strcmp(object->compiler, compiler) && !strcmp(object->level, level) &&
		    !strcmp(object->kind, kind) && !strcmp(object->source, source))
			return object;
	return NULL;
}

int size_object_open(struct size_file *file, const struct size_object *object,
		     struct elf_error *error)
{
	return size_file_from(file, object->begin, (uint64_t)(object->end - object->begin), error);
}

static uint64_t unlikely_of(const struct size_file *file, const struct elf_symbol *function)
{
	uint64_t bytes = 0;
	size_t i;

	for (i = 0; i < file->nsites; i++)
		if (file->sites[i].function == function && !file->sites[i].shares_cold)
			bytes += file->sites[i].cold.size;
	return bytes;
}

static int subtract(const struct size_file *marked, const struct size_file *vanilla,
		    const char *name, struct size_added *added)
{
	const struct elf_symbol *with = size_find_function(marked, name);
	const struct elf_symbol *without = size_find_function(vanilla, name);

	if (!with || !without)
		return -ENOENT;
	added->parts = marked->total;
	added->parts.unlikely = unlikely_of(marked, with);
	added->likely = (int64_t)(size_function_likely(marked, with) - without->size);
	added->unwind = (int64_t)(size_unwind(&marked->image) - size_unwind(&vanilla->image));
	added->debug = (int64_t)(size_debug(&marked->image) - size_debug(&vanilla->image));
	return 0;
}

int size_reference(const struct size_object *object, const char *function, struct size_added *added,
		   struct elf_error *error)
{
	const struct size_object *vanilla =
		size_object_find(object->compiler, object->level, "vanilla", object->source);
	struct size_file with, without;
	int err;

	if (!vanilla)
		return -ENOENT;
	err = size_object_open(&with, object, error);
	if (!err) {
		err = size_object_open(&without, vanilla, error);
		if (!err)
			err = subtract(&with, &without, function, added);
		size_file_close(&without);
	}
	size_file_close(&with);
	return err;
}
