// SPDX-License-Identifier: GPL-2.0-only
/*
 * Summing up a recording.
 */
#include "user/markdiff/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SLOTS	4096
#define MAX_FIRST_SLOTS (1 << 20)

static uint32_t first_slot(uint32_t mask, const struct spent *s)
{
	uint64_t hash = (s->addr ^ (uint64_t)s->object << 40 ^ (uint64_t)s->comm << 20 ^
			 (uint64_t)s->event << 56 ^ s->mode) *
			0x9e3779b97f4a7c15ull;

	return hash >> 32 & mask;
}

static uint32_t find_slot(const struct spent *table, uint32_t mask, const struct spent *s)
{
	uint32_t slot = first_slot(mask, s);

	while (table[slot].used &&
	       (table[slot].addr != s->addr || table[slot].object != s->object ||
		table[slot].comm != s->comm || table[slot].event != s->event ||
		table[slot].mode != s->mode))
		slot = (slot + 1) & mask;
	return slot;
}

static int resize(struct profile *p, uint32_t nr)
{
	struct spent *table = calloc(nr, sizeof(*table));
	uint32_t i;

	if (!table)
		return -ENOMEM;
	for (i = 0; p->spent && i <= p->mask; i++)
		if (p->spent[i].used)
			table[find_slot(table, nr - 1, &p->spent[i])] = p->spent[i];
	free(p->spent);
	p->spent = table;
	p->mask = nr - 1;
	return 0;
}

/* The thread's name as a number; a thread without one is ":TID", as perf has it. */
static int comm_number(struct profile *p, const struct perfdata_sample *sample, uint32_t *number)
{
	const char *name = perfdata_comm(p->pd, sample);
	char text[16];

	if (!name) {
		snprintf(text, sizeof(text), ":%d", (int)sample->tid);
		name = text;
	}
	return names_add(&p->comms, name, number);
}

static void spend(struct profile *p, const struct spent *s)
{
	struct spent *found = &p->spent[find_slot(p->spent, p->mask, s)];
	uint64_t period = found->period;

	p->nr += !found->used;
	*found = *s;
	found->period += period;
}

/*
 * The table is larger than the caches, so a sample waits for its slot's memory.  Samples are
 * gathered, the slots are asked for, and by the time the batch is full they are there.
 */
static int flush(struct profile *p)
{
	uint32_t i;
	int err = 0;

	if (2 * (p->nr + BATCH) > p->mask)
		err = resize(p, 2 * (p->mask + 1));
	for (i = 0; i < p->nr_batch && !err; i++)
		spend(p, &p->batch[i]);
	p->nr_batch = 0;
	return err;
}

static int take_sample(void *ctx, const struct perfdata_sample *sample)
{
	struct profile *p = ctx;
	struct event_total *total = &p->totals[sample->event];
	struct spent *s = &p->batch[p->nr_batch++];
	struct perfdata_place place;
	int err = 0;

	perfdata_locate(p->pd, sample, &place);
	*s = (struct spent){ .addr = place.addr,
			     .object = place.object,
			     .event = sample->event,
			     .mode = sample->mode,
			     .used = true,
			     .period = sample->period };
	if (p->by_comm)
		err = comm_number(p, sample, &s->comm);
	total->all += sample->period;
	total->samples++;
	__builtin_prefetch(&p->spent[first_slot(p->mask, s)], 1);
	if (!err && p->nr_batch == BATCH)
		err = flush(p);
	return err;
}

/* Room for as many distinct addresses as real recordings have, so that it seldom has to grow. */
static uint32_t guess_slots(uint64_t samples)
{
	uint32_t nr = FIRST_SLOTS;

	while (nr < samples / 8 && nr < MAX_FIRST_SLOTS)
		nr *= 2;
	return nr;
}

static int no_memory(struct profile *p, int err)
{
	p->error.err = err;
	p->error.offset = PERFDATA_NO_OFFSET;
	snprintf(p->error.text, sizeof(p->error.text), "%s", strerror(-err));
	return err;
}

int profile_load(struct profile *p, const char *path, bool by_comm)
{
	int err;

	memset(p, 0, sizeof(*p));
	p->path = path;
	p->by_comm = by_comm;
	err = perfdata_open(path, &p->pd, &p->error);
	if (err)
		return err;
	p->totals = calloc(perfdata_nr_events(p->pd), sizeof(*p->totals));
	err = p->totals ? names_init(&p->comms) : -ENOMEM;
	if (!err)
		err = resize(p, guess_slots(perfdata_counts(p->pd)->samples));
	if (!err)
		err = perfdata_each_sample(p->pd, take_sample, p);
	if (!err)
		err = flush(p);
	return err ? no_memory(p, err) : 0;
}

void profile_free(struct profile *p)
{
	perfdata_close(p->pd);
	names_free(&p->comms);
	free(p->spent);
	free(p->resolved);
	free(p->totals);
}
