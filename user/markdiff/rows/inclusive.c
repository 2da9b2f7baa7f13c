// SPDX-License-Identifier: GPL-2.0-only
/*
 * One walk over the call tree, depth first.  On the way down each row counts how often it is on the
 * path; on the way up the sum of a sub-tree goes to the rows of its top which are not on the path
 * any more.  So recursion counts once, and the walk takes as long as the tree is large, however
 * deep it is.
 */
#include "user/markdiff/rows/inclusive.h"

#include <errno.h>
#include <stdlib.h>

#include "user/markdiff/rows/block_costs.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/profile/resolve.h"

struct tree_walk {
	struct hist *hist;
	uint32_t file;
	struct calltree *tree;
	const struct calltree_group *group;
	uint32_t *child, *sibling; /* by node; 0: none, as 0 is a root */
	uint64_t *sum;
	struct spread_sum *spread; /* by node, for verdicts; or NULL */
};

struct spread_sum {
	uint64_t samples;
	double squares;
};

/* The function's row, for this group; NULL where a filter hides it. */
static int get_row(struct tree_walk *w, struct calltree_function *f,
		   const struct calltree_node *node)
{
	struct spent at = w->group->spent;

	if (f->root == w->group->root)
		return 0;
	f->root = w->group->root;
	f->row = NULL;
	if (f->resolved.hidden)
		return 0;
	at.addr = node->addr;
	at.object = node->object;
	at.mode = node->mode;
	f->row = hist_row(w->hist, w->file, &at, &f->resolved);
	return f->row ? 0 : -ENOMEM;
}

static int enter(struct tree_walk *w, uint32_t n)
{
	const struct calltree_frame *frame = &w->tree->frames[w->tree->frame_of[n]];
	uint32_t i;
	int err = 0;

	for (i = frame->first; i < frame->first + frame->nr && !err; i++) {
		err = get_row(w, &w->tree->functions[i], &w->tree->nodes[n]);
		if (!err && w->tree->functions[i].row)
			w->tree->functions[i].row->on_path++;
	}
	return err;
}

static void add_spread(struct tree_walk *w, uint32_t n, struct row *row)
{
	struct spread *spread = &row_spread(w->hist, row)[w->file];

	spread->children_samples += w->spread[n].samples;
	spread->children_squares += w->spread[n].squares;
}

static void pass_up(struct tree_walk *w, uint32_t n)
{
	uint32_t parent = w->tree->nodes[n].parent;

	w->sum[parent] += w->sum[n];
	if (!w->spread)
		return;
	w->spread[parent].samples += w->spread[n].samples;
	w->spread[parent].squares += w->spread[n].squares;
}

static int leave(struct tree_walk *w, uint32_t n)
{
	const struct calltree_frame *frame = &w->tree->frames[w->tree->frame_of[n]];
	struct row *row;
	uint32_t i;
	int err = 0;

	for (i = frame->first; i < frame->first + frame->nr; i++) {
		row = w->tree->functions[i].row;
		if (!row || --row->on_path)
			continue;
		row->cells[w->file].children += w->sum[n];
		if (w->spread)
			add_spread(w, n, row);
		if (w->hist->costs && !err)
			err = block_costs_add(w->hist->costs, row, true, w->file,
					      w->group->spent.tag, w->sum[n]);
	}
	pass_up(w, n);
	return err;
}

static int walk_group(struct tree_walk *w)
{
	uint32_t root = w->group->root, n = w->child[root];
	int err = 0;

	while (n && n != root && !err) {
		err = enter(w, n);
		if (w->child[n]) {
			n = w->child[n];
			continue;
		}
		while (n != root && !w->sibling[n] && !err) {
			err = leave(w, n);
			n = w->tree->nodes[n].parent;
		}
		if (n != root && !err) {
			err = leave(w, n);
			n = w->sibling[n];
		}
	}
	return err;
}

static void begin_spread(struct tree_walk *w, bool folded)
{
	const struct calltree *t = w->tree;
	uint32_t i;

	for (i = 0; i < t->nr && w->spread; i++) {
		w->spread[i].samples = folded ? t->nodes[i].period : t->nodes[i].samples;
		w->spread[i].squares = folded ? t->nodes[i].period : t->squares[i];
	}
}

/* Parents have lower numbers than their children, and node 0 is a root. */
static void link_children(struct tree_walk *w)
{
	const struct calltree_node *nodes = w->tree->nodes;
	uint32_t i;

	for (i = w->tree->nr; i--;) {
		w->sum[i] = nodes[i].period;
		if (nodes[i].parent == CALLTREE_NONE)
			continue;
		w->sibling[i] = w->child[nodes[i].parent];
		w->child[nodes[i].parent] = i;
	}
}

/* Rows of an earlier table are gone. */
static void forget_rows(struct calltree *tree)
{
	uint32_t i;

	for (i = 0; i < tree->nr_functions; i++)
		tree->functions[i].root = CALLTREE_NONE;
}

int inclusive_add(struct hist *hist, uint32_t file, uint32_t event, struct profile *profile)
{
	struct calltree *tree = profile->tree;
	struct tree_walk w = { .hist = hist, .file = file, .tree = tree };
	uint32_t i;
	int err = -ENOMEM;

	w.child = calloc(tree->nr + 1, sizeof(*w.child));
	w.sibling = calloc(tree->nr + 1, sizeof(*w.sibling));
	w.sum = calloc(tree->nr + 1, sizeof(*w.sum));
	if (tree->squares)
		w.spread = calloc(tree->nr + 1, sizeof(*w.spread));
	if (w.child && w.sibling && w.sum && (w.spread || !tree->squares)) {
		link_children(&w);
		begin_spread(&w, profile->folded);
		forget_rows(tree);
		err = 0;
	}
	for (i = 0; i < tree->nr_groups && !err; i++) {
		w.group = &tree->groups[i];
		if (w.group->spent.event == event)
			err = walk_group(&w);
	}
	free(w.child);
	free(w.sibling);
	free(w.sum);
	free(w.spread);
	return err;
}
