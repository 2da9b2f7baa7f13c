// SPDX-License-Identifier: GPL-2.0-only
/*
 * Address spaces over time: what was mapped at an address, at a time.
 *
 * A space lives from fork or exec to the next exec of its process.  It never changes once built:
 * it is the list of all its mappings, each with the moment it came, and the newest one that is
 * not younger than the question is the answer.  What fork copied is not copied here; a question
 * that a space cannot answer goes to the parent's space, as of the moment of the fork.
 *
 *	space of pid 10   |--- exec ---- map A ------- map B (hides part of A) ------->
 *	space of pid 11                        |fork: asks pid 10's space, as of here
 *
 * A space's maps are sorted by start and form an implicit binary tree: the middle of a range is
 * the root, the halves are the sub-trees, max_end is the largest end of a sub-tree.  So an address
 * finds all maps over it in O(log n + hits), whatever the file contains.
 *
 * A kernel is a space too; those of all guests are one, as a recording seldom has more than one.
 *
 * This file builds the spaces from the side records in the order of time; locate.c asks them.
 */
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

#include "user/perfdata/internal.h"

#define NR_KERNELS 2 /* the host's and the guests' */

struct builder {
	struct perfdata *pd;
	struct idmap current; /* task -> its space now */
};

static int space_new(struct builder *b, task_key task, uint32_t parent, struct stamp since,
		     uint32_t *index)
{
	struct perfdata *pd = b->pd;

	assert(pd->nr_spaces < pd->max_spaces + NR_KERNELS);
	*index = pd->nr_spaces++;
	pd->spaces[*index] = (struct space){ .task = task, .parent = parent, .since = since };
	return idmap_put(&b->current, task, *index);
}

/* The space that a process is in; one that nothing was said of began with the recording. */
static int space_current(struct builder *b, task_key task, uint32_t *index)
{
	*index = idmap_get(&b->current, task);
	if (*index != IDMAP_NONE)
		return 0;
	return space_new(b, task, SPACE_NONE, (struct stamp){ 0, 0 }, index);
}

static int take_map(struct builder *b, const struct side *side)
{
	struct perfdata *pd = b->pd;
	struct map *map = &pd->maps[pd->nr_maps];
	task_key task = side->kernel ? kernel_of(side->machine) : task_of(side->machine, side->pid);
	uint32_t space;
	int err = space_current(b, task, &space);

	if (err)
		return err;
	assert(pd->nr_maps < pd->max_maps);
	pd->nr_maps++;
	*map = (struct map){ .start = side->map.start,
			     .end = side->map.end,
			     .pgoff = side->map.pgoff,
			     .object = side->map.object,
			     .since = side->since,
			     .space = space };
	pd->spaces[space].nr_maps++;
	return 0;
}

static int take_fork(struct builder *b, const struct side *side)
{
	uint32_t parent = SPACE_NONE, index;
	int err = 0;

	if (side->pid == side->fork.ppid)
		return 0;
	if (!side->exec)
		err = space_current(b, task_of(side->machine, side->fork.ppid), &parent);
	return err ? err :
		     space_new(b, task_of(side->machine, side->pid), parent, side->since, &index);
}

static int take(struct builder *b, const struct side *side)
{
	uint32_t index;

	switch (side->kind) {
	case SIDE_MAP:
		return take_map(b, side);
	case SIDE_FORK:
		return take_fork(b, side);
	case SIDE_COMM:
		if (!side->exec)
			return 0;
		return space_new(b, task_of(side->machine, side->pid), SPACE_NONE, side->since,
				 &index);
	default:
		return 0;
	}
}

static int compare_maps(const void *a, const void *b)
{
	const struct map *left = a, *right = b;

	if (left->space != right->space)
		return left->space < right->space ? -1 : 1;
	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return stamp_before(left->since, right->since) ? -1 :
							 stamp_before(right->since, left->since);
}

static uint64_t tree_build(struct map *maps, uint32_t lo, uint32_t hi)
{
	uint32_t mid = lo + (hi - lo) / 2;
	uint64_t left, right, max;

	if (lo == hi)
		return 0;
	left = tree_build(maps, lo, mid);
	right = tree_build(maps, mid + 1, hi);
	max = left > right ? left : right;
	maps[mid].max_end = maps[mid].end > max ? maps[mid].end : max;
	return maps[mid].max_end;
}

static void maps_arrange(struct perfdata *pd)
{
	uint32_t i, first = 0;

	if (pd->nr_maps)
		qsort(pd->maps, pd->nr_maps, sizeof(*pd->maps), compare_maps);
	for (i = 0; i < pd->nr_spaces; i++) {
		pd->spaces[i].first_map = first;
		if (pd->spaces[i].nr_maps)
			tree_build(pd->maps + first, 0, pd->spaces[i].nr_maps);
		first += pd->spaces[i].nr_maps;
	}
}

static int compare_spaces(const void *a, const void *b, void *arg)
{
	const struct space *spaces = arg;
	uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;

	if (spaces[left].task != spaces[right].task)
		return spaces[left].task < spaces[right].task ? -1 : 1;
	return left < right ? -1 : left > right;
}

static int spaces_arrange(struct perfdata *pd)
{
	uint32_t i;

	pd->by_task = malloc(pd->nr_spaces * sizeof(*pd->by_task) + 1);
	pd->recent = calloc(RECENT_MAPS, sizeof(*pd->recent));
	pd->recent_pids = calloc(RECENT_PIDS, sizeof(*pd->recent_pids));
	if (!pd->by_task || !pd->recent || !pd->recent_pids)
		return -ENOMEM;
	for (i = 0; i < pd->nr_spaces; i++)
		pd->by_task[i] = i;
	if (pd->nr_spaces)
		qsort_r(pd->by_task, pd->nr_spaces, sizeof(*pd->by_task), compare_spaces,
			pd->spaces);
	maps_arrange(pd);
	return 0;
}

int spaces_build(struct perfdata *pd)
{
	struct builder b = { .pd = pd };
	size_t i;
	int err = 0;

	pd->spaces = malloc((pd->max_spaces + NR_KERNELS) * sizeof(*pd->spaces));
	pd->maps = malloc((pd->max_maps + 1) * sizeof(*pd->maps));
	if (!pd->spaces || !pd->maps || pd->max_spaces + NR_KERNELS >= SPACE_NONE)
		return -ENOMEM;
	for (i = 0; i < pd->nr_side && !err; i++)
		err = take(&b, &pd->side[i]);
	pd->kernels[MACHINE_HOST] = idmap_get(&b.current, kernel_of(MACHINE_HOST));
	pd->kernels[MACHINE_GUEST] = idmap_get(&b.current, kernel_of(MACHINE_GUEST));
	idmap_free(&b.current);
	return err ? err : spaces_arrange(pd);
}
