// SPDX-License-Identifier: GPL-2.0-only
/*
 * Rows, found by the numbers of their names.  All files share the table, so adding a file matches
 * it: what has equal names is one row.
 *
 * Addresses without a symbol are one row a dso, and show the lowest address; so does perf.
 */
#include "user/markdiff/hist.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/match.h"

#define FIRST_SLOTS 1024

static uint32_t find_slot(const struct hist *h, const struct row *key)
{
	uint64_t hash = (key->symbol ^ (uint64_t)key->dso << 24 ^ (uint64_t)key->comm << 44) *
			0x9e3779b97f4a7c15ull;
	uint32_t slot = hash >> 32 & h->mask;
	const struct row *row;

	while (h->slots[slot]) {
		row = h->rows[h->slots[slot] - 1];
		if (row->dso == key->dso && row->symbol == key->symbol && row->comm == key->comm)
			break;
		slot = (slot + 1) & h->mask;
	}
	return slot;
}

static int grow(struct hist *h)
{
	uint32_t nr = 2 * (h->mask + 1), i;
	uint32_t *slots = calloc(nr, sizeof(*slots));
	struct row **rows = realloc(h->rows, nr / 2 * sizeof(*rows));

	if (rows) {
		h->rows = rows;
		h->cap = nr / 2;
	}
	if (!slots || !rows) {
		free(slots);
		return -ENOMEM;
	}
	free(h->slots);
	h->slots = slots;
	h->mask = nr - 1;
	for (i = 0; i < h->nr; i++)
		slots[find_slot(h, h->rows[i])] = i + 1;
	return 0;
}

int hist_init(struct hist *h, const struct options *options, struct names *names)
{
	memset(h, 0, sizeof(*h));
	h->options = options;
	h->names = names;
	h->nr_files = options->nr_files;
	h->mask = FIRST_SLOTS / 2 - 1;
	h->events = malloc(h->nr_files * sizeof(*h->events));
	h->totals = calloc(h->nr_files, sizeof(*h->totals));
	if (!h->events || !h->totals || grow(h) || names_add(names, "[unknown]", &h->unknown)) {
		hist_free(h);
		return -ENOMEM;
	}
	memset(h->events, 0xff, h->nr_files * sizeof(*h->events));
	return 0;
}

static struct row *row_new(struct hist *h, const struct row *key)
{
	struct row *row;

	if (h->nr == h->cap && grow(h))
		return NULL;
	row = calloc(1, sizeof(*row) + h->nr_files * sizeof(row->cells[0]));
	if (!row)
		return NULL;
	*row = *key;
	h->slots[find_slot(h, key)] = h->nr + 1;
	h->rows[h->nr++] = row;
	return row;
}

static int add_spent(struct hist *h, uint32_t file, const struct spent *s, const struct resolved *r)
{
	struct row key = { .first = file, .mode = s->mode, .addr = s->addr };
	uint32_t slot;
	struct row *row;

	if (options_have_key(h->options, KEY_DSO))
		key.dso = r->dso;
	if (options_have_key(h->options, KEY_SYMBOL))
		key.symbol = r->symbol;
	if (options_have_key(h->options, KEY_COMM))
		key.comm = r->comm;
	slot = find_slot(h, &key);
	row = h->slots[slot] ? h->rows[h->slots[slot] - 1] : row_new(h, &key);
	if (!row)
		return -ENOMEM;
	row->cells[file].period += s->period;
	row->cells[file].present = true;
	/* perf compares addresses as signed numbers: the kernel's are the lowest. */
	if (row->first == file && (int64_t)s->addr < (int64_t)row->addr) {
		row->addr = s->addr;
		row->mode = s->mode;
	}
	return 0;
}

int hist_add(struct hist *h, uint32_t file, uint32_t event, const struct profile *p)
{
	const struct event_total *total = &p->totals[event];
	uint32_t i;
	int err = 0;

	h->events[file] = event;
	h->totals[file] = h->options->relative ? total->shown : total->all;
	for (i = 0; i <= p->mask && !err; i++)
		if (p->spent[i].used && p->spent[i].event == event && !p->resolved[i].hidden)
			err = add_spent(h, file, &p->spent[i], &p->resolved[i]);
	return err;
}

void hist_free(struct hist *h)
{
	uint32_t i;

	for (i = 0; i < h->nr; i++)
		free(h->rows[i]);
	free(h->rows);
	free(h->slots);
	free(h->events);
	free(h->totals);
	memset(h, 0, sizeof(*h));
}
