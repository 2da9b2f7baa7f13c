// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_events_kernel.c - the numbers of the markers that are recorded
 *
 * A marker is a name and a format: one that goes with its module and comes back has the number that it
 * had.  All stay until the buffers are made anew, because what is in the buffers is told by them.
 */
#include "record_kernel.h"

LIST_HEAD(marker_record_events);

static struct record_event *find(const struct marker_info *marker)
{
	struct record_event *event;

	list_for_each_entry(event, &marker_record_events, list)
		if (!strcmp(event->name, marker->name) && !strcmp(event->format, marker->format))
			return event;
	return NULL;
}

static u32 next_id(void)
{
	if (list_empty(&marker_record_events))
		return 1;
	return list_last_entry(&marker_record_events, struct record_event, list)->id + 1;
}

static struct record_event *add(const struct marker_info *marker)
{
	size_t name_len = strlen(marker->name) + 1, format_len = strlen(marker->format) + 1;
	struct record_event *event;
	u32 id = next_id();

	if (id > U16_MAX)
		return NULL;
	event = os_alloc(sizeof(*event) + name_len + format_len);
	if (!event)
		return NULL;
	if (marker_ctf_layout_init(&event->layout, marker)) {
		os_free(event);
		return NULL;
	}
	event->id = id;
	memcpy(event->name, marker->name, name_len);
	event->format = event->name + name_len;
	memcpy(event->name + name_len, marker->format, format_len);
	list_add_tail(&event->list, &marker_record_events);
	return event;
}

struct record_event *marker_record_event(const struct marker_info *marker)
{
	struct record_event *event;

	mutex_lock(&marker_record_lock);
	event = find(marker);
	if (!event)
		event = add(marker);
	mutex_unlock(&marker_record_lock);
	return event;
}

/* The lock is held, and nothing is connected. */
void marker_record_events_free(void)
{
	struct record_event *event, *next;

	list_for_each_entry_safe(event, next, &marker_record_events, list)
		os_free(event);
	INIT_LIST_HEAD(&marker_record_events);
}
