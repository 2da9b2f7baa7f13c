/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The sort key "parent": of each call chain the first function, from the innermost one on, whose
 * name matches a regular expression.
 */
#ifndef USER_MARKDIFF_PARENT_H
#define USER_MARKDIFF_PARENT_H

#include "user/markdiff/profile/calltree.h"

#define PARENT_REGEX "^sys_|^do_page_fault" /* perf's: what user programs called, and page faults */
#define PARENT_OTHER "[other]"		    /* what has no parent, as perf shows it */

/**
 * parents_find - the parent of each node of a tree, after calltree_match()
 * @regex: extended; NULL is PARENT_REGEX
 * @names: the common ones; PARENT_OTHER is added to them
 * @parents: gets an array beside the nodes, of names; to be freed
 *
 * Returns 0, -EINVAL for a bad expression, or -ENOMEM.
 */
int parents_find(const struct calltree *tree, struct names *names, const char *regex,
		 uint32_t **parents);

/**
 * parents_each - what was spent at each end of a chain of an event, and its parent
 * @parents: of parents_find()
 * @take: a value other than 0 ends the walk and is returned
 *
 * The sums over all are those of profile->spent, which is without parents.
 */
typedef int (*parent_fn)(void *ctx, const struct spent *spent, double squares,
			 const struct resolved *resolved, uint32_t parent);
int parents_each(const struct calltree *tree, uint32_t event, const uint32_t *parents,
		 parent_fn take, void *ctx);

#endif
