// SPDX-License-Identifier: GPL-2.0-only
/*
 * What was mapped: programs, libraries, the kernel; each once.  A path that has two build-ids is
 * two objects.
 */
#include <errno.h>

#include "user/lib/array.h"
#include "user/perfdata/internal.h"

#define MAX_OBJECTS (1 << 17) /* a JIT may make many; more than this, and memory is at stake */

static bool starts(const char *text, const char *with)
{
	return !strncmp(text, with, strlen(with));
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
	return ((hash ^ value) + (hash << 6)) * 0x9e3779b97f4a7c15ull;
}

static uint64_t object_hash(const struct perfdata_object *o)
{
	uint64_t hash = mix((uintptr_t)o->name, (uint64_t)o->pid << 32 | o->guest << 8 | o->kind);

	for (int i = 0; i < o->build_id_size; i++)
		hash = mix(hash, o->build_id[i]);
	return hash;
}

/* Equal names are equal pointers (strings.c). */
static bool object_same(const struct perfdata_object *a, const struct perfdata_object *b)
{
	return a->name == b->name && a->kind == b->kind && a->guest == b->guest &&
	       a->pid == b->pid && a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, a->build_id_size);
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
	err = array_room(pd->objects, pd->nr_objects, pd->cap_objects);
	if (err)
		return err;
	*index = pd->nr_objects++;
	pd->objects[*index] = *wanted;
	return idmap_put(&pd->object_index, hash, *index);
}

/* Modules are "[name]" or files; the kernel has its symbols' file for a name. */
static bool is_kernel_name(const char *name)
{
	return starts(name, "[kernel.kallsyms]") || starts(name, "[kernel.vmlinux]") ||
	       starts(name, "[guest.kernel.kallsyms");
}

/* Memory that has no file behind it, so that code in it was made at run time. */
static bool is_anonymous(const char *name)
{
	return starts(name, "//anon") || starts(name, "/dev/zero") ||
	       starts(name, "/anon_hugepage") || starts(name, "[stack") || starts(name, "/SYSV") ||
	       !strcmp(name, "[heap]") || starts(name, "[anon");
}

/* "[kernel.kallsyms]_text": the kernel, and its reference symbol. */
static int classify_kernel(struct perfdata *pd, const struct mmap_record *m,
			   struct perfdata_object *object, const char **name)
{
	const char *bracket = strchr(m->name, ']');

	object->kind = PERFDATA_KERNEL;
	object->reference = m->pgoff;
	*name = object->guest ? PERFDATA_GUEST_KERNEL_NAME : PERFDATA_KERNEL_NAME;
	if (!bracket || !bracket[1])
		return 0;
	return strings_add(&pd->strings, bracket + 1, &object->reference_symbol);
}

/* What an MMAP record maps. */
int object_classify(struct perfdata *pd, const struct mmap_record *m, uint32_t mode,
		    struct perfdata_object *object)
{
	const char *name = m->name;
	int err = 0;

	memset(object, 0, sizeof(*object));
	object->guest = machine_of_mode(mode) == MACHINE_GUEST;
	object->build_id_size = m->build_id_size;
	if (m->build_id_size)
		memcpy(object->build_id, m->build_id, m->build_id_size);
	if (is_kernel_mode(mode)) {
		if (is_kernel_name(m->name)) {
			err = classify_kernel(pd, m, object, &name);
		} else {
			object->kind = PERFDATA_MODULE;
			object->reference = m->start;
		}
	} else if (!strcmp(m->name, "[vdso]")) {
		object->kind = PERFDATA_VDSO;
	} else if (is_anonymous(m->name)) {
		object->kind = PERFDATA_ANON;
		object->pid = m->pid;
		name = "//anon";
	}
	return err ? err : strings_add(&pd->strings, name, &object->name);
}
