// SPDX-License-Identifier: GPL-2.0-only
/*
 * error.c - the library's errors in words
 *
 * An error is a list of causes, the root first.  The root says what is wrong, between addresses of
 * the library's own objects; a later one says in which component, and so in which trace.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "graph.h"

/* A port's name is "UUID | CLASS | STREAM". */
static void set_stream(struct ctf_failure *failure, const char *port)
{
	const char *last = port ? strrchr(port, '|') : NULL;
	char *end;

	if (!last || last[1] != ' ')
		return;
	failure->stream = strtoull(last + 2, &end, 10);
	failure->in_stream = end != last + 2 && !*end;
}

/* The trace and the stream that a cause is about, if it is a source's. */
static void set_place(struct ctf_failure *failure, const bt_error_cause *cause)
{
	const char *name = NULL;

	switch (bt_error_cause_get_actor_type(cause)) {
	case BT_ERROR_CAUSE_ACTOR_TYPE_COMPONENT:
		if (bt_error_cause_component_actor_get_component_class_type(cause) ==
		    BT_COMPONENT_CLASS_TYPE_SOURCE)
			name = bt_error_cause_component_actor_get_component_name(cause);
		break;
	case BT_ERROR_CAUSE_ACTOR_TYPE_MESSAGE_ITERATOR:
		if (bt_error_cause_message_iterator_actor_get_component_class_type(cause) !=
		    BT_COMPONENT_CLASS_TYPE_SOURCE)
			break;
		name = bt_error_cause_message_iterator_actor_get_component_name(cause);
		set_stream(failure,
			   bt_error_cause_message_iterator_actor_get_component_output_port_name(
				   cause));
		break;
	default:
		break;
	}
	if (name)
		snprintf(failure->trace, sizeof(failure->trace), "%s", name);
}

/* Takes every "WORD-addr=0xHEX" and the comma behind it out. */
static void drop_addresses(char *text)
{
	static const char mark[] = "addr=0x";
	char *at, *begin, *end;

	while ((at = strstr(text, mark))) {
		for (begin = at; begin > text && begin[-1] != ' '; begin--)
			;
		end = at + strlen(mark);
		end += strspn(end, "0123456789abcdef");
		end += strspn(end, ", ");
		memmove(begin, end, strlen(end) + 1);
	}
	for (end = text + strlen(text); end > text && strchr(":, .", end[-1]); end--)
		end[-1] = '\0';
}

/* The library speaks of its own parts; these are what a reader of a damaged trace meets. */
static const struct {
	const char *theirs;
	const char *ours;
} words[] = {
	{ "Youngest upstream message iterator wrapper's timestamp is less than muxer's message "
	  "iterator's last returned timestamp",
	  "time goes backwards" },
	{ "No event class with ID of event class ID to use in stream class",
	  "there is no event of this number" },
};

/* Ours is the shorter one. */
static void translate(char *text)
{
	size_t i, theirs, ours;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		theirs = strlen(words[i].theirs);
		ours = strlen(words[i].ours);
		if (strncmp(text, words[i].theirs, theirs) != 0)
			continue;
		memcpy(text, words[i].ours, ours);
		memmove(text + ours, text + theirs, strlen(text + theirs) + 1);
	}
}

bool ctf_graph_error(struct ctf_failure *failure)
{
	const bt_error *error = bt_current_thread_take_error();
	uint64_t i, nr = error ? bt_error_get_cause_count(error) : 0;

	*failure = (struct ctf_failure){ .what = "it cannot be read" };
	for (i = 0; i < nr && !failure->in_stream; i++) {
		const bt_error_cause *cause = bt_error_borrow_cause_by_index(error, i);

		if (!i)
			snprintf(failure->what, sizeof(failure->what), "%s",
				 bt_error_cause_get_message(cause));
		set_place(failure, cause);
	}
	if (error)
		bt_error_release(error);
	drop_addresses(failure->what);
	translate(failure->what);
	return error;
}
