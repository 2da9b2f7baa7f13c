// SPDX-License-Identifier: GPL-2.0-only
/*
 * A table of symbols, sorted by address.  Symbols may overlap (a label inside a function): the one
 * that begins last and still contains the address wins.  Where code is replaced while the program
 * runs, the one that was added last wins instead, and the table is cut into pieces that do not
 * overlap.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

#define PAGE	    4096
#define NESTING_MAX 1000 /* symbols around one address; a table made to harm has millions */

/* Room for so many, so that the table need not be copied while it grows. */
int symtab_reserve(struct symtab *tab, size_t nr)
{
	struct symbol *symbols;

	nr += tab->nr;
	if (nr <= tab->cap)
		return 0;
	if (nr > UINT32_MAX / 2)
		return -EFBIG;
	symbols = realloc(tab->symbols, nr * sizeof(*symbols));
	if (!symbols)
		return -ENOMEM;
	tab->symbols = symbols;
	tab->cap = nr;
	return 0;
}

int symtab_add(struct symtab *tab, const struct symbol *symbol)
{
	int err = tab->nr == tab->cap ? symtab_reserve(tab, tab->nr ? tab->nr : 256) : 0;

	if (err)
		return err;
	tab->symbols[tab->nr] = *symbol;
	tab->symbols[tab->nr].order = tab->nr;
	tab->nr++;
	return 0;
}

/* The table frees the name; it does so at once where it cannot keep it. */
int symtab_own(struct symtab *tab, char *name)
{
	if (!name)
		return -ENOMEM;
	if (array_room(tab->owned, tab->nr_owned, tab->cap_owned)) {
		free(name);
		return -ENOMEM;
	}
	tab->owned[tab->nr_owned++] = name;
	return 0;
}

static int compare(const void *a, const void *b)
{
	const struct symbol *left = a, *right = b;

	if (left->start != right->start)
		return left->start < right->start ? -1 : 1;
	return left->order < right->order ? -1 : 1;
}

/* Assembly often has no size: such a symbol ends where the next one begins. */
static void fix_ends(struct symtab *tab)
{
	struct symbol *s = tab->symbols;
	uint32_t i;

	for (i = 0; i + 1 < tab->nr; i++)
		if (s[i].end == s[i].start)
			s[i].end = s[i + 1].start;
	if (s[i].end == s[i].start)
		s[i].end = ((s[i].start + PAGE - 1) & ~(uint64_t)(PAGE - 1)) + PAGE;
}

/* One symbol an address: the best name. */
static void drop_duplicates(struct symtab *tab)
{
	struct symbol *s = tab->symbols;
	uint32_t i, kept = 0;

	for (i = 1; i < tab->nr; i++) {
		if (s[i].start != s[kept].start)
			s[++kept] = s[i];
		else if (!symbol_better(&s[kept], &s[i]))
			s[kept] = s[i];
	}
	tab->nr = kept + 1;
}

/* The symbols around an address while it moves up: a heap, the one added last on top. */
struct heap {
	const struct symbol **symbols;
	uint32_t nr;
};

static void heap_swap(struct heap *heap, uint32_t a, uint32_t b)
{
	const struct symbol *symbol = heap->symbols[a];

	heap->symbols[a] = heap->symbols[b];
	heap->symbols[b] = symbol;
}

static void heap_push(struct heap *heap, const struct symbol *symbol)
{
	uint32_t i = heap->nr++;

	heap->symbols[i] = symbol;
	for (; i && heap->symbols[(i - 1) / 2]->order < heap->symbols[i]->order; i = (i - 1) / 2)
		heap_swap(heap, i, (i - 1) / 2);
}

static void heap_pop(struct heap *heap)
{
	uint32_t i = 0, child;

	heap->symbols[0] = heap->symbols[--heap->nr];
	while ((child = 2 * i + 1) < heap->nr) {
		if (child + 1 < heap->nr &&
		    heap->symbols[child]->order < heap->symbols[child + 1]->order)
			child++;
		if (heap->symbols[i]->order >= heap->symbols[child]->order)
			break;
		heap_swap(heap, i, child);
		i = child;
	}
}

/* From an address to the next one where something changes: whose that is. */
static int add_piece(struct symtab *pieces, struct heap *heap, uint64_t *at, uint64_t next)
{
	struct symbol piece;
	int err = 0;

	while (!err && *at < next) {
		while (heap->nr && heap->symbols[0]->end <= *at)
			heap_pop(heap);
		if (!heap->nr)
			break;
		piece = *heap->symbols[0];
		piece.start = *at;
		piece.end = piece.end < next ? piece.end : next;
		*at = piece.end;
		err = symtab_add(pieces, &piece);
	}
	*at = next;
	return err;
}

/* Cuts a sorted table into pieces that do not overlap. */
static int cut(struct symtab *tab)
{
	struct symtab pieces = { .nr = 0 };
	struct heap heap = { .symbols = calloc(tab->nr, sizeof(*heap.symbols)) };
	uint64_t at = tab->symbols[0].start;
	uint32_t i;
	int err = heap.symbols ? symtab_reserve(&pieces, tab->nr) : -ENOMEM;

	for (i = 0; i < tab->nr && !err; i++) {
		err = add_piece(&pieces, &heap, &at, tab->symbols[i].start);
		heap_push(&heap, &tab->symbols[i]);
	}
	if (!err)
		err = add_piece(&pieces, &heap, &at, UINT64_MAX);
	free(heap.symbols);
	if (err) {
		free(pieces.symbols);
		return err;
	}
	free(tab->symbols);
	tab->symbols = pieces.symbols;
	tab->nr = pieces.nr;
	tab->cap = pieces.cap;
	return 0;
}

int symtab_arrange(struct symtab *tab)
{
	uint64_t max = 0;
	uint32_t i;
	int err = 0;

	if (!tab->nr)
		return 0;
	qsort(tab->symbols, tab->nr, sizeof(*tab->symbols), compare);
	fix_ends(tab);
	if (tab->last_wins)
		err = cut(tab);
	else
		drop_duplicates(tab);
	for (i = 0; i < tab->nr; i++) {
		max = tab->symbols[i].end > max ? tab->symbols[i].end : max;
		tab->symbols[i].max_end = max;
	}
	return err;
}

struct symbol *symtab_find(const struct symtab *tab, uint64_t address)
{
	uint32_t lo = 0, hi = tab->nr, mid, tries = NESTING_MAX;
	struct symbol *s;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (tab->symbols[mid].start <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	while (lo-- && tries--) {
		s = &tab->symbols[lo];
		if (address < s->end || address == s->start)
			return s;
		if (s->max_end <= address)
			break;
	}
	return NULL;
}

void symtab_free(struct symtab *tab)
{
	uint32_t i;

	for (i = 0; i < tab->nr_owned; i++)
		free(tab->owned[i]);
	free(tab->owned);
	free(tab->symbols);
	memset(tab, 0, sizeof(*tab));
}
