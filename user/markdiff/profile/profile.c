// SPDX-License-Identifier: GPL-2.0-only
/*
 * Summing up a recording.
 */
#include "user/markdiff/profile/profile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/rows/cycles.h"
#include "user/markdiff/profile/folded.h"
#include "user/markdiff/profile/needs.h"
#include "user/markdiff/rows/stream.h"
#include "user/markdiff/profile/trace.h"

#define FIRST_SLOTS	4096
#define MAX_FIRST_SLOTS (1 << 20)

/* A run is divided in equal blocks of at most this: more than half of it, unless it is shorter. */
#define BLOCK_NS 100000000

static inline uint32_t hash_of(const struct spent *s)
{
	uint64_t hash = (s->addr ^ (uint64_t)s->object << 40 ^ (uint64_t)s->tag << 20 ^
			 (uint64_t)s->event << 56 ^ s->mode) *
			0x9e3779b97f4a7c15ull;

	return hash >> 32;
}

static inline uint32_t find_slot(const struct spent *table, uint32_t mask, const struct spent *s,
				 uint32_t hash)
{
	uint32_t slot = hash & mask;

	while (table[slot].samples &&
	       (table[slot].addr != s->addr || table[slot].object != s->object ||
		table[slot].tag != s->tag || table[slot].event != s->event ||
		table[slot].mode != s->mode))
		slot = (slot + 1) & mask;
	return slot;
}

/* The squares move with what they are of. */
static int resize_squares(struct profile *p, const struct spent *table, uint32_t nr)
{
	double *squares = calloc(nr, sizeof(*squares));
	const struct spent *s;
	uint32_t i;

	if (!squares)
		return -ENOMEM;
	for (i = 0; p->spent && i <= p->mask; i++) {
		s = &p->spent[i];
		if (s->samples)
			squares[find_slot(table, nr - 1, s, hash_of(s))] = p->squares[i];
	}
	free(p->squares);
	p->squares = squares;
	return 0;
}

static int resize(struct profile *p, uint32_t nr)
{
	struct spent *table = calloc(nr, sizeof(*table)), *s;
	uint32_t i;

	if (!table)
		return -ENOMEM;
	for (i = 0; p->spent && i <= p->mask; i++) {
		s = &p->spent[i];
		if (s->samples)
			table[find_slot(table, nr - 1, s, hash_of(s))] = *s;
	}
	if (p->with_squares && resize_squares(p, table, nr)) {
		free(table);
		return -ENOMEM;
	}
	free(p->spent);
	p->spent = table;
	p->mask = nr - 1;
	return 0;
}

static inline void spend(struct profile *p, const struct spent *s, uint32_t hash)
{
	struct spent *found = &p->spent[find_slot(p->spent, p->mask, s, hash)];
	uint64_t period = found->period;
	uint32_t samples = found->samples;

	p->nr += !samples;
	*found = *s;
	found->period += period;
	found->samples += samples;
}

static double square(uint64_t period)
{
	return (double)period * period;
}

/* Verdicts alone need it, so the usual case has its loop for itself. */
static void add_squares(struct profile *p)
{
	const struct spent *s = p->batch;
	uint32_t i;

	for (i = 0; i < p->nr_batch; i++, s++) {
		p->squares[find_slot(p->spent, p->mask, s, p->hashes[i])] += square(s->period);
		p->totals[s->event].squares += square(s->period);
	}
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
		spend(p, &p->batch[i], p->hashes[i]);
	if (p->with_squares && !err)
		add_squares(p);
	p->nr_batch = 0;
	return err;
}

static inline void count(struct profile *p, const struct perfdata_sample *sample)
{
	struct event_total *total = &p->totals[sample->event];

	total->all += sample->period;
	total->samples++;
	if (sample->period > total->largest)
		total->largest = sample->period;
}

static inline struct spent *add(struct profile *p, const struct perfdata_sample *sample,
				uint32_t tag)
{
	struct spent *s = &p->batch[p->nr_batch];
	struct perfdata_place place;
	uint32_t hash;

	perfdata_locate(p->pd, sample, &place);
	*s = (struct spent){ .addr = place.addr,
			     .object = place.object,
			     .tag = tag,
			     .event = sample->event,
			     .mode = sample->mode,
			     .samples = 1,
			     .period = sample->period };
	hash = hash_of(s);
	p->hashes[p->nr_batch++] = hash;
	__builtin_prefetch(&p->spent[hash & p->mask], 1);
	count(p, sample);
	return s;
}

static inline int end_of_batch(struct profile *p)
{
	return p->nr_batch == BATCH ? flush(p) : 0;
}

/* Nothing is asked for but the place: the usual, and the fast case. */
static int take_sample(void *ctx, const struct perfdata_sample *sample)
{
	add(ctx, sample, 0);
	return end_of_batch(ctx);
}

static int take_stacks(struct profile *p, const struct perfdata_sample *sample,
		       const struct spent *s)
{
	int err = 0;

	if (p->tree)
		err = calltree_take(p->tree, p->pd, sample, s);
	if (!err && p->cycles)
		err = cycles_take(p->cycles, p->pd, sample);
	if (!err && p->streams)
		err = streams_take(p->streams, p->pd, sample, s);
	return err;
}

static int take_selected(void *ctx, const struct perfdata_sample *sample)
{
	struct profile *p = ctx;
	enum selected selected = select_sample(&p->select, p->pd, sample);
	uint32_t tag;
	int err;

	if (selected == SELECT_HIDE) {
		count(p, sample);
		p->totals[sample->event].squares += square(sample->period);
	}
	if (selected != SELECT_SHOW)
		return 0;
	err = tags_of(&p->tags, p->pd, &p->texts, sample, &tag);
	if (!err)
		err = take_stacks(p, sample, add(p, sample, tag));
	return err ? err : end_of_batch(p);
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

struct span {
	uint64_t first, last;
};

static int take_time(void *ctx, const struct perfdata_sample *sample)
{
	struct span *span = ctx;

	if (sample->time && sample->time < span->first)
		span->first = sample->time;
	if (sample->time > span->last)
		span->last = sample->time;
	return 0;
}

/* Percents, and times since the start, are of what the header says; else one more walk tells. */
static int find_span(struct profile *p, bool needed, struct span *span)
{
	const struct perfdata_info *info = perfdata_info(p->pd);
	int err = 0;

	*span = (struct span){ info->first_sample, info->last_sample };
	if (needed && !span->last) {
		span->first = UINT64_MAX;
		err = perfdata_each_sample(p->pd, take_time, span);
	}
	if (span->first > span->last)
		span->first = span->last;
	return err;
}

/* Returns whether more is asked for than places. */
static int prepare(struct profile *p, const struct options *options, uint32_t file, bool *asked)
{
	bool timed = options->times.nr_shares || options_have_key(options, KEY_SINCE) ||
		     options->verdicts.asked;
	struct span span = { 0 };
	uint32_t i;
	int err = 0;

	for (i = 0; i < options->nr_keys; i++)
		tags_want(&p->tags, key_info(options->keys[i])->tag);
	if (options->verdicts.replicates) {
		tags_want(&p->tags, TAG_TID);
		tags_want(&p->tags, TAG_BLOCK);
	}
	if (options_have_key(options, KEY_TRACE))
		err = trace_new(&p->tags.trace, p->pd);
	*asked = p->tags.nr_fields || select_is_needed(options);
	if (!err)
		err = find_span(p, timed, &span);
	p->tags.first = span.first;
	p->tags.span = span.last - span.first;
	p->tags.blocks = (p->tags.span + BLOCK_NS - 1) / BLOCK_NS;
	p->tags.blocks += !p->tags.blocks;
	p->with_squares = options->verdicts.asked;
	p->span_ns = p->with_squares ? span.last - span.first : 0;
	if (!err)
		err = select_init(&p->select, options, file, span.first, span.last);
	p->totals = calloc(perfdata_nr_events(p->pd), sizeof(*p->totals));
	if (!err)
		err = p->totals ? names_init(&p->texts) : -ENOMEM;
	return err;
}

/* What is kept of stacks, where somebody asks. */
static int prepare_stacks(struct profile *p, const struct options *options, bool *asked)
{
	int err = 0;

	if (options->children || options->stacks || options_have_key(options, KEY_PARENT))
		err = calltree_new(&p->tree, options->verdicts.asked);
	if (!err && options->compute == COMPUTE_CYCLES)
		err = cycles_new(&p->cycles);
	if (!err && options->stream)
		err = streams_new(&p->streams);
	*asked |= p->tree || p->cycles || p->streams;
	return err;
}

/* A line of folded stacks is as many samples as it counts. */
static void count_folded(struct event_total *total)
{
	total->samples = total->all;
	total->largest = total->all ? 1 : 0;
	total->squares = total->all;
}

static int sum_up(struct profile *p, bool asked)
{
	int err = resize(p, guess_slots(perfdata_counts(p->pd)->samples));

	if (!err)
		err = perfdata_each_sample(p->pd, asked ? take_selected : take_sample, p);
	if (p->folded)
		count_folded(&p->totals[0]);
	return err ? err : flush(p);
}

/* Such a file is both sides of a comparison, and has no third. */
static int two_counts(struct profile *p)
{
	p->error.err = -EINVAL;
	p->error.offset = PERFDATA_NO_OFFSET;
	snprintf(p->error.text, sizeof(p->error.text),
		 "has two counts a line: before and after; name no other file");
	return p->error.err;
}

static int open_source(struct profile *p, int column)
{
	const struct source *s = &p->source;

	if (s->folded && folded_columns(s) == 2 && !s->lent && !column)
		return two_counts(p);
	if (s->folded)
		return folded_open(s, column, &p->folded, &p->pd, &p->error);
	if (s->text)
		return perfdata_open_memory(s->text, s->size, &p->pd, &p->error);
	return perfdata_open_watched(p->path, p->progress, &p->pd, &p->error);
}

int profile_load(struct profile *p, const struct options *options, uint32_t file, int column)
{
	bool asked;
	int err = 0;

	p->path = options->files[file];
	if (!p->source.path)
		err = source_read(&p->source, p->path);
	if (err)
		return no_memory(p, err);
	err = open_source(p, column);
	if (!err)
		err = needs_check(p->pd, options, &p->error);
	if (err)
		return err;
	err = prepare(p, options, file, &asked);
	if (!err)
		err = prepare_stacks(p, options, &asked);
	if (!err)
		err = sum_up(p, asked);
	return err ? no_memory(p, err) : 0;
}

/* The name that it has at the end, as perf shows it beside a number. */
int profile_comm_of(const struct profile *p, struct names *names, uint32_t tid, uint32_t *comm)
{
	struct perfdata_sample last = {
		.tid = tid, .time = UINT64_MAX, .place = UINT64_MAX, .mode = PERFDATA_MODE_USER
	};
	const char *name = perfdata_comm(p->pd, &last);
	char text[16];

	if (!name) {
		snprintf(text, sizeof(text), ":%d", (int)tid);
		name = text;
	}
	return names_add(names, name, comm);
}

void profile_free(struct profile *p)
{
	perfdata_close(p->pd);
	folded_free(p->folded);
	source_free(&p->source);
	calltree_free(p->tree);
	cycles_free(p->cycles);
	streams_free(p->streams);
	select_free(&p->select);
	tags_free(&p->tags);
	names_free(&p->texts);
	free(p->common);
	free(p->spent);
	free(p->squares);
	free(p->resolved);
	free(p->lines.at);
	free(p->alias);
	free(p->totals);
	free(p->dsos);
	free(p->uses);
}
