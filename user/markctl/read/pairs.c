// SPDX-License-Identifier: GPL-2.0-only
/*
 * pairs.c - begin and end by names, and the spans of a thread
 */
#include "user/markctl/read/pairs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

/* Begin and end go together by what is before them: a thing that starts may exit. */
static const struct {
	const char *suffix;
	enum pair_role role;
} suffixes[] = {
	{ "_begin", PAIR_BEGIN }, { "_enter", PAIR_BEGIN }, { "_start", PAIR_BEGIN },
	{ "_end", PAIR_END },	  { "_exit", PAIR_END },    { "_done", PAIR_END },
};

enum pair_role pair_role(const char *name, const struct chrome_pair *pairs, size_t nr_pairs,
			 const char **what, size_t *length)
{
	size_t i, len = strlen(name), tail;

	for (i = 0; i < nr_pairs; i++) {
		*what = pairs[i].begin;
		*length = strlen(*what);
		if (!strcmp(name, pairs[i].begin))
			return PAIR_BEGIN;
		if (!strcmp(name, pairs[i].end))
			return PAIR_END;
	}
	for (i = 0; i < sizeof(suffixes) / sizeof(suffixes[0]); i++) {
		tail = strlen(suffixes[i].suffix);
		if (len <= tail || strcmp(name + len - tail, suffixes[i].suffix) != 0)
			continue;
		*what = name;
		*length = len - tail;
		return suffixes[i].role;
	}
	return PAIR_NONE;
}

int spans_push(struct spans *spans, const char *what, size_t length)
{
	if (spans->nr == SPANS_MAX)
		return -ENOSPC;
	if (array_room(spans->names, spans->nr, spans->room))
		return -ENOMEM;
	spans->names[spans->nr] = strndup(what, length);
	return spans->names[spans->nr++] ? 0 : -ENOMEM;
}

size_t spans_find(const struct spans *spans, const char *what, size_t length)
{
	size_t i;

	for (i = spans->nr; i > 0; i--)
		if (!strncmp(spans->names[i - 1], what, length) && !spans->names[i - 1][length])
			return spans->nr - i + 1;
	return 0;
}

void spans_pop(struct spans *spans)
{
	free(spans->names[--spans->nr]);
}

void spans_free(struct spans *spans)
{
	while (spans->nr)
		spans_pop(spans);
	free(spans->names);
}
