// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * rate.c - so many events a second: a token bucket that is one word
 *
 * The generic cell rate algorithm (ITU-T I.371, annex A): the word is the moment at which the
 * bucket is full again.  An event moves it on by the time of one token, and is refused if that put
 * it further ahead than the time of a full bucket.  Lock-free, any context.
 */
#include "code.h"

/* Beyond so many that came between, the event is refused: a bound on the time in here. */
#define TRIES 64

/**
 * marker_filter_rate() - may one more event pass?
 * @full_at:	the bucket, 0 at first; ns
 * @rate:	events a second, and how many the full bucket holds; not 0
 * @now_ns:	the time, from any beginning but 0 (a clock may stand still, or go back a little)
 *
 * Return: true if it may, and a token was taken.
 */
bool marker_filter_rate(u64 *full_at, u64 rate, u64 now_ns)
{
	const u64 token_ns = 1000000000 / rate;
	u64 old = __atomic_load_n(full_at, __ATOMIC_RELAXED), new;
	unsigned int i;

	for (i = 0; i < TRIES; i++) {
		new = (old > now_ns ? old : now_ns) + token_ns;
		if (new - now_ns > token_ns * rate)
			return false;
		if (__atomic_compare_exchange_n(full_at, &old, new, false, __ATOMIC_RELAXED,
						__ATOMIC_RELAXED))
			return true;
	}
	return false;
}
