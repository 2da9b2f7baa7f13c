// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * record_hot_user.c - the way of nearly every event: a marker of integers and pointers
 *
 * Compiled for general registers only, so that the slow path of a site calls it at once and keeps no
 * others (marker/arch/hit.c); and for the processor's counter.  All that comes seldom is record_any()'s.
 */
#include "record_event_user.h"
#include "record_counter_user.h"
#include "record_keep_user.h"

struct seldom {
	void *private_data;
	const struct marker_info *info;
	va_list *args;
};

static void call_any(void *data)
{
	const struct seldom *seldom = data;

	record_any(seldom->private_data, seldom->info, seldom->args);
}

static __attribute__((noinline, cold)) void
record_seldom(void *private_data, const struct marker_info *info, va_list *args)
{
	struct seldom seldom = { private_data, info, args };

	record_keep(call_any, &seldom);
}

/*
 * An argument has a word, whatever its size: all of it is stored, and the next one, or the next event,
 * goes over what was too much.  The room has that much more (record_open_user.c).
 */
static inline u8 *put_word(u8 *at, unsigned long word, bool eight)
{
	if (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ && !eight)
		word <<= 32;
	__builtin_memcpy(at, &word, sizeof(word));
	return at + (eight ? 8 : 4);
}

void record_words(void *private_data, const struct marker_info *info, va_list *args)
{
	const struct record_marker *marker = private_data;
	struct record_thread *thread = record_self;
	struct record_stream *stream = &thread->streams[0];
	u32 eights = marker->eights, nr = marker->nr;
	u64 time;
	u8 *at;

	if (unlikely(READ_ONCE(thread->recorder) != marker->recorder || thread->level)) {
		record_seldom(private_data, info, args);
		return;
	}
	thread->level = 1;
	record_barrier();
	if (unlikely(!record_has_room(stream, marker))) {
		thread->level = 0;
		record_seldom(private_data, info, args);
		return;
	}
	time = record_counter();
	at = record_begin(stream, marker, &time);
	for (; nr; nr--, eights >>= 1)
		at = put_word(at, va_arg(*args, unsigned long), eights & 1);
	record_commit(stream, at, time);
	record_barrier();
	thread->level = 0;
}
