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
 * This file builds the spaces from the side records in the order of time; locate.c asks them.
 */
#include "user/perfdata/internal.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>

struct builder {
	struct perfdata *pd;
	struct idmap current; /* pid -> its space now */
};

static int space_new(struct builder *b, uint32_t pid, uint32_t parent, struct stamp since,
		     uint32_t *index)
{
	struct perfdata *pd = b->pd;

	assert(pd->nr_spaces <= pd->max_spaces);
	*index = pd->nr_spaces++;
	pd->spaces[*index] = (struct space){ .pid = pid, .parent = parent, .since = since };
	return *index == SPACE_KERNEL ? 0 : idmap_put(&b->current, pid, *index);
}

/* The space that a process is in; one that nothing was said of began with the recording. */
static int space_current(struct builder *b, uint32_t pid, uint32_t *index)
{
	*index = idmap_get(&b->current, pid);
	if (*index != IDMAP_NONE)
		return 0;
	return space_new(b, pid, SPACE_NONE, (struct stamp){ 0, 0 }, index);
}

static void map_add(struct builder *b, const struct map *map)
{
	struct perfdata *pd = b->pd;

	assert(pd->nr_maps < pd->max_maps);
	pd->maps[pd->nr_maps++] = *map;
	pd->spaces[map->space].nr_maps++;
}

static int take_mmap(struct builder *b, const struct record *record, struct stamp since)
{
	uint32_t mode = record->header.misc & PERFDATA_MODE_MASK;
	struct map map = { .since = since };
	struct perfdata_object object;
	struct mmap_record m;
	int err;

	if (!record_mmap(record, &m))
		return 0;
	object_classify(&m, mode, &object);
	if (object.kind == PERFDATA_MODULE)
		object.reference = m.start;
	err = object_find(b->pd, &object, &map.object);
	if (err)
		return err;
	map.start = m.start;
	map.end = m.start + m.len;
	map.pgoff = object.kind == PERFDATA_VDSO ? 0 : m.pgoff;
	if (mode == PERFDATA_MODE_KERNEL || mode == PERFDATA_MODE_GUEST_KERNEL)
		map.space = SPACE_KERNEL;
	else
		err = space_current(b, m.pid, &map.space);
	if (!err)
		map_add(b, &map);
	return err;
}

static int take_ksymbol(struct builder *b, const struct record *record, struct stamp since)
{
	struct map map = { .since = since, .space = SPACE_KERNEL, .object = PERFDATA_NO_OBJECT };
	struct perfdata_object object = { .kind = PERFDATA_KSYMBOL };
	struct ksymbol_record k;
	int err = 0;

	if (!record_ksymbol(record, &k))
		return 0;
	object.name = k.name;
	if (!k.unregister)
		err = object_find(b->pd, &object, &map.object);
	map.start = k.start;
	map.end = k.start + k.len;
	if (!err)
		map_add(b, &map);
	return err;
}

static int take_fork(struct builder *b, const struct record *record, struct stamp since)
{
	struct task_record t;
	uint32_t parent = SPACE_NONE, index;
	int err = 0;

	if (!record_task(record, &t) || t.pid == t.ppid)
		return 0;
	if (!(record->header.misc & MISC_FORK_EXEC))
		err = space_current(b, t.ppid, &parent);
	return err ? err : space_new(b, t.pid, parent, since, &index);
}

static int take_exec(struct builder *b, const struct record *record, struct stamp since)
{
	struct task_record t;
	const char *name;
	uint32_t index;

	if (!(record->header.misc & MISC_COMM_EXEC) || !record_comm(record, &t, &name))
		return 0;
	return space_new(b, t.pid, SPACE_NONE, since, &index);
}

static int take(struct builder *b, const struct stamp *stamp)
{
	struct record record;

	if (!side_record(b->pd, stamp, &record))
		return 0;
	switch (record.header.type) {
	case RECORD_MMAP:
	case RECORD_MMAP2:
		return take_mmap(b, &record, *stamp);
	case RECORD_KSYMBOL:
		return take_ksymbol(b, &record, *stamp);
	case RECORD_FORK:
		return take_fork(b, &record, *stamp);
	case RECORD_COMM:
		return take_exec(b, &record, *stamp);
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

	if (spaces[left].pid != spaces[right].pid)
		return spaces[left].pid < spaces[right].pid ? -1 : 1;
	return left < right ? -1 : left > right;
}

static int spaces_arrange(struct perfdata *pd)
{
	uint32_t i;

	pd->by_pid = malloc(pd->nr_spaces * sizeof(*pd->by_pid));
	pd->recent = calloc(RECENT_MAPS, sizeof(*pd->recent));
	pd->recent_pids = calloc(RECENT_PIDS, sizeof(*pd->recent_pids));
	if (!pd->by_pid || !pd->recent || !pd->recent_pids)
		return -ENOMEM;
	for (i = 0; i < pd->nr_spaces; i++)
		pd->by_pid[i] = i;
	qsort_r(pd->by_pid + 1, pd->nr_spaces - 1, sizeof(*pd->by_pid), compare_spaces, pd->spaces);
	maps_arrange(pd);
	return 0;
}

int spaces_build(struct perfdata *pd)
{
	struct builder b = { .pd = pd };
	uint32_t kernel;
	size_t i;
	int err;

	pd->spaces = malloc((pd->max_spaces + 1) * sizeof(*pd->spaces));
	pd->maps = malloc((pd->max_maps + 1) * sizeof(*pd->maps));
	if (!pd->spaces || !pd->maps || pd->max_spaces >= SPACE_NONE)
		return -ENOMEM;
	err = space_new(&b, UINT32_MAX, SPACE_NONE, (struct stamp){ 0, 0 }, &kernel);
	for (i = 0; i < pd->nr_side && !err; i++)
		err = take(&b, &pd->side[i]);
	idmap_free(&b.current);
	return err ? err : spaces_arrange(pd);
}
