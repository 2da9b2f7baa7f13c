// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs are summed up by (start, end) while samples are read; which of them are blocks is known when
 * the symbols are.
 */
#include "user/markdiff/rows/cycles.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/lib/slots.h"
#include "user/markdiff/profile/branches.h"
#include "user/markdiff/profile/resolve.h"

/* Code that ran from a jump's target to the next jump. */
struct run {
	struct spent start, end; /* places; the end has the event too */
	bool has_start;
	uint64_t cycles, nr;
	uint16_t sparks[CYCLES_SPARKS];
};

struct cycles {
	struct run *runs;
	uint32_t nr, cap;
	struct slots slots;   /* of runs */
	struct block *blocks; /* by event, symbol, dso, start, end */
	uint32_t nr_blocks;
};

/* ---- runs ---- */

static uint64_t hash_run(const struct run *run)
{
	return run->end.addr ^ run->start.addr << 24 ^ (uint64_t)run->end.object << 48 ^
	       run->end.event;
}

static uint64_t hash_of(const void *runs, uint32_t number)
{
	return hash_run(&((const struct run *)runs)[number]);
}

static bool is_run(const void *runs, uint32_t number, const void *key)
{
	const struct run *known = &((const struct run *)runs)[number], *run = key;

	return known->has_start == run->has_start &&
	       !memcmp(&known->start, &run->start, sizeof(run->start)) &&
	       !memcmp(&known->end, &run->end, sizeof(run->end));
}

static int add_run(struct cycles *c, const struct run *run, uint16_t cycles)
{
	uint64_t hash = hash_run(run);
	uint32_t number = slots_find(&c->slots, hash, is_run, c->runs, run);
	struct run *found;

	if (number == SLOTS_NONE) {
		if (array_room(c->runs, c->nr, c->cap) ||
		    slots_add(&c->slots, hash, c->nr, hash_of, c->runs))
			return -ENOMEM;
		number = c->nr++;
		c->runs[number] = *run;
	}
	found = &c->runs[number];
	if (found->nr < CYCLES_SPARKS)
		found->sparks[found->nr] = cycles;
	found->nr++;
	found->cycles += cycles;
	return 0;
}

int cycles_take(struct cycles *c, struct perfdata *pd, const struct perfdata_sample *sample)
{
	struct perfdata_fields fields;
	struct perfdata_branch branch;
	struct run run;
	uint64_t i;
	int err = 0;

	if (!branches_of(pd, sample, &fields))
		return 0;
	/* The newest one tells whether this processor counts. */
	perfdata_branch(&fields, 0, &branch);
	if (!branch.cycles)
		return 0;
	memset(&run, 0, sizeof(run));
	for (i = fields.branches.nr; i-- && !err;) {
		perfdata_branch(&fields, i, &branch);
		branch_locate(pd, sample, branch.from, &run.end);
		run.end.event = sample->event;
		if (branch.cycles)
			err = add_run(c, &run, branch.cycles);
		branch_locate(pd, sample, branch.to, &run.start);
		run.has_start = true;
	}
	return err;
}

/* ---- blocks ---- */

/* A run in a function. */
struct piece {
	const struct run *run;
	struct block block;
	bool has_start;
};

static void find_start(struct resolver *resolver, const struct dso_symbol *symbol,
		       struct piece *piece)
{
	const struct run *run = piece->run;
	struct dso_symbol other;
	struct dso *dso;

	piece->has_start = run->has_start && run->start.object == run->end.object &&
			   run->start.addr < run->end.addr &&
			   resolve_symbol(resolver, &run->start, &dso, &other) &&
			   other.start == symbol->start;
	if (piece->has_start)
		piece->block.start = run->start.addr - symbol->start;
}

static int make_piece(struct resolver *resolver, const struct run *run, struct piece *piece,
		      bool *made)
{
	struct resolved found[RESOLVE_MAX];
	struct dso_symbol symbol;
	struct dso *dso;
	uint32_t nr;
	int err = resolve_place(resolver, &run->end, found, &nr);

	*made = !err && found[nr - 1].symbol && !found[nr - 1].hidden &&
		resolve_symbol(resolver, &run->end, &dso, &symbol);
	if (!*made)
		return err;
	*piece = (struct piece){ .run = run,
				 .block = { .event = run->end.event,
					    .dso = found[nr - 1].dso,
					    .symbol = found[nr - 1].symbol,
					    .end = run->end.addr - symbol.start } };
	find_start(resolver, &symbol, piece);
	piece->block.first_line = dso_srcline(dso, symbol.start + piece->block.start);
	piece->block.last_line = dso_srcline(dso, run->end.addr);
	return 0;
}

static int compare_numbers(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_symbols(const struct block *a, const struct block *b)
{
	int order = compare_numbers(a->event, b->event);

	if (!order)
		order = compare_numbers(a->symbol, b->symbol);
	return order ? order : compare_numbers(a->dso, b->dso);
}

/* Those of an end together, the longest first. */
static int compare_pieces(const void *left, const void *right)
{
	const struct piece *a = left, *b = right;
	int order = compare_symbols(&a->block, &b->block);

	if (!order)
		order = compare_numbers(a->block.end, b->block.end);
	if (!order)
		order = (int)b->has_start - (int)a->has_start;
	return order ? order : compare_numbers(a->block.start, b->block.start);
}

static int compare_blocks(const void *left, const void *right)
{
	const struct block *a = left, *b = right;
	int order = compare_symbols(a, b);

	if (!order)
		order = compare_numbers(a->start, b->start);
	return order ? order : compare_numbers(a->end, b->end);
}

static void add_piece(struct cycles *c, const struct piece *piece)
{
	struct block *last = c->nr_blocks ? &c->blocks[c->nr_blocks - 1] : NULL;
	const struct run *run = piece->run;

	if (!last || compare_symbols(last, &piece->block) != 0 || last->end != piece->block.end) {
		last = &c->blocks[c->nr_blocks++];
		*last = piece->block;
		last->nr_sparks = run->nr < CYCLES_SPARKS ? run->nr : CYCLES_SPARKS;
		memcpy(last->sparks, run->sparks, sizeof(last->sparks));
	}
	last->cycles += run->cycles;
	last->nr += run->nr;
}

int cycles_resolve(struct cycles *c, struct resolver *resolver)
{
	struct piece *pieces = calloc(c->nr + 1, sizeof(*pieces));
	uint32_t i, nr = 0;
	bool made;
	int err = 0;

	c->blocks = calloc(c->nr + 1, sizeof(*c->blocks));
	if (!pieces || !c->blocks)
		err = -ENOMEM;
	for (i = 0; i < c->nr && !err; i++) {
		err = make_piece(resolver, &c->runs[i], &pieces[nr], &made);
		nr += made;
	}
	if (!err && nr)
		qsort(pieces, nr, sizeof(*pieces), compare_pieces);
	for (i = 0; i < nr && !err; i++)
		add_piece(c, &pieces[i]);
	free(pieces);
	return err;
}

void cycles_match(struct cycles *c, const struct match_symbols *match)
{
	struct resolved number = { .dso = 0 };
	uint32_t i;

	for (i = 0; i < c->nr_blocks; i++) {
		number.symbol = c->blocks[i].symbol;
		resolved_match(&number, match);
		c->blocks[i].symbol = number.symbol;
	}
	if (c->nr_blocks)
		qsort(c->blocks, c->nr_blocks, sizeof(*c->blocks), compare_blocks);
}

const struct block *cycles_blocks(const struct cycles *c, uint32_t event, uint32_t symbol,
				  uint32_t *nr)
{
	struct block key = { .event = event, .symbol = symbol };
	uint32_t lo = 0, hi = c->nr_blocks, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (compare_blocks(&c->blocks[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	*nr = 0;
	while (lo + *nr < c->nr_blocks && c->blocks[lo + *nr].event == event &&
	       c->blocks[lo + *nr].symbol == symbol)
		++*nr;
	return c->blocks + lo;
}

int cycles_new(struct cycles **cycles)
{
	*cycles = calloc(1, sizeof(**cycles));
	return *cycles ? 0 : -ENOMEM;
}

void cycles_free(struct cycles *c)
{
	if (!c)
		return;
	free(c->runs);
	slots_free(&c->slots);
	free(c->blocks);
	free(c);
}
