// SPDX-License-Identifier: GPL-2.0-only
/*
 * What was mapped: programs, libraries, the kernel; each once.  A path that has two build-ids is
 * two objects.
 */
#include "user/perfdata/internal.h"

#include <errno.h>
#include <stdlib.h>

#define MAX_OBJECTS (1 << 17) /* a JIT may make many; more than this, and memory is at stake */

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	const uint8_t *at = bytes;

	while (size--)
		hash = (hash ^ *at++) * 0x100000001b3ull;
	return hash;
}

static uint64_t object_hash(const struct perfdata_object *o)
{
	uint64_t hash = hash_bytes(0xcbf29ce484222325ull, o->name, strlen(o->name));

	hash = hash_bytes(hash, o->build_id, o->build_id_size);
	return hash + o->pid + ((uint64_t)o->kind << 32);
}

static bool object_same(const struct perfdata_object *a, const struct perfdata_object *b)
{
	return a->kind == b->kind && a->pid == b->pid && a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, a->build_id_size) && !strcmp(a->name, b->name);
}

static int object_add(struct perfdata *pd, const struct perfdata_object *wanted)
{
	struct perfdata_object *objects;
	uint32_t cap = pd->cap_objects ? 2 * pd->cap_objects : 16;

	if (pd->nr_objects == pd->cap_objects) {
		objects = realloc(pd->objects, cap * sizeof(*objects));
		if (!objects)
			return -ENOMEM;
		pd->objects = objects;
		pd->cap_objects = cap;
	}
	pd->objects[pd->nr_objects++] = *wanted;
	return 0;
}

/* The number of an object, which is new if need be; of more than the limit, PERFDATA_NO_OBJECT. */
int object_find(struct perfdata *pd, const struct perfdata_object *wanted, uint32_t *index)
{
	uint64_t hash = object_hash(wanted);
	int err;

	while ((*index = idmap_get(&pd->object_index, hash)) != IDMAP_NONE) {
		if (object_same(&pd->objects[*index], wanted))
			return 0;
		hash++;
	}
	if (pd->nr_objects == MAX_OBJECTS) {
		*index = PERFDATA_NO_OBJECT;
		return 0;
	}
	err = object_add(pd, wanted);
	if (err)
		return err;
	*index = pd->nr_objects - 1;
	return idmap_put(&pd->object_index, hash, *index);
}

static bool is_kernel_name(const char *name)
{
	return starts(name, "[kernel.kallsyms]") || starts(name, "[kernel.vmlinux]");
}

/* Memory that has no file behind it, so that code in it was made at run time. */
static bool is_anonymous(const char *name)
{
	return starts(name, "//anon") || starts(name, "/dev/zero") ||
	       starts(name, "/anon_hugepage") || starts(name, "[stack") || starts(name, "/SYSV") ||
	       !strcmp(name, "[heap]") || starts(name, "[anon");
}

/* What an MMAP record maps.  "[kernel.kallsyms]_text": the kernel, and its reference symbol. */
void object_classify(const struct mmap_record *m, uint32_t mode, struct perfdata_object *object)
{
	const char *bracket;

	memset(object, 0, sizeof(*object));
	object->name = m->name;
	object->build_id_size = m->build_id_size;
	if (m->build_id_size)
		memcpy(object->build_id, m->build_id, m->build_id_size);
	if (mode == PERFDATA_MODE_KERNEL || mode == PERFDATA_MODE_GUEST_KERNEL) {
		object->kind = PERFDATA_MODULE;
		if (!is_kernel_name(m->name))
			return;
		bracket = strchr(m->name, ']');
		object->kind = PERFDATA_KERNEL;
		object->name = "[kernel.kallsyms]";
		object->reference_symbol = bracket[1] ? bracket + 1 : NULL;
		object->reference = m->pgoff;
	} else if (!strcmp(m->name, "[vdso]")) {
		object->kind = PERFDATA_VDSO;
	} else if (is_anonymous(m->name)) {
		object->kind = PERFDATA_ANON;
		object->name = "//anon";
		object->pid = m->pid;
	}
}
