// SPDX-License-Identifier: GPL-2.0-only
/*
 * Collecting streams.  Their paths are interned as call chains are, in a tree of their own.
 */
#include "user/markdiff/rows/stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "user/markdiff/profile/branches.h"
#include "user/markdiff/profile/calltree.h"
#include "user/markdiff/profile/resolve.h"

#define BRANCHES_MAX (STREAMS_PATH_MAX / 2)
#define HASH	     0x9e3779b97f4a7c15ull

/* What is known of a node as the end of a stream. */
struct end {
	uint64_t cycles, samples;
};

/* What an address is shown as. */
struct place {
	const char *line; /* or NULL */
	uint64_t addr;	  /* the offset in the symbol, where there is one */
	uint32_t text;	  /* of the common names, NAME_NONE until somebody asks */
};

struct streams {
	struct calltree *tree;
	struct end *ends; /* by node */
	uint32_t cap_ends;
	struct place *places; /* by the tree's frame */
	uint64_t *hashes;     /* by node: of the texts up to it */
};

int streams_new(struct streams **streams)
{
	*streams = calloc(1, sizeof(**streams));
	return *streams ? calltree_new(&(*streams)->tree, false) : -ENOMEM;
}

void streams_free(struct streams *s)
{
	if (!s)
		return;
	calltree_free(s->tree);
	free(s->ends);
	free(s->places);
	free(s->hashes);
	free(s);
}

/* ---- samples ---- */

/* Drops each run of branches that repeats the one right before it. */
static uint32_t drop_rounds(struct perfdata_branch *branches, uint32_t nr)
{
	uint32_t i = 1, first, length;

	while (i < nr) {
		for (first = 0; first < i && branches[first].from != branches[i].from;)
			first++;
		for (length = 0; first + length < i && i + length < nr &&
				 branches[first + length].from == branches[i + length].from;)
			length++;
		/* The last round may be cut off by the end of the stack. */
		if (first == i || (first + length < i && i + length < nr)) {
			i++;
			continue;
		}
		memmove(branches + i, branches + i + length, (nr - i - length) * sizeof(*branches));
		nr -= length;
	}
	return nr;
}

static int note_end(struct streams *s, uint32_t node, uint64_t cycles)
{
	struct end *ends;

	if (node >= s->cap_ends) {
		ends = realloc(s->ends, s->tree->cap * sizeof(*ends));
		if (!ends)
			return -ENOMEM;
		memset(ends + s->cap_ends, 0, (s->tree->cap - s->cap_ends) * sizeof(*ends));
		s->ends = ends;
		s->cap_ends = s->tree->cap;
	}
	s->ends[node].cycles += cycles;
	s->ends[node].samples++;
	return 0;
}

static int add_path(struct streams *s, struct perfdata *pd, const struct perfdata_sample *sample,
		    const struct perfdata_branch *branches, uint32_t nr, uint32_t *node)
{
	struct spent place;
	uint32_t i;
	int err = 0;

	for (i = 0; i < nr && !err; i++) {
		branch_locate(pd, sample, branches[i].to, &place);
		err = calltree_child(s->tree, &place, node);
		branch_locate(pd, sample, branches[i].from, &place);
		if (!err)
			err = calltree_child(s->tree, &place, node);
	}
	return err;
}

int streams_take(struct streams *s, struct perfdata *pd, const struct perfdata_sample *sample,
		 const struct spent *spent)
{
	struct perfdata_branch branches[BRANCHES_MAX];
	struct spent group = { .event = spent->event };
	struct perfdata_fields fields;
	uint64_t cycles = 0;
	uint32_t nr, i, node;
	int err;

	if (!branches_of(pd, sample, &fields))
		return 0;
	nr = fields.branches.nr < BRANCHES_MAX ? fields.branches.nr : BRANCHES_MAX;
	for (i = 0; i < nr; i++)
		perfdata_branch(&fields, i, &branches[i]);
	nr = drop_rounds(branches, nr);
	for (i = 0; i < nr; i++)
		cycles += branches[i].cycles;
	err = calltree_root(s->tree, &group, &node);
	if (!err)
		err = add_path(s, pd, sample, branches, nr, &node);
	if (err)
		return err;
	s->tree->nodes[node].period += spent->period;
	return note_end(s, node, cycles);
}

/* ---- names ---- */

int streams_resolve(struct streams *s, struct resolver *resolver)
{
	const struct calltree_node *n = s->tree->nodes;
	struct dso_symbol symbol;
	struct place *place;
	struct dso *dso;
	uint32_t i;
	int err = calltree_resolve(s->tree, resolver);

	if (err)
		return err;
	s->places = calloc(s->tree->nr_frames + 1, sizeof(*s->places));
	if (!s->places)
		return -ENOMEM;
	for (i = 0; i < s->tree->nr; i++, n++) {
		struct spent at = { .addr = n->addr, .object = n->object, .mode = n->mode };

		place = &s->places[s->tree->frame_of[i]];
		if (n->parent == CALLTREE_NONE || place->addr || place->line)
			continue;
		place->addr = n->addr;
		if (!resolve_symbol(resolver, &at, &dso, &symbol))
			continue;
		place->addr -= symbol.start;
		place->line = dso_srcline(dso, n->addr);
	}
	return 0;
}

void streams_match(struct streams *s, const struct match_symbols *match)
{
	calltree_match(s->tree, match);
}

/* "main div.c:40", "main+0x10", "main", "0x400010" */
static int name_place(const struct streams *s, uint32_t frame, struct names *names)
{
	const struct calltree_frame *f = &s->tree->frames[frame];
	const struct calltree_function *function = &s->tree->functions[f->first + f->nr - 1];
	const char *symbol = names_text(names, function->resolved.symbol);
	struct place *place = &s->places[frame];
	char *text;
	int length, err;

	if (*symbol && place->line)
		length = asprintf(&text, "%s %s", symbol, place->line);
	else if (*symbol && !place->addr)
		length = asprintf(&text, "%s", symbol);
	else
		length = asprintf(&text, "%s%s%#" PRIx64, symbol, *symbol ? "+" : "", place->addr);
	if (length < 0)
		return -ENOMEM;
	err = names_add(names, text, &place->text);
	free(text);
	return err;
}

static int hash_paths(struct streams *s, struct names *names)
{
	const struct calltree *t = s->tree;
	uint32_t i, frame;
	int err = 0;

	s->hashes = calloc(t->nr + 1, sizeof(*s->hashes));
	if (!s->hashes)
		return -ENOMEM;
	for (i = 0; i < t->nr && !err; i++) {
		if (t->nodes[i].parent == CALLTREE_NONE)
			continue;
		frame = t->frame_of[i];
		if (!s->places[frame].text)
			err = name_place(s, frame, names);
		s->hashes[i] = (s->hashes[t->nodes[i].parent] ^ s->places[frame].text) * HASH;
		s->hashes[i] ^= s->hashes[i] >> 32;
	}
	return err;
}

/* ---- the hottest ---- */

static int compare_hashes(const void *left, const void *right)
{
	const struct stream *a = left, *b = right;

	return a->hash < b->hash ? -1 : a->hash > b->hash;
}

/* Equal ones in the order of their paths in the tree, which is that of the samples. */
static int compare_hits(const void *left, const void *right)
{
	const struct stream *a = left, *b = right;

	if (a->hits != b->hits)
		return a->hits > b->hits ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

static bool is_of_event(const struct calltree *t, uint32_t node, uint32_t event)
{
	while (t->nodes[node].parent != CALLTREE_NONE)
		node = t->nodes[node].parent;
	return t->groups[t->nodes[node].object].spent.event == event;
}

/* All streams of an event, those of the same texts together. */
static uint32_t list_streams(const struct streams *s, uint32_t event, struct stream *list)
{
	uint32_t i, nr = 0, kept = 0;

	for (i = 0; i < s->tree->nr && i < s->cap_ends; i++)
		if (s->ends[i].samples && is_of_event(s->tree, i, event))
			list[nr++] = (struct stream){ .end = i,
						      .hash = s->hashes[i],
						      .hits = s->tree->nodes[i].period,
						      .cycles = s->ends[i].cycles,
						      .samples = s->ends[i].samples };
	if (nr)
		qsort(list, nr, sizeof(*list), compare_hashes);
	for (i = 0; i < nr; i++) {
		if (!kept || list[kept - 1].hash != list[i].hash) {
			list[kept++] = list[i];
			continue;
		}
		if (list[i].end < list[kept - 1].end)
			list[kept - 1].end = list[i].end;
		list[kept - 1].hits += list[i].hits;
		list[kept - 1].cycles += list[i].cycles;
		list[kept - 1].samples += list[i].samples;
	}
	return kept;
}

int streams_top(struct streams *s, uint32_t event, struct names *names, struct streams_top *top)
{
	struct stream *list = calloc(s->tree->nr + 1, sizeof(*list));
	uint32_t i, nr;
	int err = list ? 0 : -ENOMEM;

	*top = (struct streams_top){ .streams = s };
	if (!err && !s->hashes)
		err = hash_paths(s, names);
	if (!err) {
		nr = list_streams(s, event, list);
		if (nr)
			qsort(list, nr, sizeof(*list), compare_hits);
		for (i = 0; i < nr; i++)
			top->hits += list[i].hits;
		top->nr = nr < STREAMS_TOP ? nr : STREAMS_TOP;
		memcpy(top->top, list, top->nr * sizeof(*list));
	}
	free(list);
	return err;
}

uint32_t streams_path(const struct streams_top *top, uint32_t index, uint32_t *texts, uint32_t max)
{
	const struct streams *s = top->streams;
	const struct calltree *t = s->tree;
	uint32_t node, nr = 0, i;

	for (node = top->top[index].end; t->nodes[node].parent != CALLTREE_NONE;
	     node = t->nodes[node].parent)
		nr++;
	nr = nr < max ? nr : max;
	node = top->top[index].end;
	for (i = nr; i--; node = t->nodes[node].parent)
		texts[i] = s->places[t->frame_of[node]].text;
	return nr;
}
