// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * reply.c - text that grows
 */
#include "reply.h"

#include "line.h"

#define FIRST_ROOM 4096

/* Room for that many bytes and a terminator; false, for good, if there is none. */
static bool reserve(struct marker_reply *reply, size_t len)
{
	size_t room = reply->room ? reply->room : FIRST_ROOM;
	char *text;

	if (reply->full || len >= reply->limit - reply->len) {
		reply->full = true;
		return false;
	}
	while (room - reply->len <= len)
		room *= 2;
	if (room == reply->room)
		return true;
	text = realloc(reply->text, room);
	reply->full = !text;
	if (!text)
		return false;
	reply->text = text;
	reply->room = room;
	return true;
}

static void add_list(struct marker_reply *reply, const char *format, va_list args)
{
	va_list again;
	int len;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	if (len >= 0 && reserve(reply, len))
		reply->len += vsnprintf(reply->text + reply->len, len + 1, format, args);
}

void marker_reply_add(struct marker_reply *reply, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_list(reply, format, args);
	va_end(args);
}

void marker_reply_add_quoted(struct marker_reply *reply, const char *key, const char *text)
{
	marker_reply_add(reply, " %s=", key);
	if (reserve(reply, MARKER_QUOTED_MAX(strlen(text))))
		reply->len += marker_line_quote(reply->text + reply->len, text);
}

static const char *name_of(int err)
{
	const char *name = strerrorname_np(-err);

	return name ? name : "EIO";
}

void marker_reply_error(struct marker_reply *reply, int err, const char *format, ...)
{
	va_list args;

	reply->len = 0;
	reply->full = false;
	marker_reply_add(reply, "error %s ", name_of(err));
	va_start(args, format);
	add_list(reply, format, args);
	va_end(args);
	marker_reply_add(reply, "\n");
}

void marker_reply_end(struct marker_reply *reply)
{
	if (reply->full && reply->room)
		marker_reply_error(reply, -EMSGSIZE, "the reply is too long: ask for fewer");
}

void marker_reply_free(struct marker_reply *reply)
{
	free(reply->text);
	*reply = (struct marker_reply){ .limit = reply->limit };
}
