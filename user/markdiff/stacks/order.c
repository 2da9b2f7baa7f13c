// SPDX-License-Identifier: GPL-2.0-only
/*
 * Sorting a tree: frames are few and are sorted by their names; nodes are many and are dealt out by
 * their frame's place.  Dealt from the last to the first, each becomes the first child of its
 * parent, so children end up in order, and a walk numbers them.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/stacks/internal.h"

struct order {
	struct stacks *stacks;
	const struct stacks_tree *tree;
	struct stacks_cost *total;
	uint32_t *frames;	   /* by place */
	uint32_t *sorted;	   /* nodes by the place of their frames */
	uint32_t *child, *sibling; /* by node; 0: none, as 0 is the root */
	uint32_t *number;	   /* node of the tree -> node of the stacks */
};

/* ---- frames ---- */

static uint64_t addr_of(const struct stacks *s, const struct stacks_frame *f)
{
	return s->source->diff->profiles[f->file].tree->nodes[f->node].addr;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int compare_frames(const void *left, const void *right, void *ctx)
{
	const struct stacks *s = ctx;
	const struct names *names = &s->source->diff->names;
	uint32_t i = *(const uint32_t *)left, j = *(const uint32_t *)right;
	const struct stacks_frame *a = &s->frames[i], *b = &s->frames[j];
	int order = 0;

	if (a->symbol != b->symbol)
		order = strcmp(names_text(names, a->symbol), names_text(names, b->symbol));
	if (!order && a->dso != b->dso)
		order = strcmp(names_text(names, a->dso), names_text(names, b->dso));
	if (!order)
		order = compare_numbers(a->mode, b->mode);
	if (!order && s->by == STACKS_BY_PLACE)
		order = compare_numbers(addr_of(s, a), addr_of(s, b));
	return order ? order : compare_numbers(i, j);
}

static int sort_frames(struct order *o)
{
	struct stacks *s = o->stacks;
	uint32_t i;

	o->frames = calloc(s->nr_frames + 1, sizeof(*o->frames));
	if (!o->frames)
		return -ENOMEM;
	for (i = 0; i < s->nr_frames; i++)
		o->frames[i] = i;
	qsort_r(o->frames, s->nr_frames, sizeof(*o->frames), compare_frames, s);
	return 0;
}

/* Frames get the numbers of their places. */
static int place_frames(struct order *o, uint32_t **place)
{
	struct stacks *s = o->stacks;
	struct stacks_frame *frames = calloc(s->nr_frames + 1, sizeof(*frames));
	uint32_t i;

	*place = calloc(s->nr_frames + 1, sizeof(**place));
	if (!frames || !*place) {
		free(frames);
		return -ENOMEM;
	}
	for (i = 0; i < s->nr_frames; i++) {
		frames[i] = s->frames[o->frames[i]];
		(*place)[o->frames[i]] = i;
	}
	free(s->frames);
	s->frames = frames;
	s->cap_frames = s->nr_frames + 1;
	return 0;
}

/* ---- nodes ---- */

static uint32_t parent_of(const struct order *o, uint32_t node)
{
	return o->tree->nodes.at[node].first;
}

static uint32_t frame_of(const struct order *o, uint32_t node)
{
	return o->tree->nodes.at[node].second;
}

/* All but the root, by counting. */
static int deal_nodes(struct order *o, const uint32_t *place)
{
	uint32_t *next = calloc(o->stacks->nr_frames + 2, sizeof(*next)), i;

	if (!next)
		return -ENOMEM;
	for (i = 1; i < o->tree->nodes.nr; i++)
		next[place[frame_of(o, i)] + 1]++;
	for (i = 1; i <= o->stacks->nr_frames; i++)
		next[i] += next[i - 1];
	for (i = 1; i < o->tree->nodes.nr; i++)
		o->sorted[next[place[frame_of(o, i)]]++] = i;
	free(next);
	return 0;
}

static void sum_up(struct order *o)
{
	uint32_t i;
	int side;

	for (i = o->tree->nodes.nr; i--;)
		for (side = 0; side < NR_SIDES; side++) {
			o->total[i].of[side] += o->tree->self[i].of[side];
			if (i != STACKS_ROOT)
				o->total[parent_of(o, i)].of[side] += o->total[i].of[side];
		}
}

static bool costs(const struct order *o, uint32_t node)
{
	return o->total[node].of[SIDE_BASE] > 0 || o->total[node].of[SIDE_NEW] > 0;
}

static void link_children(struct order *o)
{
	uint32_t i, node;

	for (i = o->tree->nodes.nr - 1; i--;) {
		node = o->sorted[i];
		if (!costs(o, node))
			continue;
		o->sibling[node] = o->child[parent_of(o, node)];
		o->child[parent_of(o, node)] = node;
	}
}

static void write_node(struct order *o, uint32_t node, const uint32_t *place)
{
	struct stacks *s = o->stacks;
	struct stacks_node *out = &s->nodes[s->nr];
	int side;

	o->number[node] = s->nr++;
	out->parent = o->number[parent_of(o, node)];
	out->frame = place[frame_of(o, node)];
	for (side = 0; side < NR_SIDES; side++) {
		out->self[side] = o->tree->self[node].of[side];
		out->total[side] = o->total[node].of[side];
	}
}

static void number_nodes(struct order *o, const uint32_t *place)
{
	uint32_t n = o->child[STACKS_ROOT];

	memset(o->number, 0xff, o->tree->nodes.nr * sizeof(*o->number));
	while (n) {
		write_node(o, n, place);
		if (o->child[n]) {
			n = o->child[n];
			continue;
		}
		while (n && !o->sibling[n])
			n = parent_of(o, n);
		n = o->sibling[n];
	}
}

static void renumber(const struct order *o)
{
	const struct diff *diff = o->stacks->source->diff;
	uint32_t *at, file, i;

	for (file = 0; file < diff->options->nr_files; file++) {
		at = o->stacks->at[file];
		for (i = 0; at && i < diff->profiles[file].tree->nr; i++)
			at[i] = at[i] == STACKS_NONE ? STACKS_NONE : o->number[at[i]];
	}
}

static int prepare(struct order *o)
{
	uint32_t nr = o->tree->nodes.nr;

	o->total = calloc(nr, sizeof(*o->total));
	o->sorted = calloc(nr, sizeof(*o->sorted));
	o->child = calloc(nr, sizeof(*o->child));
	o->sibling = calloc(nr, sizeof(*o->sibling));
	o->number = calloc(nr, sizeof(*o->number));
	o->stacks->nodes = calloc(nr, sizeof(*o->stacks->nodes));
	return o->total && o->sorted && o->child && o->sibling && o->number && o->stacks->nodes ?
		       0 :
		       -ENOMEM;
}

int stacks_order(struct stacks *s, const struct stacks_tree *tree)
{
	struct order o = { .stacks = s, .tree = tree };
	uint32_t *place = NULL;
	int err = prepare(&o);

	if (!err)
		err = sort_frames(&o);
	if (!err)
		err = place_frames(&o, &place);
	if (!err)
		err = deal_nodes(&o, place);
	if (!err) {
		sum_up(&o);
		link_children(&o);
		number_nodes(&o, place);
		renumber(&o);
	}
	free(place);
	free(o.total);
	free(o.frames);
	free(o.sorted);
	free(o.child);
	free(o.sibling);
	free(o.number);
	return err;
}
