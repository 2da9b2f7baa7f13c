/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a path leads to: a recording, or text with folded stacks.  What can be read only once is
 * read here, so that it can be looked at and used.
 */
#ifndef USER_MARKDIFF_SOURCE_H
#define USER_MARKDIFF_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

struct source {
	const char *path;
	char *text; /* NULL: the path can be opened again */
	size_t size;
	bool folded;
	bool lent; /* the text is another one's */
};

/**
 * source_read - look at a path, or at standard input ("-")
 *
 * Whether it can be opened is for others to say: then there is neither text nor an error.
 */
int source_read(struct source *source, const char *path);
void source_free(struct source *source);

#endif
