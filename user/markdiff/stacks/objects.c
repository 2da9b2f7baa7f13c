// SPDX-License-Identifier: GPL-2.0-only
/*
 * What is equal has the same path and build-id.  Without a build-id a path may lead to another
 * build on each side, so there the side counts too; memory of a JIT is one process's.
 */
#include "user/markdiff/stacks/objects.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "user/markdiff/stacks/internal.h"

#define NO_SIDE NR_SIDES

static void write_id(const struct perfdata_object *o, char text[2 * PERFDATA_BUILD_ID_MAX + 1])
{
	int i;

	text[0] = 0;
	for (i = 0; i < o->build_id_size; i++)
		sprintf(text + 2 * (size_t)i, "%02x", o->build_id[i]);
}

static int add_key(struct stacks_objects *objects, const struct perfdata_object *o, int side,
		   uint32_t *number)
{
	char id[2 * PERFDATA_BUILD_ID_MAX + 1], *key;
	int err;

	write_id(o, id);
	if (asprintf(&key, "%d %d %u %d %s %s", o->kind, o->guest, o->pid, *id ? NO_SIDE : side, id,
		     o->name) < 0)
		return -ENOMEM;
	err = names_add(&objects->keys, key, number);
	free(key);
	return err;
}

/* Numbers of names begin at 1. */
static int add_object(struct stacks_objects *objects, struct stacks *s, uint32_t file,
		      uint32_t object)
{
	const struct profile *p = &s->source->diff->profiles[file];
	const struct perfdata_object *o = perfdata_object(p->pd, object);
	struct stacks_object *grown;
	uint32_t number;
	int err = add_key(objects, o, stacks_side_of(s->source, file), &number);

	if (err)
		return err;
	objects->of[file][object] = number - 1;
	if (number <= s->nr_objects)
		return 0;
	grown = realloc(s->objects, number * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	s->objects = grown;
	s->nr_objects = number;
	grown[number - 1] = (struct stacks_object){ o, p->dsos[object] };
	return 0;
}

static int add_file(struct stacks_objects *objects, struct stacks *s, uint32_t file)
{
	uint32_t nr = perfdata_nr_objects(s->source->diff->profiles[file].pd), i;
	int err = 0;

	objects->nr[file] = nr;
	objects->of[file] = calloc(nr + 1, sizeof(**objects->of));
	if (!objects->of[file])
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++)
		err = add_object(objects, s, file, i);
	return err;
}

int stacks_objects_find(struct stacks_objects *objects, struct stacks *s)
{
	uint32_t nr = s->source->diff->options->nr_files, i;
	int err = names_init(&objects->keys);

	objects->nr_files = nr;
	objects->of = calloc(nr, sizeof(*objects->of));
	objects->nr = calloc(nr, sizeof(*objects->nr));
	if (!objects->of || !objects->nr)
		return -ENOMEM;
	for (i = 0; i < nr && !err; i++)
		err = add_file(objects, s, i);
	return err;
}

uint32_t stacks_object_of(const struct stacks_objects *objects, uint32_t file, uint32_t object)
{
	return object < objects->nr[file] ? objects->of[file][object] : STACKS_NONE;
}

void stacks_objects_free(struct stacks_objects *objects)
{
	uint32_t i;

	for (i = 0; i < objects->nr_files && objects->of; i++)
		free(objects->of[i]);
	free(objects->of);
	free(objects->nr);
	names_free(&objects->keys);
}
