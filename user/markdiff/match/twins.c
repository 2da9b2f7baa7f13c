// SPDX-License-Identifier: GPL-2.0-only
/*
 * Symbols of one name.
 */
#include "user/markdiff/match/twins.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/match/canonical.h"

#define NAME_SIZE 4096
#define SIZES_MAX 100 /* each is compared with each */

struct twins_table {
	struct dso *dso;
	enum twins_by by;
	struct twin *twins; /* by name and address */
	uint32_t nr, cap;
};

int twins_init(struct twins_finder *finder, struct names *names)
{
	memset(finder, 0, sizeof(*finder));
	finder->names = names;
	finder->nr_wanted = names->nr;
	for (int i = 0; i < NR_TWINS_BY; i++) {
		finder->wanted[i] = calloc(finder->nr_wanted, 1);
		if (!finder->wanted[i])
			return -ENOMEM;
	}
	return 0;
}

void twins_want(struct twins_finder *finder, enum twins_by by, uint32_t name)
{
	if (name && name < finder->nr_wanted)
		finder->wanted[by][name] = true;
}

void twins_free(struct twins_finder *finder)
{
	uint32_t i;

	for (i = 0; i < finder->nr_tables; i++)
		free(finder->tables[i].twins);
	free(finder->tables);
	for (i = 0; i < NR_TWINS_BY; i++)
		free(finder->wanted[i]);
}

struct reader {
	struct twins_finder *finder;
	struct twins_table *table;
};

static int add_twin(struct reader *r, uint32_t name, const struct dso_symbol *symbol)
{
	struct twins_table *table = r->table;
	struct twin *twin;

	if (array_room(table->twins, table->nr, table->cap))
		return -ENOMEM;
	twin = &table->twins[table->nr++];
	*twin = (struct twin){ .name = name, .start = symbol->start, .size = symbol->size };
	return symbol->source ? names_add(r->finder->names, symbol->source, &twin->source) : 0;
}

static int take_symbol(void *ctx, const struct dso_symbol *symbol, size_t length)
{
	struct reader *r = ctx;
	const struct twins_finder *finder = r->finder;
	char text[NAME_SIZE];
	const char *name = symbol->raw;
	uint32_t number;

	if (r->table->by == TWINS_BY_CANONICAL) {
		length = canonical_name(name, length, false, text, sizeof(text));
		name = text;
	}
	number = names_find(finder->names, name, length);
	if (number >= finder->nr_wanted || !finder->wanted[r->table->by][number])
		return 0;
	return add_twin(r, number, symbol);
}

static int compare(const void *a, const void *b)
{
	const struct twin *left = a, *right = b;

	if (left->name != right->name)
		return left->name < right->name ? -1 : 1;
	return left->start < right->start ? -1 : left->start > right->start;
}

static int get_table(struct twins_finder *finder, struct dso *dso, enum twins_by by,
		     const struct twins_table **out)
{
	struct twins_table *tables, *table;
	struct reader r = { .finder = finder };
	uint32_t i;
	int err;

	for (i = 0; i < finder->nr_tables; i++) {
		*out = &finder->tables[i];
		if ((*out)->dso == dso && (*out)->by == by)
			return 0;
	}
	tables = realloc(finder->tables, (i + 1) * sizeof(*tables));
	if (!tables)
		return -ENOMEM;
	finder->tables = tables;
	table = &tables[finder->nr_tables++];
	*table = (struct twins_table){ .dso = dso, .by = by };
	r.table = table;
	err = dso_each(dso, take_symbol, &r);
	if (table->nr)
		qsort(table->twins, table->nr, sizeof(*table->twins), compare);
	*out = table;
	return err;
}

int twins_find(struct twins_finder *finder, struct dso *dso, enum twins_by by, uint32_t name,
	       struct twins *twins)
{
	const struct twins_table *table;
	uint32_t lo = 0, hi, mid;
	int err = get_table(finder, dso, by, &table);

	*twins = (struct twins){ NULL, 0 };
	if (err || !table->nr)
		return err;
	for (hi = table->nr; lo < hi;) {
		mid = lo + (hi - lo) / 2;
		if (table->twins[mid].name < name)
			lo = mid + 1;
		else
			hi = mid;
	}
	twins->first = &table->twins[lo];
	while (lo < table->nr && table->twins[lo++].name == name)
		twins->nr++;
	return 0;
}

uint32_t twins_count_source(const struct twins *twins, uint32_t source)
{
	uint32_t i, nr = 0;

	for (i = 0; i < twins->nr; i++)
		nr += twins->first[i].source == source;
	return nr;
}

uint32_t twins_place(const struct twins *twins, uint64_t start)
{
	uint32_t i = 0;

	while (i < twins->nr && twins->first[i].start != start)
		i++;
	return i;
}

static uint32_t count_size(const struct twins *twins, uint64_t size)
{
	uint32_t i, nr = 0;

	for (i = 0; i < twins->nr; i++)
		nr += twins->first[i].size == size;
	return nr;
}

bool twins_sizes_tell(const struct twins *a, const struct twins *b)
{
	uint32_t i;

	if (a->nr > SIZES_MAX || b->nr > SIZES_MAX)
		return false;
	for (i = 0; i < a->nr; i++)
		if (!a->first[i].size || count_size(a, a->first[i].size) != 1 ||
		    count_size(b, a->first[i].size) != 1)
			return false;
	return true;
}
