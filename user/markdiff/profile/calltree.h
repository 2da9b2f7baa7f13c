/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The call chains of a recording as one tree, from the outermost caller down to where the samples
 * fell.
 *
 *	root		what samples have beside their place: event, thread, ... (a struct spent)
 *	  main
 *	    work	period: of the chains that end here
 *	      hash
 *
 * Chains come in hundreds of thousands and share their beginnings, so each sample costs a look-up
 * a frame and no memory but for what is new.  Names come later, once for each distinct address.
 */
#ifndef USER_MARKDIFF_CALLTREE_H
#define USER_MARKDIFF_CALLTREE_H

#include "user/lib/slots.h"
#include "user/markdiff/profile/profile.h"

#define CALLTREE_NONE UINT32_MAX

struct calltree_node {
	uint64_t addr;
	uint64_t period; /* of the chains that end here */
	uint32_t parent; /* lower than its own number; CALLTREE_NONE: a root */
	uint32_t object; /* a root's: the index of its group */
	uint32_t samples;
	uint16_t mode;
};

/* What an address is part of: a function, or what was inlined there and the function. */
struct calltree_function {
	struct resolved resolved;
	struct row *row; /* where the last cost of it went to, and for which root */
	uint32_t root;
};

struct calltree_frame {
	uint32_t first, nr; /* functions, the innermost first */
	uint32_t node;	    /* the first of the place */
};

struct calltree_group {
	struct spent spent; /* without a place */
	uint32_t root;
};

struct calltree_step {
	uint64_t ip;
	uint16_t mode;
};

struct calltree {
	struct calltree_node *nodes;
	uint32_t nr, cap;
	bool with_squares;
	double *squares;    /* beside nodes, of the periods; or NULL */
	struct slots slots; /* of nodes */
	struct calltree_group *groups;
	uint32_t nr_groups, cap_groups, last_group;
	struct slots group_slots;
	struct calltree_step *path; /* of the sample at hand, the innermost first */
	uint32_t cap_path;

	/* After calltree_resolve(). */
	uint32_t *frame_of; /* by node */
	struct calltree_frame *frames;
	struct calltree_function *functions;
	uint32_t nr_frames, cap_frames, nr_functions, cap_functions;
};

/**
 * calltree_new - an empty tree
 * @with_squares: whether the squares of the periods are summed up, too
 */
int calltree_new(struct calltree **tree, bool with_squares);
void calltree_free(struct calltree *tree);

/**
 * calltree_take - add a sample's chain; only inside of the walk over the samples
 * @spent: where the sample fell, and what else is known of it
 *
 * A caller is looked up one byte before the address that it is returned to: behind a call that
 * does not return, the next function begins.
 */
int calltree_take(struct calltree *tree, struct perfdata *pd, const struct perfdata_sample *sample,
		  const struct spent *spent);

/**
 * calltree_root - the root for what a sample has beside its place
 * calltree_child - the node below @node for a place; becomes @node
 *
 * To build other paths than call chains.
 */
int calltree_root(struct calltree *tree, const struct spent *spent, uint32_t *node);
int calltree_child(struct calltree *tree, const struct spent *place, uint32_t *node);

struct resolver;

/**
 * calltree_resolve - find the function of each distinct address
 *
 * Their numbers become names in calltree_match(), when the symbols of all files are known.
 */
int calltree_resolve(struct calltree *tree, struct resolver *resolver);
void calltree_match(struct calltree *tree, const struct match_symbols *match);

#endif
