// SPDX-License-Identifier: GPL-2.0-only
/*
 * A node's parent is its own function, if that matches, else its caller's parent.  Callers have
 * lower numbers, so one pass finds all.
 */
#include "user/markdiff/rows/parent.h"

#include <errno.h>
#include <regex.h>
#include <stdlib.h>

#include "user/markdiff/profile/resolve.h"

/* By function of the tree: its name if it matches, else NAME_NONE. */
static uint32_t *match_functions(const struct calltree *t, const struct names *names,
				 const regex_t *regex)
{
	uint32_t *matches = calloc(t->nr_functions + 1, sizeof(*matches)), i, name;

	for (i = 0; matches && i < t->nr_functions; i++) {
		name = t->functions[i].resolved.symbol;
		if (name && !regexec(regex, names_text(names, name), 0, NULL, 0))
			matches[i] = name;
	}
	return matches;
}

static uint32_t match_frame(const struct calltree *t, uint32_t node, const uint32_t *matches)
{
	const struct calltree_frame *frame = &t->frames[t->frame_of[node]];
	uint32_t i;

	for (i = frame->first; i < frame->first + frame->nr; i++)
		if (matches[i])
			return matches[i];
	return NAME_NONE;
}

static void find_all(const struct calltree *t, const uint32_t *matches, uint32_t other,
		     uint32_t *parents)
{
	uint32_t i;

	for (i = 0; i < t->nr; i++) {
		if (t->nodes[i].parent == CALLTREE_NONE) {
			parents[i] = other;
			continue;
		}
		parents[i] = match_frame(t, i, matches);
		if (!parents[i])
			parents[i] = parents[t->nodes[i].parent];
	}
}

int parents_find(const struct calltree *t, struct names *names, const char *text,
		 uint32_t **parents)
{
	uint32_t *matches, other;
	regex_t regex;
	int err;

	*parents = NULL;
	if (regcomp(&regex, text ? text : PARENT_REGEX, REG_EXTENDED | REG_NOSUB))
		return -EINVAL;
	matches = match_functions(t, names, &regex);
	regfree(&regex);
	err = matches ? names_add(names, PARENT_OTHER, &other) : -ENOMEM;
	if (!err) {
		*parents = calloc(t->nr + 1, sizeof(**parents));
		err = *parents ? 0 : -ENOMEM;
	}
	if (!err)
		find_all(t, matches, other, *parents);
	free(matches);
	return err;
}

static int take_node(const struct calltree *t, uint32_t node, const struct calltree_group *group,
		     uint32_t parent, parent_fn take, void *ctx)
{
	const struct calltree_node *n = &t->nodes[node];
	const struct calltree_frame *frame = &t->frames[t->frame_of[node]];
	struct spent spent = group->spent;

	spent.addr = n->addr;
	spent.object = n->object;
	spent.mode = n->mode;
	spent.period = n->period;
	spent.samples = n->samples;
	return take(ctx, &spent, t->squares ? t->squares[node] : 0,
		    &t->functions[frame->first].resolved, parent);
}

int parents_each(const struct calltree *t, uint32_t event, const uint32_t *parents, parent_fn take,
		 void *ctx)
{
	uint32_t *root_of = calloc(t->nr + 1, sizeof(*root_of)), i;
	const struct calltree_group *group;
	int err = root_of ? 0 : -ENOMEM;

	for (i = 0; i < t->nr && !err; i++) {
		if (t->nodes[i].parent == CALLTREE_NONE) {
			root_of[i] = i;
			continue;
		}
		root_of[i] = root_of[t->nodes[i].parent];
		group = &t->groups[t->nodes[root_of[i]].object];
		if (t->nodes[i].samples && group->spent.event == event)
			err = take_node(t, i, group, parents[i], take, ctx);
	}
	free(root_of);
	return err;
}
