// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * attach_user.c - what is known of a marker: its event in the trace, and how it is recorded
 *
 * An event is there once for a name and a format, to the end of the recorder: a marker that was unloaded
 * and comes back is the same.  A handle has a record of its own of each of its markers, which is the probe's
 * private data.  Of two handles whose globs match one marker the first records it, and the other after that
 * one was closed.
 */
#include "clock_user.h"
#include "event_user.h"
#include "quick_user.h"
#include "record_user.h"

static unsigned int bucket_of(const char *name)
{
	u32 hash = 2166136261u; /* FNV-1a */

	for (; *name; name++)
		hash = (hash ^ (u8)*name) * 16777619u;
	return (hash ^ hash >> 16) % RECORD_BUCKETS;
}

static struct record_event *find_event(const struct recorder *recorder,
				       const struct marker_info *info)
{
	struct record_event *event = recorder->buckets[bucket_of(info->name)];

	for (; event; event = event->next)
		if (!strcmp(event->name, info->name) && !strcmp(event->format, info->format))
			return event;
	return NULL;
}

/* The description, in memory of the C library's: not under the lock. */
static char *describe_event(u32 id, const struct marker_info *info, size_t *size)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, size);
	int err;

	if (!out)
		return NULL;
	err = marker_ctf_event(out, id, 0, info);
	if (fclose(out) || err) {
		free(text);
		return NULL;
	}
	return text;
}

static struct record_event *alloc_event(const struct marker_info *info)
{
	size_t name = strlen(info->name) + 1, format = strlen(info->format) + 1;
	struct record_event *event = os_alloc(sizeof(*event) + name + format);
	char *text;

	if (!event)
		return NULL;
	text = (char *)(event + 1);
	event->name = memcpy(text, info->name, name);
	event->format = memcpy(text + name, info->format, format);
	return event;
}

/* An event that is counted is in the text: what is written is always both. */
static struct record_event *add_event(struct recorder *recorder, const struct marker_info *info)
{
	struct record_event **bucket = &recorder->buckets[bucket_of(info->name)];
	struct record_event *event = alloc_event(info);
	size_t size = 0;
	char *text = describe_event(recorder->nr_events, info, &size);
	sigset_t saved;
	int err = -ENOMEM;

	if (event && text) {
		record_lock(&saved);
		err = record_text_add(&recorder->events, text, size);
		if (!err) {
			event->id = recorder->nr_events++;
			event->next = *bucket;
			*bucket = event;
		}
		record_unlock(&saved);
	}
	free(text);
	if (!err)
		return event;
	os_free(event);
	return NULL;
}

static struct record_marker *find_marker(const struct record_handle *handle,
					 const struct record_event *event)
{
	struct record_marker *marker;

	for (marker = handle->markers; marker; marker = marker->next)
		if (marker->event == event)
			return marker;
	return NULL;
}

static void init_marker(struct record_marker *marker, struct record_handle *handle,
			struct record_event *event, const struct marker_info *info)
{
	unsigned int i, at = 0;

	marker_ctf_layout_init(&marker->layout, info);
	marker->recorder = handle->recorder;
	marker->handle = handle;
	marker->event = event;
	marker->id = event->id;
	marker->place = handle->recorder->place;
	if (event->id < MARKER_CTF_LONG_ID)
		marker->short_time = RECORD_SHORT_TIME;
	marker->need = RECORD_UNDESCRIBED;
	for (i = 0; i < marker->layout.nr && marker->layout.words; i++) {
		marker->offsets[i] = at;
		at += marker->layout.kinds[i] == MARKER_CTF_4 ? 4 : 8;
	}
}

static struct record_marker *add_marker(struct record_handle *handle, struct record_event *event,
					const struct marker_info *info)
{
	struct record_marker *marker = os_alloc(sizeof(*marker));
	sigset_t saved;

	if (!marker)
		return NULL;
	init_marker(marker, handle, event, info);
	record_lock(&saved);
	marker->next = handle->markers;
	handle->markers = marker;
	if (!event->owner)
		WRITE_ONCE(event->owner, handle);
	record_unlock(&saved);
	return marker;
}

/* What was seen by a handle may be seen again: its object was unloaded and has come back. */
static struct record_marker *get_marker(struct record_handle *handle,
					const struct marker_info *info)
{
	struct record_event *event = find_event(handle->recorder, info);
	struct record_marker *marker = event ? find_marker(handle, event) : NULL;

	if (!event)
		event = add_event(handle->recorder, info);
	if (!event || marker)
		return marker;
	return add_marker(handle, event, info);
}

int record_attach(void *private_data, const struct marker_info *info,
		  struct marker_attached *attached)
{
	struct record_handle *handle = private_data;
	struct record_marker *marker = get_marker(handle, info);

	if (!marker)
		return -ENOMEM;
	attached->private_data = marker;
	attached->general = false;
	attached->quick = NULL;
	if (marker->event->owner != handle) {
		attached->func = record_second;
	} else if (marker->layout.words && record_clock.counter) {
		attached->func = record_words_of(marker->layout.nr);
		attached->quick = record_quick_of(marker);
		attached->general = true;
	}
	return 0;
}

/** record_event_dropped() - how many hits of a marker found no room */
unsigned long record_event_dropped(const struct recorder *recorder, const struct marker_info *info)
{
	const struct record_event *event = find_event(recorder, info);

	return event ? READ_ONCE(event->dropped) : 0;
}

/** record_events_forget() - in a forked child: what was dropped was its parent's; with record_lock() */
void record_events_forget(struct recorder *recorder)
{
	struct record_event *event;
	unsigned int i;

	for (i = 0; i < RECORD_BUCKETS; i++)
		for (event = recorder->buckets[i]; event; event = event->next)
			event->dropped = 0;
}

/** record_events_disown() - a handle goes: what it has recorded is another one's now; with record_lock() */
void record_events_disown(struct recorder *recorder, struct record_handle *handle)
{
	struct record_marker *marker;
	struct record_handle *other;

	for (marker = handle->markers; marker; marker = marker->next) {
		if (marker->event->owner != handle)
			continue;
		WRITE_ONCE(marker->event->owner, NULL);
		for (other = recorder->handles; other; other = other->next)
			if (find_marker(other, marker->event))
				WRITE_ONCE(marker->event->owner, other);
	}
}

void record_markers_free(struct record_handle *handle)
{
	struct record_marker *marker;

	while ((marker = handle->markers)) {
		handle->markers = marker->next;
		os_free(marker);
	}
}

void record_events_free(struct recorder *recorder)
{
	struct record_event *event;
	unsigned int i;

	for (i = 0; i < RECORD_BUCKETS; i++) {
		while ((event = recorder->buckets[i])) {
			recorder->buckets[i] = event->next;
			os_free(event);
		}
	}
}

#define AT(type, field, offset) static_assert(offsetof(type, field) == (offset), "quick_user.h")
AT(struct record_thread, level, THREAD_LEVEL);
AT(struct record_thread, streams[0].at, THREAD_AT);
AT(struct record_thread, streams[0].end, THREAD_END);
AT(struct record_thread, streams[0].packet, THREAD_PACKET);
AT(struct record_thread, streams[0].events, THREAD_EVENTS);
AT(struct record_marker, need, MARKER_NEED);
AT(struct record_marker, id, MARKER_ID);
AT(struct record_marker, place, MARKER_PLACE);
AT(struct marker_ctf_packet, content_size, PACKET_CONTENT);
AT(struct marker_ctf_packet, timestamp_end, PACKET_LAST);
static_assert(MARKER_CTF_TIME_BITS == 27 && MARKER_CTF_SHORT == 4, "quick_x86.S");
