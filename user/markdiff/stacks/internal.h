/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of stacks.h share: the tree while it grows.
 *
 *	stacks.c	from recordings to a tree, stack by stack
 *	stacks/order.c	the same tree with its children in the order of their names
 */
#ifndef USER_MARKDIFF_STACKS_INTERNAL_H
#define USER_MARKDIFF_STACKS_INTERNAL_H

#include "user/markdiff/profile/pairs.h"
#include "user/markdiff/stacks/stacks.h"

/* Number 0 is what called all others: its frame is STACKS_NONE. */
#define STACKS_ROOT 0

struct stacks_cost {
	double of[NR_SIDES];
};

struct stacks_tree {
	struct pairs nodes; /* parent and frame */
	struct stacks_cost *self;
	uint32_t cap;
};

/**
 * stacks_order - make the nodes of what was merged; those that cost nothing are left out
 *
 * Numbers in stacks->at become those of the nodes.
 */
int stacks_order(struct stacks *stacks, const struct stacks_tree *tree);

#endif
