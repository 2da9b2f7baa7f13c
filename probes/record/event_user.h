/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * event_user.h - the stores of an event, in line
 */
#ifndef MARKER_RECORD_EVENT_USER_H
#define MARKER_RECORD_EVENT_USER_H

#include "record_user.h"

#define RECORD_SHORT_TIME (1ull << MARKER_CTF_TIME_BITS)

/* Nothing is moved over this by the compiler: for who is interrupted, the stores are in order. */
#define record_barrier() __asm__ __volatile__("" ::: "memory")

static inline bool record_has_room(const struct record_stream *stream,
				   const struct record_marker *marker)
{
	return likely((size_t)(stream->end - stream->at) >= READ_ONCE(marker->need));
}

/*
 * An argument has a word, whatever its size: all of it is stored, and the next one, or the next event,
 * goes over what was too much.  The room has that much more (home_user.c).
 */
static inline void record_put_word(u8 *at, const struct record_marker *marker, unsigned int i,
				   unsigned long word)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && marker->layout.kinds[i] == MARKER_CTF_4)
		word <<= 32;
	__builtin_memcpy(at + marker->offsets[i], &word, sizeof(word));
}

/* Begins an event of a thread at its first level, which nobody has; where streams are closed there is no room. */
static inline bool record_enter(struct record_thread *thread, const struct record_marker *marker)
{
	if (unlikely(thread->level))
		return false;
	thread->level = 1;
	record_barrier();
	if (likely(record_has_room(&thread->streams[0], marker)))
		return true;
	thread->level = 0;
	return false;
}

static inline void record_leave(struct record_thread *thread)
{
	record_barrier();
	thread->level = 0;
}

/* A long time behind the last event, or a long id, or neither: a counter that stands behind the last event's. */
static inline u8 *record_begin_seldom(u8 *at, const struct record_marker *marker, u64 *time,
				      u64 last)
{
	u32 word;

	if ((int64_t)(*time - last) < 0) {
		*time = last;
		if (marker->short_time) {
			word = marker_ctf_short(marker->id, last);
			__builtin_memcpy(at, &word, sizeof(word));
			return at + MARKER_CTF_SHORT;
		}
	}
	marker_ctf_long(at, marker->id, *time);
	return at + MARKER_CTF_LONG;
}

/*
 * The header, and where the fields go.  A counter that stands behind the last event's, as of another CPU
 * whose counter is a little behind, is taken for the same.
 */
static inline u8 *record_begin(const struct record_stream *stream,
			       const struct record_marker *marker, u64 *time)
{
	u64 last = stream->packet->timestamp_end;
	u8 *at = stream->at;
	u32 word;

	if (unlikely(*time - last >= marker->short_time))
		return record_begin_seldom(at, marker, time, last);
	word = marker_ctf_short(marker->id, *time);
	__builtin_memcpy(at, &word, sizeof(word));
	return at + MARKER_CTF_SHORT;
}

/* With the last store the event is a part of the packet: pairs with a reader's load of the content size. */
static inline void record_commit(struct record_stream *stream, u8 *at, u64 time)
{
	struct marker_ctf_packet *packet = stream->packet;

	stream->at = at;
	WRITE_ONCE(stream->events, stream->events + 1);
	WRITE_ONCE(packet->timestamp_end, time);
	__atomic_store_n(&packet->content_size, (u64)(at - (u8 *)packet) * 8, __ATOMIC_RELEASE);
}

#endif
