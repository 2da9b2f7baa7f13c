// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * any_user.c - every event: strings, doubles, a thread's first one, a file that is full
 *
 * It may be called in a signal handler, at any place of a program: it allocates nothing, makes no call
 * that is a cancellation point, and leaves errno as it was.
 */
#include "event_user.h"
#include "clock_user.h"

/* After a failure the next try is a sixteenth of a second away: a full disk costs no system calls a hit. */
static u64 time_to_retry(void)
{
	return record_now() + record_clock.freq / 16;
}

static int make_room_locked(struct record_thread *thread, unsigned int level,
			    const struct record_marker *marker)
{
	struct recorder *recorder = thread->recorder;
	struct record_stream *stream = &thread->streams[level];
	int err = record_home_open(recorder), tries;

	if (!err && marker->need == RECORD_UNDESCRIBED)
		err = record_describe(recorder);
	/* The rest of a file may be too little, its next window never is. */
	for (tries = 0; tries < 3 && !err && !record_has_room(stream, marker); tries++)
		err = record_file_next(recorder, thread, level);
	return err;
}

static bool make_room(struct record_thread *thread, unsigned int level,
		      const struct record_marker *marker)
{
	struct record_stream *stream = &thread->streams[level];
	sigset_t saved;
	int err;

	if (READ_ONCE(thread->recorder->ended) || (stream->retry && record_now() < stream->retry))
		return false;
	record_lock(&saved);
	err = make_room_locked(thread, level, marker);
	stream->retry = err ? time_to_retry() : 0;
	record_unlock(&saved);
	return !err && record_has_room(stream, marker);
}

/* In its stream's packet; but of one that no other is before, readers know no number. */
static void discard(struct record_thread *thread, unsigned int level,
		    const struct record_marker *marker)
{
	struct record_stream *stream = &thread->streams[level];

	if (READ_ONCE(thread->recorder->ended))
		return;
	os_count(&marker->event->dropped);
	if (stream->packet && stream->sequence > 1) {
		WRITE_ONCE(stream->packet->events_discarded, ++stream->discarded);
		os_count(&thread->recorder->dropped);
	} else {
		record_count_lost(thread->recorder);
	}
}

static void write_event(struct record_stream *stream, const struct record_marker *marker,
			va_list *args)
{
	u64 time = record_now();
	u8 *at = record_begin(stream, marker, &time);

	at += marker_ctf_write(&marker->layout, at, marker->layout.max, args);
	record_commit(stream, at, time);
}

static void record_in(struct record_thread *thread, const struct record_marker *marker,
		      va_list *args)
{
	unsigned int level = thread->level;
	struct record_stream *stream = &thread->streams[level];

	if (unlikely(level >= RECORD_LEVELS)) {
		os_count(&marker->event->dropped);
		record_count_lost(thread->recorder);
		return;
	}
	thread->level = level + 1;
	record_barrier();
	if (record_has_room(stream, marker) || make_room(thread, level, marker))
		write_event(stream, marker, args);
	else
		discard(thread, level, marker);
	record_barrier();
	thread->level = level;
}

void record_any(void *private_data, const struct marker_info *info, va_list *args)
{
	const struct record_marker *marker = private_data;
	struct record_thread *thread = record_self;
	int saved_errno = errno;

	while (thread && READ_ONCE(thread->recorder) != marker->recorder)
		thread = thread->next;
	if (unlikely(!thread))
		thread = record_thread_get(marker->recorder);
	if (likely(thread))
		record_in(thread, marker, args);
	else
		os_count(&marker->event->dropped);
	errno = saved_errno;
}

void record_second(void *private_data, const struct marker_info *info, va_list *args)
{
	const struct record_marker *marker = private_data;

	if (READ_ONCE(marker->event->owner) == marker->handle)
		record_any(private_data, info, args);
}
