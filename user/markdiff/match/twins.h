/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Symbols of one name in one dso.  Whether a name is unique is a question to all symbols of the
 * dso, not only to those that have samples.  Its table is read again for that, for the names in
 * question alone, and only where somebody asks.
 */
#ifndef USER_MARKDIFF_TWINS_H
#define USER_MARKDIFF_TWINS_H

#include "user/markdiff/profile/names.h"
#include "user/symbols/symbols.h"

enum twins_by {
	TWINS_BY_NAME,
	TWINS_BY_CANONICAL,
	NR_TWINS_BY,
};

struct twin {
	uint32_t name;
	uint32_t source; /* or NAME_NONE */
	uint64_t start, size;
};

/* Those of one name, by address. */
struct twins {
	const struct twin *first;
	uint32_t nr;
};

struct twins_table;

struct twins_finder {
	struct names *names;
	uint8_t *wanted[NR_TWINS_BY]; /* by name */
	uint32_t nr_wanted;
	struct twins_table *tables;
	uint32_t nr_tables;
};

/* Names that nobody wanted have no twins. */
int twins_init(struct twins_finder *finder, struct names *names);
void twins_want(struct twins_finder *finder, enum twins_by by, uint32_t name);
int twins_find(struct twins_finder *finder, struct dso *dso, enum twins_by by, uint32_t name,
	       struct twins *twins);
void twins_free(struct twins_finder *finder);

uint32_t twins_count_source(const struct twins *twins, uint32_t source);
uint32_t twins_place(const struct twins *twins, uint64_t start);

/**
 * twins_sizes_tell - whether all sizes differ, and are the same in both
 */
bool twins_sizes_tell(const struct twins *a, const struct twins *b);

#endif
