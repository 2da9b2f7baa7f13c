// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows, found by the numbers of their names.  All files share the table, so adding a file matches
 * it: what has equal names is one row.
 *
 * Addresses without a symbol are one row a dso, and show the lowest address; so does perf.
 */
#include "user/markdiff/rows/hist.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/rows/block_costs.h"
#include "user/markdiff/rows/inclusive.h"
#include "user/markdiff/match/match.h"
#include "user/markdiff/rows/parent.h"
#include "user/markdiff/rows/row_key.h"

static uint64_t hash_keys(const struct hist *h, const uint64_t *keys)
{
	uint64_t hash = 0;
	uint32_t i;

	for (i = 0; i < h->options->nr_keys; i++)
		hash = slots_mix(hash, keys[i]);
	return hash;
}

static uint64_t hash_of(const void *of, uint32_t number)
{
	const struct hist *h = of;

	return hash_keys(h, h->rows[number]->keys);
}

static bool is_row(const void *of, uint32_t number, const void *keys)
{
	const struct hist *h = of;

	return !memcmp(h->rows[number]->keys, keys, h->options->nr_keys * sizeof(uint64_t));
}

int hist_init(struct hist *h, const struct options *options, struct names *names)
{
	memset(h, 0, sizeof(*h));
	h->options = options;
	h->names = names;
	h->nr_files = options->nr_files;
	h->events = malloc(h->nr_files * sizeof(*h->events));
	h->totals = calloc(h->nr_files, sizeof(*h->totals));
	if (!h->events || !h->totals || array_room(h->rows, 0, h->cap) ||
	    names_add(names, "[unknown]", &h->unknown)) {
		hist_free(h);
		return -ENOMEM;
	}
	if (options->verdicts.replicates && block_costs_new(&h->costs)) {
		hist_free(h);
		return -ENOMEM;
	}
	memset(h->events, 0xff, h->nr_files * sizeof(*h->events));
	return 0;
}

/* perf shows a number with the name that its thread has at the end. */
static int find_comm(struct hist *h, struct row *row)
{
	uint32_t i;

	for (i = 0; i < h->options->nr_keys; i++)
		if (h->options->keys[i] == KEY_PID || h->options->keys[i] == KEY_TGID)
			return profile_comm_of(h->from, h->names, row->keys[i], &row->comm);
	return 0;
}

/* A row, its cells, its keys, and what verdicts need are one piece of memory. */
static size_t row_size(const struct hist *h)
{
	size_t spread = h->options->verdicts.asked ? sizeof(struct spread) : 0;

	return sizeof(struct row) + h->nr_files * (sizeof(struct cell) + spread) +
	       h->options->nr_keys * sizeof(uint64_t);
}

struct spread *row_spread(const struct hist *h, const struct row *row)
{
	return h->options->verdicts.asked ? (struct spread *)(row->keys + h->options->nr_keys) :
					    NULL;
}

static uint64_t *row_keys(const struct hist *h, struct row *row)
{
	return (uint64_t *)&row->cells[h->nr_files];
}

static struct row *row_new(struct hist *h, const struct row *key)
{
	struct row *row;

	if (array_room(h->rows, h->nr, h->cap))
		return NULL;
	row = calloc(1, row_size(h));
	if (!row)
		return NULL;
	*row = *key;
	row->keys = row_keys(h, row);
	memcpy(row->keys, key->keys, h->options->nr_keys * sizeof(*row->keys));
	if (find_comm(h, row) || slots_add(&h->slots, hash_keys(h, row->keys), h->nr, hash_of, h)) {
		free(row);
		return NULL;
	}
	h->rows[h->nr++] = row;
	return row;
}

struct row *row_copy(const struct hist *h, const struct row *row)
{
	struct row *copy = malloc(row_size(h));

	if (!copy)
		return NULL;
	memcpy(copy, row, row_size(h));
	copy->keys = row_keys(h, copy);
	return copy;
}

static struct row *find_row(struct hist *h, uint32_t file, const struct spent *s,
			    const struct resolved *r)
{
	uint64_t keys[NR_KEYS];
	struct row key = { .first = file, .mode = s->mode, .addr = s->addr, .keys = keys };
	uint32_t i, found;

	for (i = 0; i < h->options->nr_keys; i++)
		keys[i] = row_key_number(h, h->options->keys[i], s, r);
	found = slots_find(&h->slots, hash_keys(h, keys), is_row, h, keys);
	if (found != SLOTS_NONE)
		return h->rows[found];
	if (options_have_key(h->options, KEY_DSO))
		key.dso = r->dso;
	if (options_have_key(h->options, KEY_SYMBOL))
		key.symbol = r->symbol;
	return row_new(h, &key);
}

struct row *hist_row(struct hist *h, uint32_t file, const struct spent *s, const struct resolved *r)
{
	struct row *row = find_row(h, file, s, r);

	if (!row)
		return NULL;
	row->cells[file].present = true;
	/* perf compares addresses as signed numbers: the kernel's are the lowest. */
	if (row->first == file && (int64_t)s->addr < (int64_t)row->addr) {
		row->addr = s->addr;
		row->mode = s->mode;
	}
	return row;
}

/* A line of folded stacks is as many samples of 1 as it counts. */
static void add_spread(struct hist *h, struct spread *spread, const struct spent *s, double squares,
		       const struct resolved *r)
{
	spread->squares += h->from->folded ? s->period : squares;
	if (r->excluded)
		spread->excluded += s->period;
}

static int add_spent(struct hist *h, uint32_t file, const struct spent *s, double squares,
		     const struct resolved *r)
{
	struct row *row = hist_row(h, file, s, r);
	struct spread *spread;

	if (!row)
		return -ENOMEM;
	row->cells[file].period += s->period;
	row->cells[file].samples += s->samples;
	spread = row_spread(h, row);
	if (spread)
		add_spread(h, &spread[file], s, squares, r);
	return h->costs ? block_costs_add(h->costs, row, false, file, s->tag, s->period) : 0;
}

struct adding {
	struct hist *hist;
	uint32_t file;
};

static int add_below_parent(void *ctx, const struct spent *s, double squares,
			    const struct resolved *r, uint32_t parent)
{
	struct adding *adding = ctx;

	adding->hist->parent = parent;
	return r->hidden ? 0 : add_spent(adding->hist, adding->file, s, squares, r);
}

/* Equal addresses have many parents: the call tree has them apart, the profile has not. */
static int add_parents(struct hist *h, uint32_t file, uint32_t event, const struct profile *p)
{
	struct adding adding = { .hist = h, .file = file };
	uint32_t *parents;
	int err = parents_find(p->tree, h->names, h->options->parent, &parents);

	if (!err)
		err = parents_each(p->tree, event, parents, add_below_parent, &adding);
	free(parents);
	return err;
}

static bool in_total(const struct hist *h, const struct resolved *r)
{
	return !r->excluded && !(h->options->relative && r->hidden);
}

static int add_all(struct hist *h, uint32_t file, uint32_t event, const struct profile *p)
{
	uint32_t i;
	int err = 0;

	for (i = 0; i <= p->mask && !err; i++)
		if (p->spent[i].samples && p->spent[i].event == event && !p->resolved[i].hidden)
			err = add_spent(h, file, &p->spent[i], p->squares ? p->squares[i] : 0,
					&p->resolved[i]);
	for (i = 0; i <= p->mask && !err && h->costs; i++)
		if (p->spent[i].samples && p->spent[i].event == event &&
		    in_total(h, &p->resolved[i]))
			err = block_costs_add(h->costs, NULL, false, file, p->spent[i].tag,
					      p->spent[i].period);
	return err;
}

int hist_add(struct hist *h, uint32_t file, uint32_t event, struct profile *p)
{
	const struct event_total *total = &p->totals[event];
	int err;

	h->from = p;
	h->events[file] = event;
	h->totals[file] = h->options->relative ? total->shown : total->all;
	if (options_have_key(h->options, KEY_PARENT))
		err = add_parents(h, file, event, p);
	else
		err = add_all(h, file, event, p);
	if (!err && h->options->children)
		err = inclusive_add(h, file, event, p);
	return err;
}

void hist_free(struct hist *h)
{
	uint32_t i;

	for (i = 0; i < h->nr; i++) {
		free(h->rows[i]->blocks);
		free(h->rows[i]);
	}
	free(h->rows);
	slots_free(&h->slots);
	free(h->events);
	free(h->totals);
	block_costs_free(h->costs);
	memset(h, 0, sizeof(*h));
}
