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

#include "user/lib/array.h"
#include "user/markdiff/profile/resolve.h"

#define FIRST_NODES (1 << 14)

/* ---- nodes ---- */

static uint64_t hash_node(const struct calltree_node *n)
{
	return n->addr ^ (uint64_t)n->parent << 32 ^ (uint64_t)n->object << 16 ^ n->mode;
}

static uint64_t hash_of_node(const void *nodes, uint32_t number)
{
	return hash_node(&((const struct calltree_node *)nodes)[number]);
}

static bool is_node(const void *nodes, uint32_t number, const void *key)
{
	const struct calltree_node *known = &((const struct calltree_node *)nodes)[number],
				   *n = key;

	return known->addr == n->addr && known->parent == n->parent && known->object == n->object &&
	       known->mode == n->mode;
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
	uint32_t cap = t->cap ? 2 * t->cap : FIRST_NODES;
	struct calltree_node *nodes;

	if (cap > CALLTREE_NONE / 4 || grow_squares(t, cap))
		return -ENOMEM;
	nodes = realloc(t->nodes, cap * sizeof(*nodes));
	if (!nodes)
		return -ENOMEM;
	t->nodes = nodes;
	t->cap = cap;
	return 0;
}

static int add_node(struct calltree *t, const struct calltree_node *n, uint32_t *number)
{
	uint64_t hash = hash_node(n);

	*number = slots_find(&t->slots, hash, is_node, t->nodes, n);
	if (*number != SLOTS_NONE)
		return 0;
	if ((t->nr == t->cap && grow_nodes(t)) ||
	    slots_add(&t->slots, hash, t->nr, hash_of_node, t->nodes))
		return -ENOMEM;
	*number = t->nr;
	t->nodes[t->nr++] = *n;
	return 0;
}

/* ---- groups: what samples have in common beside their places ---- */

static uint64_t hash_group(const struct spent *s)
{
	uint64_t hash = 0, word;
	size_t i;

	for (i = 0; i + sizeof(word) <= sizeof(*s); i += sizeof(word)) {
		memcpy(&word, (const char *)s + i, sizeof(word));
		hash = slots_mix(hash, word);
	}
	return hash;
}

static uint64_t hash_of_group(const void *groups, uint32_t number)
{
	return hash_group(&((const struct calltree_group *)groups)[number].spent);
}

static bool is_group(const void *groups, uint32_t number, const void *spent)
{
	return !memcmp(&((const struct calltree_group *)groups)[number].spent, spent,
		       sizeof(struct spent));
}

static int add_group(struct calltree *t, const struct spent *s)
{
	struct calltree_node root = { .parent = CALLTREE_NONE, .object = t->nr_groups };
	struct calltree_group *group;

	if (array_room(t->groups, t->nr_groups, t->cap_groups) ||
	    slots_add(&t->group_slots, hash_group(s), t->nr_groups, hash_of_group, t->groups))
		return -ENOMEM;
	group = &t->groups[t->nr_groups];
	memset(group, 0, sizeof(*group));
	memcpy(&group->spent, s, sizeof(*s));
	t->last_group = t->nr_groups++;
	return add_node(t, &root, &group->root);
}

/* The root under which a sample belongs; most samples are of the group of the one before. */
int calltree_root(struct calltree *t, const struct spent *spent, uint32_t *root)
{
	struct spent s;
	uint32_t group;
	int err = 0;

	memcpy(&s, spent, sizeof(s));
	s.addr = s.period = 0;
	s.object = s.mode = s.samples = 0;
	if (!t->nr_groups || memcmp(&t->groups[t->last_group].spent, &s, sizeof(s)) != 0) {
		group = slots_find(&t->group_slots, hash_group(&s), is_group, t->groups, &s);
		if (group != SLOTS_NONE)
			t->last_group = group;
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

static int add_frame(struct calltree *t, struct resolver *resolver, uint32_t node)
{
	const struct calltree_node *n = &t->nodes[node];
	struct spent place = { .addr = n->addr, .object = n->object, .mode = n->mode };
	struct resolved found[RESOLVE_MAX];
	uint32_t nr, i;
	int err = resolve_place(resolver, &place, found, &nr);

	if (!err)
		err = array_room(t->frames, t->nr_frames, t->cap_frames);
	if (err)
		return err;
	t->frames[t->nr_frames] = (struct calltree_frame){ t->nr_functions, nr, node };
	for (i = 0; i < nr && !err; i++) {
		err = array_room(t->functions, t->nr_functions, t->cap_functions);
		if (!err)
			t->functions[t->nr_functions++] =
				(struct calltree_function){ .resolved = found[i],
							    .root = CALLTREE_NONE };
	}
	t->nr_frames += !err;
	return err;
}

static uint64_t hash_place(const struct calltree_node *n)
{
	return n->addr ^ (uint64_t)n->object << 40 ^ n->mode;
}

static const struct calltree_node *node_of_frame(const struct calltree *t, uint32_t number)
{
	return &t->nodes[t->frames[number].node];
}

static uint64_t hash_of_frame(const void *tree, uint32_t number)
{
	return hash_place(node_of_frame(tree, number));
}

static bool is_frame(const void *tree, uint32_t number, const void *key)
{
	const struct calltree_node *known = node_of_frame(tree, number), *n = key;

	return known->addr == n->addr && known->object == n->object && known->mode == n->mode;
}

/* Nodes of one place have one frame. */
static int resolve_node(struct calltree *t, struct resolver *resolver, struct slots *places,
			uint32_t node)
{
	const struct calltree_node *n = &t->nodes[node];
	uint64_t hash = hash_place(n);
	uint32_t *number = &t->frame_of[node];
	int err;

	*number = slots_find(places, hash, is_frame, t, n);
	if (*number != SLOTS_NONE)
		return 0;
	*number = t->nr_frames;
	err = add_frame(t, resolver, node);
	return err ? err : slots_add(places, hash, *number, hash_of_frame, t);
}

int calltree_resolve(struct calltree *t, struct resolver *resolver)
{
	struct slots places = { .at = NULL };
	uint32_t i;
	int err = 0;

	t->frame_of = calloc(t->nr + 1, sizeof(*t->frame_of));
	if (!t->frame_of)
		return -ENOMEM;
	for (i = 0; i < t->nr && !err; i++)
		if (t->nodes[i].parent != CALLTREE_NONE)
			err = resolve_node(t, resolver, &places, i);
	slots_free(&places);
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
		err = array_room(t->groups, 0, t->cap_groups);
	*tree = t;
	return err;
}

void calltree_free(struct calltree *t)
{
	if (!t)
		return;
	free(t->nodes);
	free(t->squares);
	slots_free(&t->slots);
	free(t->groups);
	slots_free(&t->group_slots);
	free(t->path);
	free(t->frame_of);
	free(t->frames);
	free(t->functions);
	free(t);
}
