// SPDX-License-Identifier: GPL-2.0-only
/*
 * The functions that were sampled, each once, with all names that they are compared by.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/match/canonical.h"
#include "user/markdiff/match/match_internal.h"

#define NAME_MAX_LEN 4096

int match_symbols_new(struct names *names, enum match_by by, struct match_symbols **match)
{
	struct match_symbols *m = calloc(1, sizeof(*m));

	*match = m;
	if (!m)
		return -ENOMEM;
	m->names = names;
	m->by = by;
	return 0;
}

void match_symbols_by_shown(struct match_symbols *m)
{
	m->by_shown = true;
}

void match_symbols_free(struct match_symbols *m)
{
	if (!m)
		return;
	twins_free(&m->finder);
	free(m->functions);
	slots_free(&m->slots);
	free(m->groups);
	map_free(&m->by_raw);
	map_free(&m->by_canonical);
	map_free(&m->by_text);
	free(m);
}

static uint64_t hash_function(const struct function *f)
{
	return f->start ^ (uintptr_t)f->from << 8 ^ (uintptr_t)f->key ^ (uint64_t)f->file << 56 ^
	       (uint64_t)f->dso << 40;
}

static uint64_t hash_of(const void *functions, uint32_t number)
{
	return hash_function(&((const struct function *)functions)[number]);
}

static bool is_function(const void *functions, uint32_t number, const void *key)
{
	const struct function *known = &((const struct function *)functions)[number], *f = key;

	return known->start == f->start && known->from == f->from && known->key == f->key &&
	       known->file == f->file && known->dso == f->dso;
}

static int name_canonically(struct match_symbols *m, struct function *f)
{
	const char *raw = names_text(m->names, f->raw);
	char text[NAME_MAX_LEN];
	size_t length = canonical_name(raw, strlen(raw), f->at_run_time, text, sizeof(text));

	return names_add_piece(m->names, text, length, &f->canonical);
}

/* By address, the address is the name. */
static int name_for_comparison(struct match_symbols *m, const struct dso_symbol *symbol,
			       struct function *f)
{
	char text[24];

	if (!f->from || m->by != MATCH_BY_ADDRESS) {
		f->raw = m->by_shown ? f->shown : f->mangled;
		return 0;
	}
	snprintf(text, sizeof(text), "%#" PRIx64, symbol->start);
	return names_add(m->names, text, &f->raw);
}

static int name_function(struct match_symbols *m, const struct dso_symbol *symbol,
			 struct function *f)
{
	int err = f->mangled ? 0 : names_add(m->names, symbol->raw, &f->mangled);

	if (!err)
		err = names_add(m->names, symbol->name, &f->shown);
	if (!err)
		err = name_for_comparison(m, symbol, f);
	if (!err && symbol->source)
		err = names_add(m->names, symbol->source, &f->source);
	if (!err && m->by == MATCH_BY_CANONICAL)
		err = name_canonically(m, f);
	return err;
}

int match_symbols_add(struct match_symbols *m, const struct match_where *where,
		      const struct dso_symbol *symbol, uint32_t *function)
{
	struct function f = { .file = where->file,
			      .dso = where->dso,
			      .from = where->from,
			      .key = symbol->raw,
			      .start = symbol->start,
			      .size = symbol->size,
			      .local = symbol->local && m->by != MATCH_BY_ADDRESS,
			      .at_run_time = where->at_run_time,
			      .group = NONE,
			      .next = NONE };
	const char *name = m->by_shown ? symbol->name : symbol->raw;
	uint64_t hash;
	int err = 0;

	if (where->at_run_time || m->by_shown) {
		f.from = NULL;
		f.start = f.size = f.local = 0;
		err = names_add(m->names, name, &f.mangled);
		f.key = names_text(m->names, f.mangled);
	}
	if (err)
		return err;
	hash = hash_function(&f);
	*function = slots_find(&m->slots, hash, is_function, m->functions, &f);
	if (*function != SLOTS_NONE)
		return 0;
	err = array_room(m->functions, m->nr, m->cap);
	if (!err)
		err = name_function(m, symbol, &f);
	if (!err)
		err = slots_add(&m->slots, hash, m->nr, hash_of, m->functions);
	if (err)
		return err;
	*function = m->nr;
	m->functions[m->nr++] = f;
	return 0;
}
