/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * clock_user.h - the clock of a trace: a counter, its frequency, and when it was 0
 */
#ifndef MARKER_RECORD_CLOCK_USER_H
#define MARKER_RECORD_CLOCK_USER_H

#include "../ctf/text.h"
#include "counter_user.h"

#include <time.h>

/**
 * struct record_clock - one for the process
 * @counter:	time stamps are the processor's counter, not CLOCK_MONOTONIC in ns
 * @exact:	@freq was told, and not measured
 * @start, @start_raw_ns, @start_real_ns: one moment by the counter, CLOCK_MONOTONIC_RAW, CLOCK_REALTIME
 * @error:	ticks between the two reads of the counter around that moment
 * @measured:	over how many ticks @freq was measured
 */
struct record_clock {
	bool counter;
	bool exact;
	u64 freq;
	u64 start;
	u64 start_raw_ns;
	u64 start_real_ns;
	u64 error;
	u64 measured;
	char boot_id[40];
	char source[32];
};

extern struct record_clock record_clock;

static inline u64 record_ns(clockid_t clock)
{
	struct timespec now = { 0 };

	clock_gettime(clock, &now);
	return (u64)now.tv_sec * 1000000000u + now.tv_nsec;
}

static inline u64 record_now(void)
{
	return likely(record_clock.counter) ? record_counter() : record_ns(CLOCK_MONOTONIC);
}

/** record_clock_init() - choose the counter and measure it, for less than a millisecond; once */
void record_clock_init(void);

/**
 * record_clock_refine() - measure the frequency again, over the time since the first measurement
 *
 * Context: any; not beside itself.
 * Return: is it another one now?
 */
bool record_clock_refine(void);

#endif
