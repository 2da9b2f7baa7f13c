// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairing of symbols.
 *
 * Files join the groups one after the other, so that what only the second and the third have is
 * paired too.
 *
 * In the same dso, the same address is the same function.  Only where two different dsos are
 * compared it matters whether a name is unique in each (twins.h).
 */
#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"
#include "user/markdiff/match/match_internal.h"

/* Two functions of one name in different dsos, of which one has twins or may have. */
static enum match_kind match_twins(struct match_symbols *m, const struct function *a,
				   const struct function *b)
{
	struct twins left, right;

	if (twins_find(&m->finder, a->from, TWINS_BY_NAME, a->raw, &left) ||
	    twins_find(&m->finder, b->from, TWINS_BY_NAME, b->raw, &right))
		return MATCH_NONE;
	if (left.nr <= 1 && right.nr <= 1)
		return MATCH_SAME_NAME;
	if (a->source && b->source && twins_count_source(&left, a->source) == 1 &&
	    twins_count_source(&right, b->source) == 1 &&
	    twins_count_source(&left, b->source) == 1 && twins_count_source(&right, a->source) == 1)
		return a->source == b->source ? MATCH_SOURCE : MATCH_NONE;
	if (left.nr != right.nr || (a->source && b->source && a->source != b->source))
		return MATCH_NONE;
	if (twins_sizes_tell(&left, &right))
		return a->size == b->size ? MATCH_SIZE : MATCH_NONE;
	return twins_place(&left, a->start) == twins_place(&right, b->start) ? MATCH_ORDER :
									       MATCH_NONE;
}

static enum match_kind match_pair(struct match_symbols *m, const struct function *a,
				  const struct function *b)
{
	enum match_kind same = m->by == MATCH_BY_ADDRESS ? MATCH_ADDRESS : MATCH_SAME_NAME;

	if (!a->from || !b->from)
		return a->from == b->from ? same : MATCH_NONE;
	if (a->from == b->from)
		return a->start == b->start ? same : MATCH_NONE;
	return a->local || b->local ? match_twins(m, a, b) : same;
}

/* A group has one function of each dso of a file. */
static enum match_kind match_group(struct match_symbols *m, const struct group *group,
				   const struct function *f)
{
	enum match_kind kind = MATCH_NONE;
	uint32_t i;

	for (i = group->first; i != NONE; i = m->functions[i].next) {
		const struct function *other = &m->functions[i];

		if (other->from == f->from && other->start != f->start)
			return MATCH_NONE;
		if (kind == MATCH_NONE)
			kind = match_pair(m, other, f);
	}
	return kind;
}

static void join(struct match_symbols *m, uint32_t index, uint32_t group, enum match_kind kind)
{
	struct group *g = &m->groups[group];

	/* Two dsos of one file that share a name are no pair yet. */
	if (m->functions[g->last].file != m->functions[index].file && kind > g->kind)
		g->kind = kind;
	m->functions[g->last].next = index;
	g->last = index;
	m->functions[index].group = group;
}

static void match_by_name(struct match_symbols *m, uint32_t index)
{
	const struct function *f = &m->functions[index];
	uint32_t i = map_get(&m->by_raw, f->dso, f->raw);
	enum match_kind kind;

	for (; i != NONE; i = m->groups[i].next_raw) {
		kind = match_group(m, &m->groups[i], f);
		if (kind != MATCH_NONE) {
			join(m, index, i, kind);
			return;
		}
	}
}

static bool only_one(struct match_symbols *m, const struct function *f)
{
	struct twins twins;

	if (!f->from)
		return f->alike == 1;
	return !twins_find(&m->finder, f->from, TWINS_BY_CANONICAL, f->canonical, &twins) &&
	       twins.nr <= 1;
}

static bool has_file(const struct match_symbols *m, const struct group *group, uint32_t file)
{
	return m->functions[group->last].file == file;
}

static void match_by_canonical(struct match_symbols *m, uint32_t index)
{
	const struct function *f = &m->functions[index];
	uint32_t i = map_get(&m->by_canonical, f->dso, f->canonical);

	if (i == NONE || !only_one(m, f))
		return;
	for (; i != NONE; i = m->groups[i].next_canonical) {
		const struct function *other = &m->functions[m->groups[i].first];

		if (!has_file(m, &m->groups[i], f->file) && (other->from != f->from || !f->from) &&
		    other->raw != f->raw && only_one(m, other)) {
			join(m, index, i, MATCH_CANONICAL);
			return;
		}
	}
}

static int add_group(struct match_symbols *m, uint32_t index)
{
	uint32_t number = m->nr_groups;
	struct function *f = &m->functions[index];
	int err;

	if (array_room(m->groups, number, m->cap_groups))
		return -ENOMEM;
	m->groups[number] = (struct group){
		.first = index,
		.last = index,
		.next_raw = map_get(&m->by_raw, f->dso, f->raw),
		.next_canonical = map_get(&m->by_canonical, f->dso, f->canonical),
	};
	m->nr_groups++;
	f->group = number;
	err = map_set(&m->by_raw, f->dso, f->raw, number);
	return err ? err : map_set(&m->by_canonical, f->dso, f->canonical, number);
}

/* What was made at run time has no table of symbols to be looked through (twins.h). */
static int count_alike(struct match_symbols *m, uint32_t from, uint32_t to)
{
	struct map counts = { .nr = 0 };
	struct function *f;
	uint32_t i, nr;
	int err = 0;

	for (i = from; i < to && !err; i++) {
		f = &m->functions[i];
		nr = map_get(&counts, f->dso, f->canonical);
		err = map_set(&counts, f->dso, f->canonical, nr == NONE ? 1 : nr + 1);
	}
	for (i = from; i < to && !err; i++) {
		f = &m->functions[i];
		f->alike = map_get(&counts, f->dso, f->canonical);
	}
	map_free(&counts);
	return err;
}

/* Functions come file by file.  Exact names go first, so that nobody takes another one's partner. */
static int match_file(struct match_symbols *m, uint32_t from, uint32_t to)
{
	uint32_t i;
	int err = 0;

	for (i = from; i < to && !err; i++) {
		match_by_name(m, i);
		/* Another dso of this file may have the same one. */
		if (m->functions[i].group == NONE && m->by != MATCH_BY_CANONICAL)
			err = add_group(m, i);
	}
	for (i = from; i < to && !err; i++)
		if (m->functions[i].group == NONE)
			match_by_canonical(m, i);
	for (i = from; i < to && !err; i++) {
		if (m->functions[i].group == NONE)
			match_by_name(m, i);
		if (m->functions[i].group == NONE)
			err = add_group(m, i);
	}
	return err;
}

static int init_finder(struct match_symbols *m)
{
	uint32_t i;
	int err = twins_init(&m->finder, m->names);

	for (i = 0; i < m->nr && !err; i++) {
		twins_want(&m->finder, TWINS_BY_NAME, m->functions[i].raw);
		twins_want(&m->finder, TWINS_BY_CANONICAL, m->functions[i].canonical);
	}
	return err;
}

int match_symbols_run(struct match_symbols *m)
{
	uint32_t from, to;
	int err = init_finder(m);

	for (from = 0; from < m->nr && !err; from = to) {
		for (to = from; to < m->nr && m->functions[to].file == m->functions[from].file;)
			to++;
		err = count_alike(m, from, to);
		if (!err)
			err = match_file(m, from, to);
	}
	return err ? err : match_name_groups(m);
}
