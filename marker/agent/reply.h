/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * reply.h - the text of a reply while it is made: lines, in one growing block that has a limit
 */
#ifndef MARKER_AGENT_REPLY_H
#define MARKER_AGENT_REPLY_H

#include "../os.h"

/* Some 100,000 markers. */
#define MARKER_REPLY_MAX (16u << 20)

struct marker_reply {
	char *text;
	size_t len, room;
	size_t limit;
	bool full; /* there was no memory, or the limit was reached */
};

/** marker_reply_add() - formatted text */
void marker_reply_add(struct marker_reply *reply, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/** marker_reply_add_quoted() - a blank, a key, and text in quotation marks */
void marker_reply_add_quoted(struct marker_reply *reply, const char *key, const char *text);

/**
 * marker_reply_error() - the last line, in the place of all that there is
 * @err:	a negative errno
 */
void marker_reply_error(struct marker_reply *reply, int err, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/** marker_reply_end() - nothing comes any more: one that got full becomes an error */
void marker_reply_end(struct marker_reply *reply);

/** marker_reply_free() - empty, with its limit */
void marker_reply_free(struct marker_reply *reply);

#endif
