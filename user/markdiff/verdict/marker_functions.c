// SPDX-License-Identifier: GPL-2.0-only
/*
 * A program's functions.
 */
#include "user/markdiff/verdict/marker_functions.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "user/markdiff/match/canonical.h"

#define NAME_SIZE 512

/* ---- the list ---- */

static int fill(struct marker_function *f, const struct dso_symbol *symbol, size_t length)
{
	char canonical[NAME_SIZE];

	canonical_name(symbol->raw, length, false, canonical, sizeof(canonical));
	*f = (struct marker_function){
		.start = symbol->start,
		.raw = strndup(symbol->raw, length),
		.canonical = strdup(canonical),
		.local = symbol->local,
		.part = PART_NONE,
	};
	if (symbol->source && *symbol->source)
		f->source = strdup(symbol->source);
	return f->raw && f->canonical ? 0 : -ENOMEM;
}

int marker_functions_add(struct marker_object *o, const struct dso_symbol *symbol, size_t length)
{
	if (array_room(o->functions, o->nr, o->cap))
		return -ENOMEM;
	return fill(&o->functions[o->nr++], symbol, length);
}

static int by_start(const void *left, const void *right)
{
	const struct marker_function *a = left, *b = right;

	if (a->start != b->start)
		return a->start < b->start ? -1 : 1;
	return strcmp(a->raw, b->raw);
}

static int by_canonical(const void *left, const void *right, void *arg)
{
	const struct marker_object *o = arg;
	const struct marker_function *a = &o->functions[*(const uint32_t *)left];
	const struct marker_function *b = &o->functions[*(const uint32_t *)right];

	return strcmp(a->canonical, b->canonical);
}

static int sort(struct marker_object *o)
{
	uint32_t i;

	o->by_name = calloc((size_t)o->nr + 1, sizeof(*o->by_name));
	if (!o->by_name)
		return -ENOMEM;
	if (o->nr)
		qsort(o->functions, o->nr, sizeof(*o->functions), by_start);
	for (i = 0; i < o->nr; i++)
		o->by_name[i] = i;
	if (o->nr)
		qsort_r(o->by_name, o->nr, sizeof(*o->by_name), by_canonical, o);
	return 0;
}

/* ---- the library inside a program ---- */

static bool is_named_so(const struct marker_function *f)
{
	return !strncmp(f->raw, "marker_", 7);
}

/* A part of the library itself, not of its header: those are local to the file that includes it. */
static bool is_anchor(const struct marker_function *f)
{
	return is_named_so(f) && !(f->local && f->source);
}

static bool is_foreign(const struct marker_function *f)
{
	return !f->local && !is_named_so(f);
}

/* Everything between two anchors, if nothing foreign is. */
static void take_between(struct marker_object *o)
{
	uint32_t i, at, last = UINT32_MAX;

	for (i = 0; i < o->nr; i++) {
		if (is_foreign(&o->functions[i]))
			last = UINT32_MAX;
		if (!is_anchor(&o->functions[i]))
			continue;
		for (at = last; at < i; at++)
			o->functions[at].part = PART_LIBRARY;
		o->functions[i].part = PART_LIBRARY;
		last = i;
	}
}

static bool has_source(const struct marker_object *o, const char *source)
{
	uint32_t i;

	for (i = 0; i < o->nr; i++)
		if (o->functions[i].part == PART_LIBRARY && o->functions[i].source &&
		    o->functions[i].local && !is_named_so(&o->functions[i]) &&
		    !strcmp(o->functions[i].source, source))
			return true;
	return false;
}

/* A neighbour of what was taken, of a source file of which something was taken. */
static bool is_next(const struct marker_object *o, uint32_t i, uint32_t beside)
{
	const struct marker_function *f = &o->functions[i];

	return f->part == PART_NONE && f->local && f->source &&
	       o->functions[beside].part == PART_LIBRARY && !is_named_so(f) &&
	       has_source(o, f->source);
}

static void take_ends(struct marker_object *o)
{
	uint32_t i;

	for (i = 1; i < o->nr; i++)
		if (is_next(o, i, i - 1))
			o->functions[i].part = PART_LIBRARY;
	for (i = o->nr; i > 1; i--)
		if (is_next(o, i - 2, i - 1))
			o->functions[i - 2].part = PART_LIBRARY;
}

static bool has_library(const struct marker_object *o)
{
	const struct marker_function *f = marker_function_named(o, "marker_call");

	return f && is_anchor(f);
}

static void find_library(struct marker_object *o)
{
	uint32_t i;

	if (has_library(o)) {
		take_between(o);
		take_ends(o);
	}
	for (i = 0; i < o->nr; i++)
		if (is_named_so(&o->functions[i]))
			o->functions[i].part = PART_LIBRARY;
}

int marker_functions_end(struct marker_object *o)
{
	int err = sort(o);

	if (!err)
		find_library(o);
	return err;
}

static int take(void *ctx, const struct dso_symbol *symbol, size_t length)
{
	return marker_functions_add(ctx, symbol, length);
}

int marker_functions_read(struct marker_object *o)
{
	int err = dso_each(o->dso, take, o);

	return err ? err : marker_functions_end(o);
}

void marker_functions_free(struct marker_object *o)
{
	uint32_t i;

	for (i = 0; i < o->nr; i++) {
		free(o->functions[i].raw);
		free(o->functions[i].canonical);
		free(o->functions[i].source);
	}
	free(o->functions);
	free(o->by_name);
	o->functions = NULL;
	o->by_name = NULL;
	o->nr = 0;
}

/* ---- looking up ---- */

/* How many begin at or before an address. */
static uint32_t count_to(const struct marker_object *o, uint64_t address)
{
	uint32_t low = 0, high = o->nr, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (o->functions[middle].start <= address)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct marker_function *marker_function_from(const struct marker_object *o, uint64_t start)
{
	uint32_t nr = count_to(o, start);

	return nr && o->functions[nr - 1].start == start ? &o->functions[nr - 1] : NULL;
}

struct marker_function *marker_function_at(const struct marker_object *o, uint64_t address)
{
	uint32_t nr = count_to(o, address);

	return nr ? &o->functions[nr - 1] : NULL;
}

struct marker_function *marker_function_named(const struct marker_object *o, const char *raw)
{
	uint32_t low = 0, high = o->nr, middle, first;
	char canonical[NAME_SIZE];

	canonical_name(raw, strlen(raw), false, canonical, sizeof(canonical));
	while (low < high) {
		middle = low + (high - low) / 2;
		if (strcmp(o->functions[o->by_name[middle]].canonical, canonical) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	first = low;
	for (; low < o->nr; low++) {
		struct marker_function *f = &o->functions[o->by_name[low]];

		if (strcmp(f->canonical, canonical))
			break;
		if (f->part != o->functions[o->by_name[first]].part)
			return NULL;
	}
	return low > first ? &o->functions[o->by_name[first]] : NULL;
}
