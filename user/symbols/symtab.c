// SPDX-License-Identifier: GPL-2.0-only
/*
 * A table of symbols, sorted by address.  Symbols may overlap (a label inside a function): the one
 * that begins last and still contains the address wins.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PAGE 4096

int symtab_add(struct symtab *tab, const struct symbol *symbol)
{
	struct symbol *symbols;
	uint32_t cap = tab->cap ? 2 * tab->cap : 256;

	if (tab->nr == tab->cap) {
		symbols = realloc(tab->symbols, cap * sizeof(*symbols));
		if (!symbols)
			return -ENOMEM;
		tab->symbols = symbols;
		tab->cap = cap;
	}
	tab->symbols[tab->nr] = *symbol;
	tab->symbols[tab->nr].order = tab->nr;
	tab->nr++;
	return 0;
}

/* The table frees the name; it does so at once where it cannot keep it. */
int symtab_own(struct symtab *tab, char *name)
{
	char **owned;
	uint32_t cap = tab->cap_owned ? 2 * tab->cap_owned : 64;

	if (!name)
		return -ENOMEM;
	if (tab->nr_owned == tab->cap_owned) {
		owned = realloc(tab->owned, cap * sizeof(*owned));
		if (!owned) {
			free(name);
			return -ENOMEM;
		}
		tab->owned = owned;
		tab->cap_owned = cap;
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
		else if (tab->last_wins || !symbol_better(&s[kept], &s[i]))
			s[kept] = s[i];
	}
	tab->nr = kept + 1;
}

void symtab_arrange(struct symtab *tab)
{
	uint64_t max = 0;
	uint32_t i;

	if (!tab->nr)
		return;
	qsort(tab->symbols, tab->nr, sizeof(*tab->symbols), compare);
	fix_ends(tab);
	drop_duplicates(tab);
	for (i = 0; i < tab->nr; i++) {
		max = tab->symbols[i].end > max ? tab->symbols[i].end : max;
		tab->symbols[i].max_end = max;
	}
}

struct symbol *symtab_find(const struct symtab *tab, uint64_t address)
{
	uint32_t lo = 0, hi = tab->nr, mid;
	struct symbol *s;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (tab->symbols[mid].start <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	while (lo--) {
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
