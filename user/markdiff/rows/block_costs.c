// SPDX-License-Identifier: GPL-2.0-only
/*
 * A list of what was spent, sorted by row, file and block when it is complete.
 */
#include "user/markdiff/rows/block_costs.h"

#include <errno.h>
#include <stdlib.h>

#include "user/lib/array.h"

int block_costs_new(struct block_costs **costs)
{
	*costs = calloc(1, sizeof(**costs));
	return *costs ? 0 : -ENOMEM;
}

void block_costs_free(struct block_costs *c)
{
	if (!c)
		return;
	free(c->list);
	free(c->nr_blocks);
	free(c->at);
	free(c->costs);
	free(c);
}

int block_costs_add(struct block_costs *c, const struct row *row, bool inclusive, uint32_t file,
		    uint32_t tag, uint64_t cost)
{
	if (array_room(c->list, c->nr, c->cap))
		return -ENOMEM;
	c->list[c->nr++] = (struct block_cost){ row, inclusive, file, tag, cost };
	return 0;
}

/* ---- blocks of tags ---- */

struct tag_block {
	uint64_t tid, block;
	uint32_t tag;
};

static int by_block(const void *left, const void *right)
{
	const struct tag_block *a = left, *b = right;

	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return (a->block > b->block) - (a->block < b->block);
}

/* Tags that differ by other things may be of one block.  @blocks: beside the tags. */
static int number_blocks(const struct tags *tags, uint32_t *blocks, uint32_t *nr)
{
	struct tag_block *list = calloc((size_t)tags->nr + 1, sizeof(*list));
	uint32_t i;

	*nr = 0;
	if (!list)
		return -ENOMEM;
	for (i = 0; i < tags->nr; i++)
		list[i] = (struct tag_block){ tags_value(tags, i, TAG_TID),
					      tags_value(tags, i, TAG_BLOCK), i };
	qsort(list, tags->nr, sizeof(*list), by_block);
	for (i = 0; i < tags->nr; i++) {
		*nr += !i || by_block(&list[i - 1], &list[i]) != 0;
		blocks[list[i].tag] = *nr - 1;
	}
	free(list);
	return 0;
}

static int number_file(struct block_costs *c, const struct profile *p, uint32_t file)
{
	uint32_t *blocks = calloc((size_t)p->tags.nr + 1, sizeof(*blocks)), i;
	int err = blocks ? number_blocks(&p->tags, blocks, &c->nr_blocks[file]) : -ENOMEM;

	for (i = 0; i < c->nr && !err; i++)
		if (c->list[i].file == file)
			c->list[i].block = blocks[c->list[i].block];
	free(blocks);
	return err;
}

/* ---- order ---- */

static int by_run(const struct block_cost *a, const struct block_cost *b)
{
	if (a->row != b->row)
		return (uintptr_t)a->row < (uintptr_t)b->row ? -1 : 1;
	if (a->inclusive != b->inclusive)
		return a->inclusive - b->inclusive;
	return (a->file > b->file) - (a->file < b->file);
}

static int by_place(const void *left, const void *right)
{
	const struct block_cost *a = left, *b = right;
	int order = by_run(a, b);

	return order ? order : (a->block > b->block) - (a->block < b->block);
}

static void sum_up(struct block_costs *c)
{
	uint32_t i, nr = 0;

	for (i = 0; i < c->nr; i++) {
		if (nr && !by_place(&c->list[nr - 1], &c->list[i]))
			c->list[nr - 1].cost += c->list[i].cost;
		else
			c->list[nr++] = c->list[i];
	}
	c->nr = nr;
}

int block_costs_end(struct block_costs *c, const struct profile *profiles, uint32_t nr_files)
{
	uint32_t i;
	int err = 0;

	c->nr_blocks = calloc(nr_files, sizeof(*c->nr_blocks));
	c->at = calloc((size_t)c->nr + 1, sizeof(*c->at));
	c->costs = calloc((size_t)c->nr + 1, sizeof(*c->costs));
	if (!c->nr_blocks || !c->at || !c->costs)
		return -ENOMEM;
	for (i = 0; i < nr_files && !err; i++)
		err = number_file(c, &profiles[i], i);
	if (c->nr)
		qsort(c->list, c->nr, sizeof(*c->list), by_place);
	sum_up(c);
	for (i = 0; i < c->nr; i++) {
		c->at[i] = c->list[i].block;
		c->costs[i] = c->list[i].cost;
	}
	return err;
}

/* The first that does not come before. */
static uint32_t find(const struct block_costs *c, const struct block_cost *run)
{
	uint32_t low = 0, high = c->nr;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (by_run(&c->list[middle], run) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct block_run block_costs_run(const struct block_costs *c, const struct row *row, bool inclusive,
				 uint32_t file, double work)
{
	const struct block_cost run = { .row = row, .inclusive = inclusive, .file = file };
	uint32_t first = find(c, &run), end = first;

	while (end < c->nr && !by_run(&c->list[end], &run))
		end++;
	return (struct block_run){ .blocks = c->costs + first,
				   .nr = c->nr_blocks[file],
				   .work = work,
				   .at = c->at + first,
				   .nr_at = end - first };
}
