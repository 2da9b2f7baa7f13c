// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairing of programs.  What counts are the files that have samples; libraries are left alone,
 * unless their build-ids are the same, since a name that differs there is another library.
 */
#include "user/markdiff/match/programs.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/map.h"

#define MOST 0.9

/* Of one recording, by object. */
struct programs {
	struct profile *profile;
	uint32_t nr;
	uint32_t *name;	  /* NAME_NONE: no file, or without samples */
	uint64_t *period; /* what all objects of this name have, at the first one */
	struct map first; /* name: the first object that has it */
};

static bool is_library(const char *name)
{
	const char *so = strstr(name, ".so");

	return so && (!so[3] || so[3] == '.');
}

static int name_object(struct names *names, const char *path, uint32_t *number)
{
	static const char deleted[] = " (deleted)";
	const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
	size_t length = strlen(base), tail = sizeof(deleted) - 1;

	if (length > tail && !strcmp(base + length - tail, deleted))
		length -= tail;
	return names_add_piece(names, base, length, number);
}

static int name_sampled(struct programs *p, struct names *names, uint32_t object)
{
	const struct perfdata_object *o = perfdata_object(p->profile->pd, object);
	int err;

	if (p->name[object] || o->kind != PERFDATA_FILE || o->guest)
		return 0;
	err = name_object(names, o->name, &p->name[object]);
	if (err || map_get(&p->first, p->name[object], 0) != MAP_NONE)
		return err;
	return map_set(&p->first, p->name[object], 0, object);
}

static int add_spent(struct programs *p, struct names *names, const struct spent *s)
{
	int err;

	if (!s->samples || s->object >= p->nr)
		return 0;
	err = name_sampled(p, names, s->object);
	if (!err && p->name[s->object])
		p->period[map_get(&p->first, p->name[s->object], 0)] += s->period;
	return err;
}

static int programs_init(struct programs *p, struct profile *profile, struct names *names)
{
	uint32_t i;
	int err = 0;

	p->profile = profile;
	p->nr = perfdata_nr_objects(profile->pd);
	p->name = calloc(p->nr + 1, sizeof(*p->name));
	profile->alias = calloc(p->nr + 1, sizeof(*profile->alias));
	p->period = calloc(p->nr + 1, sizeof(*p->period));
	if (!p->name || !profile->alias || !p->period)
		return -ENOMEM;
	for (i = 0; i <= profile->mask && !err; i++)
		err = add_spent(p, names, &profile->spent[i]);
	return err;
}

static void programs_free(struct programs *p)
{
	free(p->name);
	free(p->period);
	map_free(&p->first);
}

static bool has(const struct programs *p, uint32_t name)
{
	return map_get(&p->first, name, 0) != MAP_NONE;
}

static void rename_all(struct programs *p, uint32_t from, uint32_t to)
{
	uint32_t i;

	for (i = 0; i < p->nr; i++)
		if (p->name[i] == from)
			p->profile->alias[i] = to;
}

/* ---- by build-id ---- */

static void halves(const struct perfdata_object *object, uint32_t *a, uint32_t *b)
{
	memcpy(a, object->build_id, sizeof(*a));
	memcpy(b, object->build_id + sizeof(*a), sizeof(*b));
}

static bool same_build_id(const struct perfdata_object *a, const struct perfdata_object *b)
{
	return a->build_id_size == b->build_id_size &&
	       !memcmp(a->build_id, b->build_id, a->build_id_size);
}

static int index_build_ids(const struct programs *p, struct map *by_id)
{
	uint32_t i, a, b;
	int err = 0;

	for (i = 0; i < p->nr && !err; i++) {
		const struct perfdata_object *object = perfdata_object(p->profile->pd, i);

		if (!p->name[i] || object->build_id_size < 8)
			continue;
		halves(object, &a, &b);
		err = map_set(by_id, a, b, i);
	}
	return err;
}

static void pair_by_id(const struct programs *base, const struct map *by_id, struct programs *p)
{
	uint32_t i, a, b, found;

	for (i = 0; i < p->nr; i++) {
		const struct perfdata_object *object = perfdata_object(p->profile->pd, i);

		if (!p->name[i] || has(base, p->name[i]) || object->build_id_size < 8)
			continue;
		halves(object, &a, &b);
		found = map_get(by_id, a, b);
		if (found != MAP_NONE &&
		    same_build_id(object, perfdata_object(base->profile->pd, found)))
			p->profile->alias[i] = base->name[found];
	}
}

/* ---- by being the only one ---- */

/*
 * The program that was recorded, if the other recording has it not: nearly all of what programs
 * spent.  There may be traces of others, as of perf itself before it started the program.
 */
static uint32_t only_one(const struct programs *p, const struct programs *other,
			 const struct names *names)
{
	uint32_t i, best = NAME_NONE;
	uint64_t most = 0, all = 0;

	for (i = 0; i < p->nr; i++) {
		if (!p->period[i] || is_library(names_text(names, p->name[i])))
			continue;
		all += p->period[i];
		if (p->period[i] <= most)
			continue;
		most = p->period[i];
		best = p->profile->alias[i] || has(other, p->name[i]) ? NAME_NONE : p->name[i];
	}
	return (double)most >= MOST * (double)all ? best : NAME_NONE;
}

/* "base", "base -> other", ... */
static int add_arrow(struct names *names, uint32_t *text, uint32_t other)
{
	char *longer;
	int err;

	if (asprintf(&longer, "%s -> %s", names_text(names, *text), names_text(names, other)) < 0)
		return -ENOMEM;
	err = names_add(names, longer, text);
	free(longer);
	return err;
}

static bool is_earlier(const uint32_t *partners, uint32_t nr, uint32_t name)
{
	while (nr--)
		if (partners[nr] == name)
			return true;
	return false;
}

/* All others are compared with the same program of the baseline. */
static int pair_only(struct programs *p, uint32_t nr, struct names *names, uint32_t *partners)
{
	uint32_t i, text, found, name = NAME_NONE;
	int err = 0;

	for (i = 1; i < nr; i++) {
		found = only_one(&p[0], &p[i], names);
		partners[i] = only_one(&p[i], &p[0], names);
		if (!found || !partners[i] || (name && found != name))
			partners[i] = NAME_NONE;
		else
			name = found;
	}
	for (i = 1, text = name; i < nr && !err; i++)
		if (partners[i] && !is_earlier(partners, i, partners[i]))
			err = add_arrow(names, &text, partners[i]);
	for (i = 0; i < nr && !err && name; i++) {
		rename_all(&p[i], name, text);
		if (partners[i])
			rename_all(&p[i], partners[i], text);
	}
	return err;
}

int programs_pair(struct profile *profiles, uint32_t nr, struct names *names)
{
	struct programs *p = calloc(nr, sizeof(*p));
	uint32_t *partners = calloc(nr, sizeof(*partners));
	struct map by_id = { .nr = 0 };
	uint32_t i;
	int err = p && partners ? 0 : -ENOMEM;

	for (i = 0; i < nr && !err; i++)
		err = programs_init(&p[i], &profiles[i], names);
	if (!err)
		err = index_build_ids(&p[0], &by_id);
	for (i = 1; i < nr && !err; i++)
		pair_by_id(&p[0], &by_id, &p[i]);
	if (!err)
		err = pair_only(p, nr, names, partners);
	for (i = 0; i < nr && p; i++)
		programs_free(&p[i]);
	map_free(&by_id);
	free(partners);
	free(p);
	return err;
}
