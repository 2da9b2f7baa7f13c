// SPDX-License-Identifier: GPL-2.0-only
/*
 * Interning call chains.
 *
 * The kernel writes a chain with the innermost address first, and marks between the addresses that
 * say in which mode the next ones ran.  So the chain is first written down with its modes, and then
 * taken backwards.
 */
#include "user/markdiff/profile/calltree.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/resolve.h"

#define FIRST_NODES  (1 << 14)
#define FIRST_GROUPS 16
#define HASH	     0x9e3779b97f4a7c15ull

/* ---- nodes ---- */

static uint32_t find_slot(const struct calltree *t, const struct calltree_node *n)
{
	uint64_t hash =
		(n->addr ^ (uint64_t)n->parent << 32 ^ (uint64_t)n->object << 16 ^ n->mode) * HASH;
	uint32_t slot = hash >> 32 & t->mask;
	const struct calltree_node *other;

	while (t->slots[slot]) {
		other = &t->nodes[t->slots[slot] - 1];
		if (other->addr == n->addr && other->parent == n->parent &&
		    other->object == n->object && other->mode == n->mode)
			break;
		slot = (slot + 1) & t->mask;
	}
	return slot;
}

static int grow_squares(struct calltree *t, uint32_t cap)
{
	double *squares;

	if (!t->with_squares)
		return 0;
	squares = realloc(t->squares, cap * sizeof(*squares));
	if (!squares)
		return -ENOMEM;
	memset(squares + t->cap, 0, (cap - t->cap) * sizeof(*squares));
	t->squares = squares;
	return 0;
}

static int grow_nodes(struct calltree *t)
{
	uint32_t cap = t->cap ? 2 * t->cap : FIRST_NODES, i;
	struct calltree_node *nodes = realloc(t->nodes, cap * sizeof(*nodes));
	uint32_t *slots = calloc(2 * (size_t)cap, sizeof(*slots));

	if (nodes)
		t->nodes = nodes;
	if (!nodes || !slots || cap > CALLTREE_NONE / 4 || grow_squares(t, cap)) {
		free(slots);
		return -ENOMEM;
	}
	free(t->slots);
	t->slots = slots;
	t->cap = cap;
	t->mask = 2 * cap - 1;
	for (i = 0; i < t->nr; i++)
		slots[find_slot(t, &nodes[i])] = i + 1;
	return 0;
}

static int add_node(struct calltree *t, const struct calltree_node *n, uint32_t *number)
{
	uint32_t slot = find_slot(t, n);

	if (t->slots[slot]) {
		*number = t->slots[slot] - 1;
		return 0;
	}
	if (t->nr == t->cap) {
		if (grow_nodes(t))
			return -ENOMEM;
		slot = find_slot(t, n);
	}
	*number = t->nr;
	t->nodes[t->nr++] = *n;
	t->slots[slot] = t->nr;
	return 0;
}

/* ---- groups: what samples have in common beside their places ---- */

static uint32_t find_group(const struct calltree *t, const struct spent *s)
{
	uint64_t hash = 0, word;
	uint32_t slot;
	size_t i;

	for (i = 0; i + sizeof(word) <= sizeof(*s); i += sizeof(word)) {
		memcpy(&word, (const char *)s + i, sizeof(word));
		hash = (hash ^ word) * HASH;
		hash ^= hash >> 32;
	}
	slot = hash & t->group_mask;
	while (t->group_slots[slot] &&
	       memcmp(&t->groups[t->group_slots[slot] - 1].spent, s, sizeof(*s)) != 0)
		slot = (slot + 1) & t->group_mask;
	return slot;
}

static int grow_groups(struct calltree *t)
{
	uint32_t cap = t->cap_groups ? 2 * t->cap_groups : FIRST_GROUPS, i;
	struct calltree_group *groups = realloc(t->groups, cap * sizeof(*groups));
	uint32_t *slots = calloc(2 * (size_t)cap, sizeof(*slots));

	if (groups)
		t->groups = groups;
	if (!groups || !slots) {
		free(slots);
		return -ENOMEM;
	}
	free(t->group_slots);
	t->group_slots = slots;
	t->cap_groups = cap;
	t->group_mask = 2 * cap - 1;
	for (i = 0; i < t->nr_groups; i++)
		slots[find_group(t, &groups[i].spent)] = i + 1;
	return 0;
}

static int add_group(struct calltree *t, const struct spent *s)
{
	struct calltree_node root = { .parent = CALLTREE_NONE, .object = t->nr_groups };
	struct calltree_group *group;

	if (t->nr_groups == t->cap_groups && grow_groups(t))
		return -ENOMEM;
	group = &t->groups[t->nr_groups];
	memset(group, 0, sizeof(*group));
	memcpy(&group->spent, s, sizeof(*s));
	t->group_slots[find_group(t, s)] = t->nr_groups + 1;
	t->last_group = t->nr_groups++;
	return add_node(t, &root, &group->root);
}

/* The root under which a sample belongs; most samples are of the group of the one before. */
int calltree_root(struct calltree *t, const struct spent *spent, uint32_t *root)
{
	struct spent s;
	uint32_t slot;
	int err = 0;

	memcpy(&s, spent, sizeof(s));
	s.addr = s.period = 0;
	s.object = s.mode = s.samples = 0;
	if (!t->nr_groups || memcmp(&t->groups[t->last_group].spent, &s, sizeof(s)) != 0) {
		slot = find_group(t, &s);
		if (t->group_slots[slot])
			t->last_group = t->group_slots[slot] - 1;
		else
			err = add_group(t, &s);
	}
	*root = t->groups[t->last_group].root;
	return err;
}

int calltree_child(struct calltree *t, const struct spent *place, uint32_t *node)
{
	struct calltree_node child = {
		.addr = place->addr, .parent = *node, .object = place->object, .mode = place->mode
	};

	return add_node(t, &child, node);
}

/* ---- chains ---- */

static int grow_path(struct calltree *t, uint64_t nr)
{
	struct calltree_step *path;

	if (nr <= t->cap_path)
		return 0;
	path = realloc(t->path, nr * sizeof(*path));
	if (!path)
		return -ENOMEM;
	t->path = path;
	t->cap_path = nr;
	return 0;
}

/* What a mark between addresses says of the next ones; false where they are no addresses. */
static bool read_mark(int64_t mark, uint16_t *mode)
{
	switch (mark) {
	case PERFDATA_CONTEXT_HV:
		*mode = PERFDATA_MODE_HYPERVISOR;
		return true;
	case PERFDATA_CONTEXT_KERNEL:
		*mode = PERFDATA_MODE_KERNEL;
		return true;
	case PERFDATA_CONTEXT_USER:
		*mode = PERFDATA_MODE_USER;
		return true;
	case PERFDATA_CONTEXT_GUEST_KERNEL:
		*mode = PERFDATA_MODE_GUEST_KERNEL;
		return true;
	case PERFDATA_CONTEXT_GUEST_USER:
		*mode = PERFDATA_MODE_GUEST_USER;
		return true;
	default:
		return false;
	}
}

static bool is_mark(uint64_t word)
{
	return word >= (uint64_t)PERFDATA_CONTEXT_MAX;
}

/* Writes the chain down; its first address is the sample's own, which is known already. */
static uint32_t write_path(struct calltree *t, const struct perfdata_sample *sample,
			   const struct perfdata_words *chain)
{
	uint32_t nr = 1;
	uint16_t mode = sample->mode;
	bool returned_to = false;
	uint64_t i, ip;

	t->path[0] = (struct calltree_step){ sample->ip, sample->mode };
	for (i = 0; i < chain->nr; i++) {
		ip = perfdata_word(chain, i);
		if (is_mark(ip)) {
			if (!read_mark((int64_t)ip, &mode))
				break;
			returned_to = false;
			continue;
		}
		if (nr > 1 || ip != sample->ip || mode != sample->mode || returned_to)
			t->path[nr++] = (struct calltree_step){ ip - (ip && returned_to), mode };
		returned_to = true;
	}
	return nr;
}

static int collect(struct calltree *t, struct perfdata *pd, const struct perfdata_sample *sample,
		   uint32_t *nr)
{
	struct perfdata_fields fields;

	fields.callchain.nr = 0;
	if (perfdata_event(pd, sample->event)->sample_type & PERFDATA_HAS_CALLCHAIN)
		perfdata_fields(pd, sample, &fields);
	if (grow_path(t, fields.callchain.nr + 1))
		return -ENOMEM;
	*nr = write_path(t, sample, &fields.callchain);
	return 0;
}

int calltree_take(struct calltree *t, struct perfdata *pd, const struct perfdata_sample *sample,
		  const struct spent *spent)
{
	struct perfdata_sample at = *sample;
	struct calltree_node node = { .mode = 0 };
	struct perfdata_place place;
	uint32_t nr = 0, number;
	int err = collect(t, pd, sample, &nr);

	if (!err)
		err = calltree_root(t, spent, &number);
	while (!err && nr--) {
		at.ip = t->path[nr].ip;
		at.mode = t->path[nr].mode;
		perfdata_locate(pd, &at, &place);
		node.parent = number;
		node.addr = place.addr;
		node.object = place.object;
		node.mode = at.mode;
		err = add_node(t, &node, &number);
	}
	if (err)
		return err;
	t->nodes[number].period += spent->period;
	t->nodes[number].samples += spent->samples;
	if (t->squares)
		t->squares[number] += (double)spent->period * spent->period;
	return 0;
}

/* ---- names ---- */

static int grow(void **array, uint32_t *cap, uint32_t needed, size_t size)
{
	uint32_t more = *cap ? *cap : 256;
	void *grown;

	if (needed <= *cap)
		return 0;
	while (more < needed)
		more *= 2;
	grown = realloc(*array, more * size);
	if (!grown)
		return -ENOMEM;
	*array = grown;
	*cap = more;
	return 0;
}

static int add_frame(struct calltree *t, struct resolver *resolver, const struct spent *place)
{
	struct resolved found[RESOLVE_MAX];
	uint32_t nr, i;
	int err = resolve_place(resolver, place, found, &nr);

	if (!err)
		err = grow((void **)&t->frames, &t->cap_frames, t->nr_frames + 1,
			   sizeof(*t->frames));
	if (!err)
		err = grow((void **)&t->functions, &t->cap_functions, t->nr_functions + nr,
			   sizeof(*t->functions));
	if (err)
		return err;
	t->frames[t->nr_frames++] = (struct calltree_frame){ t->nr_functions, nr };
	for (i = 0; i < nr; i++)
		t->functions[t->nr_functions++] =
			(struct calltree_function){ .resolved = found[i], .root = CALLTREE_NONE };
	return 0;
}

/* Where the frame of a node's place is, or would be; slots are the first node of it, plus 1. */
static uint32_t find_place(const struct calltree *t, const uint32_t *slots, uint32_t mask,
			   const struct calltree_node *n)
{
	uint64_t hash = (n->addr ^ (uint64_t)n->object << 40 ^ n->mode) * HASH;
	uint32_t slot = hash >> 32 & mask;
	const struct calltree_node *other;

	while (slots[slot]) {
		other = &t->nodes[slots[slot] - 1];
		if (other->addr == n->addr && other->object == n->object && other->mode == n->mode)
			break;
		slot = (slot + 1) & mask;
	}
	return slot;
}

static int resolve_nodes(struct calltree *t, struct resolver *resolver, uint32_t *slots)
{
	const struct calltree_node *n;
	uint32_t i, slot;
	int err = 0;

	for (i = 0; i < t->nr && !err; i++) {
		n = &t->nodes[i];
		if (n->parent == CALLTREE_NONE)
			continue;
		slot = find_place(t, slots, t->mask, n);
		if (slots[slot]) {
			t->frame_of[i] = t->frame_of[slots[slot] - 1];
			continue;
		}
		slots[slot] = i + 1;
		t->frame_of[i] = t->nr_frames;
		err = add_frame(
			t, resolver,
			&(struct spent){ .addr = n->addr, .object = n->object, .mode = n->mode });
	}
	return err;
}

int calltree_resolve(struct calltree *t, struct resolver *resolver)
{
	uint32_t *slots = calloc((size_t)t->mask + 1, sizeof(*slots));
	int err = -ENOMEM;

	t->frame_of = calloc(t->nr + 1, sizeof(*t->frame_of));
	if (slots && t->frame_of)
		err = resolve_nodes(t, resolver, slots);
	free(slots);
	return err;
}

void calltree_match(struct calltree *t, const struct match_symbols *match)
{
	uint32_t i;

	for (i = 0; i < t->nr_functions; i++)
		resolved_match(&t->functions[i].resolved, match);
}

int calltree_new(struct calltree **tree, bool with_squares)
{
	struct calltree *t = calloc(1, sizeof(*t));
	int err = -ENOMEM;

	if (t) {
		t->with_squares = with_squares;
		err = grow_nodes(t);
	}
	if (!err)
		err = grow_groups(t);
	*tree = t;
	return err;
}

void calltree_free(struct calltree *t)
{
	if (!t)
		return;
	free(t->nodes);
	free(t->squares);
	free(t->slots);
	free(t->groups);
	free(t->group_slots);
	free(t->path);
	free(t->frame_of);
	free(t->frames);
	free(t->functions);
	free(t);
}
