// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * clock_kernel.c - the counter that the times of records are taken from
 *
 * Programs take theirs from the processor's counter, where the kernel trusts it to be a clock; so does
 * this, and the two can be laid side by side.  Which counter the kernel's clock is made of, it does
 * not say; but it hands out its value, and that lies between two readings of the processor's or does
 * not.  Elsewhere times are those of CLOCK_MONOTONIC, which NMIs may read as well.
 */
#include "record_kernel.h"

#include <linux/timekeeping.h>
#include <linux/timex.h>

static bool by_counter;
static struct record_clock first;

static bool is_clock(void)
{
	struct system_time_snapshot snapshot;
	u64 before = get_cycles(), after;

	ktime_get_snapshot(&snapshot);
	rmb(); /* x86: what follows reads the counter later; elsewhere it does anyway */
	after = get_cycles();
	return before && before <= snapshot.cycles && snapshot.cycles <= after;
}

/*
 * More than once: this task may be moved to a CPU whose counter is a little behind.  The first moment is
 * kept: with a later one it tells how fast the counter is.
 */
void marker_record_clock_choose(void)
{
	bool before = by_counter;
	unsigned int i;

	by_counter = false;
	for (i = 0; i < 10 && !by_counter; i++)
		by_counter = is_clock();
	if (by_counter && !before)
		marker_record_clock_read(&first);
}

void marker_record_clock_first(struct record_clock *clock)
{
	*clock = first;
}

const char *marker_record_clock_name(void)
{
	return by_counter ? "counter" : "monotonic";
}

u64 marker_record_time(void)
{
	return by_counter ? get_cycles() : ktime_get_mono_fast_ns();
}

void marker_record_clock_read(struct record_clock *clock)
{
	struct system_time_snapshot snapshot;

	ktime_get_snapshot(&snapshot);
	clock->realtime_ns = ktime_to_ns(snapshot.real);
	clock->raw_ns = ktime_to_ns(snapshot.raw);
	clock->monotonic_ns = clock->realtime_ns - ktime_to_ns(ktime_mono_to_real(0));
	clock->counter = by_counter ? snapshot.cycles : clock->monotonic_ns;
}
