/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pairs.h - markers that begin and end something, and what is open in a thread
 *
 * The spans of a thread nest.  Where they do not, because an end is missing or two cross, the inner ones
 * are ended with the outer one, so that what comes out is balanced whatever goes in.
 */
#ifndef MARKCTL_PAIRS_H
#define MARKCTL_PAIRS_H

#include <stdbool.h>
#include <stddef.h>

#include "user/markctl/read/chrome.h"

enum pair_role {
	PAIR_NONE,
	PAIR_BEGIN,
	PAIR_END,
};

/**
 * pair_role() - does a marker begin or end something?
 * @length:	how much of @what names the thing
 * @what:	what is begun or ended: the part before _begin, or the first name of a pair
 */
enum pair_role pair_role(const char *name, const struct chrome_pair *pairs, size_t nr_pairs,
			 const char **what, size_t *length);

/* The spans that are open in a thread, the outermost first. */
struct spans {
	char **names;
	size_t nr;
	size_t room;
};

/* Deeper ones are not shown as spans: what never ends would grow without a bound. */
#define SPANS_MAX 256

/** spans_push() - one begins; 0, -ENOSPC if SPANS_MAX are open, -ENOMEM */
int spans_push(struct spans *spans, const char *what, size_t length);

/** spans_find() - how many are to be ended so that this one is; 0 if it is not open */
size_t spans_find(const struct spans *spans, const char *what, size_t length);

void spans_pop(struct spans *spans);
void spans_free(struct spans *spans);

#endif
