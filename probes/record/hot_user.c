// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * hot_user.c - a marker of integers and pointers whose arguments come in a list
 *
 * The way of nearly every event where quick_user.h's is not taken: on arm64, and where several probes are
 * connected to a marker.  Compiled for general registers only, so that the slow path of a site calls it at once and keeps no
 * others (marker/arch/hit.c); and for the processor's counter.  All that comes seldom is record_any()'s.
 */
#include "arguments_user.h"
#include "counter_user.h"
#include "event_user.h"
#include "keep_user.h"

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

/* @nr is a constant where it is small: then there is no loop. */
static inline __attribute__((always_inline)) void
record_nr(void *private_data, const struct marker_info *info, va_list *args, unsigned int nr)
{
	const struct record_marker *marker = private_data;
	struct record_thread *thread = record_near[marker->place];
	struct record_stream *stream = &thread->streams[0];
	unsigned long buffer[MARKER_CTF_FIELDS];
	const unsigned long *words;
	unsigned int i;
	/* As early as can be: the core goes on with what does not need it. */
	u64 time = record_counter();
	u8 *at;

	if (unlikely(!record_enter(thread, marker))) {
		record_seldom(private_data, info, args);
		return;
	}
	at = record_begin(stream, marker, &time);
	words = record_arguments(args, nr, buffer);
	for (i = 0; i < nr; i++)
		record_put_word(at, marker, i, words[i]);
	record_commit(stream, at + marker->layout.fixed, time);
	record_leave(thread);
}

#define RECORD_WORDS(nr)                                                                  \
	static void record_words_##nr(void *private_data, const struct marker_info *info, \
				      va_list *args)                                      \
	{                                                                                 \
		record_nr(private_data, info, args, nr);                                  \
	}
RECORD_WORDS(0)
RECORD_WORDS(1)
RECORD_WORDS(2)
RECORD_WORDS(3)
RECORD_WORDS(4)

static void record_words(void *private_data, const struct marker_info *info, va_list *args)
{
	const struct record_marker *marker = private_data;

	record_nr(private_data, info, args, marker->layout.nr);
}

/** record_words_of() - the probe of a marker of so many integers and pointers; it uses general registers only */
marker_probe_fn *record_words_of(unsigned int nr)
{
	static marker_probe_fn *const few[] = {
		record_words_0, record_words_1, record_words_2, record_words_3, record_words_4,
	};

	return nr < sizeof(few) / sizeof(few[0]) ? few[nr] : record_words;
}
