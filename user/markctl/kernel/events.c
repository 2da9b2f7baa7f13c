// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/events.c - lines of a number, a name and a format, as markers with fields
 */
#include "user/markctl/kernel/events.h"

#include <stdlib.h>

static int parse_event(struct kernel_event *event, const struct kernel_lines *lines)
{
	unsigned long id;
	char *end;
	int nr;

	if (lines->nr != 3)
		return -EPROTO;
	id = strtoul(lines->fields[0], &end, 10);
	if (*end || end == lines->fields[0] || id == 0 || id > UINT16_MAX)
		return -EPROTO;
	event->id = id;
	nr = marker_format_parse(lines->fields[2], event->fields, MARKER_CTF_FIELDS);
	event->info = (struct marker_info){
		.name = lines->fields[1],
		.format = lines->fields[2],
		.fields = nr < 0 ? NULL : event->fields,
		.nfields = nr < 0 ? 0 : nr,
	};
	return 0;
}

static size_t count_lines(const char *text)
{
	size_t nr = 0;

	for (; *text; text++)
		nr += *text == '\n';
	return nr;
}

/* The fields point into the array: it does not move. */
int kernel_events_read(struct kernel_events *events, char *why, size_t why_size)
{
	int ret;

	*events = (struct kernel_events){ .nr = 0 };
	ret = kernel_lines_open(&events->lines, "record/events", why, why_size);
	if (ret)
		return ret;
	events->events = calloc(count_lines(events->lines.text) + 1, sizeof(*events->events));
	if (!events->events)
		ret = -ENOMEM;
	while (!ret && (ret = kernel_lines_next(&events->lines)) > 0)
		ret = parse_event(&events->events[events->nr++], &events->lines);
	if (ret)
		snprintf(why, why_size, "the kernel's list of events: %s", strerror(-ret));
	return ret;
}

void kernel_events_free(struct kernel_events *events)
{
	free(events->events);
	kernel_lines_close(&events->lines);
	*events = (struct kernel_events){ 0 };
}

bool kernel_events_has(const struct kernel_events *events, u32 id)
{
	size_t i;

	for (i = 0; i < events->nr; i++)
		if (events->events[i].id == id)
			return true;
	return false;
}
