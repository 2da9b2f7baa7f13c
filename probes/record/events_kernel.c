// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * events_kernel.c - the numbers of the markers that are recorded
 *
 * A marker is a name and a format: one that goes with its module and comes back has the number that it
 * had.  All stay until the buffers are made anew, because what is in the buffers is told by them.
 *
 * When the first of two connections goes, the second one records from the moment on in which no probe of
 * the first can run any more: a hit in between is nobody's.
 */
#include "record_kernel.h"

#include <linux/percpu.h>

LIST_HEAD(marker_record_events);

static struct record_event *find(const struct marker_info *marker)
{
	struct record_event *event;

	list_for_each_entry(event, &marker_record_events, list)
		if (!strcmp(event->name, marker->name) && !strcmp(event->format, marker->format))
			return event;
	return NULL;
}

static void free_event(struct record_event *event)
{
	free_percpu(event->hits);
	os_free(event);
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
	event->hits = alloc_percpu(unsigned long);
	if (!event->hits || marker_ctf_layout_init(&event->layout, marker)) {
		free_event(event);
		return NULL;
	}
	INIT_LIST_HEAD(&event->taps);
	event->id = id;
	memcpy(event->name, marker->name, name_len);
	event->format = event->name + name_len;
	memcpy(event->name + name_len, marker->format, format_len);
	list_add_tail(&event->list, &marker_record_events);
	return event;
}

static struct record_tap *find_tap(struct record_event *event, const void *connection)
{
	struct record_tap *tap;

	list_for_each_entry(tap, &event->taps, list)
		if (tap->connection == connection)
			return tap;
	return NULL;
}

static struct record_tap *add_tap(struct record_event *event, const void *connection)
{
	struct record_tap *tap = os_alloc(sizeof(*tap));

	if (!tap)
		return NULL;
	tap->event = event;
	tap->connection = connection;
	list_add_tail(&tap->list, &event->taps);
	if (!event->owner)
		WRITE_ONCE(event->owner, tap);
	return tap;
}

struct record_tap *marker_record_tap(const struct marker_info *marker, const void *connection)
{
	struct record_event *event;
	struct record_tap *tap = NULL;

	mutex_lock(&marker_record_lock);
	event = find(marker);
	if (!event)
		event = add(marker);
	if (event)
		tap = find_tap(event, connection);
	if (event && !tap)
		tap = add_tap(event, connection);
	mutex_unlock(&marker_record_lock);
	return tap;
}

static void remove_tap(struct record_tap *tap)
{
	struct record_event *event = tap->event;

	list_del(&tap->list);
	if (event->owner == tap)
		WRITE_ONCE(event->owner,
			   list_first_entry_or_null(&event->taps, struct record_tap, list));
	os_free(tap);
}

/* The lock is held, and no probe of the connection runs any more. */
void marker_record_untap(const void *connection)
{
	struct record_event *event;
	struct record_tap *tap;

	list_for_each_entry(event, &marker_record_events, list) {
		tap = find_tap(event, connection);
		if (tap)
			remove_tap(tap);
	}
}

unsigned long marker_record_hits(const struct marker_info *marker)
{
	const struct record_event *event;
	unsigned long hits = 0;
	unsigned int cpu;

	mutex_lock(&marker_record_lock);
	event = find(marker);
	if (event)
		for_each_possible_cpu(cpu)
			hits += READ_ONCE(*per_cpu_ptr(event->hits, cpu));
	mutex_unlock(&marker_record_lock);
	return hits;
}

/* The lock is held, and nothing is connected. */
void marker_record_events_free(void)
{
	struct record_event *event, *next;

	list_for_each_entry_safe(event, next, &marker_record_events, list)
		free_event(event);
	INIT_LIST_HEAD(&marker_record_events);
}
