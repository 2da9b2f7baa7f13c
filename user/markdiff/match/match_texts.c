// SPDX-License-Identifier: GPL-2.0-only
/*
 * What a table shows of functions that are the same, and what it says of them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "user/markdiff/match/canonical.h"
#include "user/markdiff/match/match_internal.h"

static const char *text_of(const struct match_symbols *m, uint32_t name)
{
	return names_text(m->names, name);
}

/* The name, or both. */
static int group_text(struct match_symbols *m, const struct group *group, uint32_t *name)
{
	uint32_t first = m->functions[group->first].shown, i = group->first;
	char *text;
	int err;

	*name = first;
	while (i != NONE && m->functions[i].shown == first)
		i = m->functions[i].next;
	if (i == NONE)
		return 0;
	if (asprintf(&text, "%s -> %s", text_of(m, first), text_of(m, m->functions[i].shown)) < 0)
		return -ENOMEM;
	err = names_add(m->names, text, name);
	free(text);
	return err;
}

/* What tells a symbol from others of its name: arguments, the source file. */
static char *full_text(const struct match_symbols *m, const struct group *group)
{
	const struct function *f = &m->functions[group->first];
	char *full = symbol_with_arguments(text_of(m, f->mangled)), *text;
	const char *name = full ? full : text_of(m, group->name);
	int length;

	if (f->source)
		length = asprintf(&text, "%s [%s]", name, text_of(m, f->source));
	else
		length = asprintf(&text, "%s", name);
	free(full);
	return length < 0 ? NULL : text;
}

/* Where that does not tell them apart either, a number does. */
static int tell_apart(struct match_symbols *m, uint32_t index)
{
	struct group *group = &m->groups[index];
	uint32_t dso = m->functions[group->first].dso, try;
	char *text = full_text(m, group), *numbered;
	int err = text ? names_add(m->names, text, &group->name) : -ENOMEM;

	for (try = 2; !err && map_get(&m->by_text, dso, group->name) != NONE; try++) {
		if (asprintf(&numbered, "%s [%u]", text, try) < 0) {
			err = -ENOMEM;
			break;
		}
		err = names_add(m->names, numbered, &group->name);
		free(numbered);
	}
	free(text);
	return err ? err : map_set(&m->by_text, dso, group->name, index);
}

/* Texts first as they are; those that several share are made longer. */
int match_name_groups(struct match_symbols *m)
{
	struct map seen = { .nr = 0 };
	uint32_t i, dso, nr;
	int err = 0;

	for (i = 0; i < m->nr_groups && !err; i++) {
		dso = m->functions[m->groups[i].first].dso;
		err = group_text(m, &m->groups[i], &m->groups[i].name);
		nr = map_get(&seen, dso, m->groups[i].name);
		if (!err)
			err = map_set(&seen, dso, m->groups[i].name, nr == NONE ? 1 : nr + 1);
	}
	for (i = 0; i < m->nr_groups && !err; i++) {
		dso = m->functions[m->groups[i].first].dso;
		if (map_get(&seen, dso, m->groups[i].name) == 1)
			err = map_set(&m->by_text, dso, m->groups[i].name, i);
	}
	for (i = 0; i < m->nr_groups && !err; i++) {
		dso = m->functions[m->groups[i].first].dso;
		if (map_get(&seen, dso, m->groups[i].name) > 1)
			err = tell_apart(m, i);
	}
	map_free(&seen);
	return err;
}

uint32_t match_symbols_name(const struct match_symbols *m, uint32_t function)
{
	return m->groups[m->functions[function].group].name;
}

enum match_kind match_symbols_kind(const struct match_symbols *m, uint32_t dso, uint32_t name)
{
	uint32_t group = map_get(&m->by_text, dso, name);

	return group == NONE ? MATCH_NONE : m->groups[group].kind;
}

uint32_t match_symbols_count(const struct match_symbols *m, enum match_kind kind)
{
	uint32_t i, nr = 0;

	for (i = 0; i < m->nr_groups; i++)
		nr += m->groups[i].kind == kind;
	return nr;
}

const char *match_symbols_raw(const struct match_symbols *m, uint32_t dso, uint32_t name,
			      uint32_t file)
{
	uint32_t group = map_get(&m->by_text, dso, name);
	uint32_t i = group == NONE ? NONE : m->groups[group].first;

	while (i != NONE && m->functions[i].file != file)
		i = m->functions[i].next;
	return i == NONE ? "" : text_of(m, m->functions[i].mangled);
}
