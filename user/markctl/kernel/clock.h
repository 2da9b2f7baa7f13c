/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/clock.h - the clock of the kernel's records: marker/record/clock of debugfs
 */
#ifndef MARKCTL_KERNEL_CLOCK_H
#define MARKCTL_KERNEL_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct kernel_moment - one moment on all clocks; the first two as they were long before, too */
struct kernel_moment {
	uint64_t counter, realtime_ns, monotonic_ns, raw_ns;
	uint64_t first_counter, first_raw_ns;
};

/**
 * struct kernel_clock - ticks, and when they began
 * @counter:	they are the processor's, not the nanoseconds of CLOCK_MONOTONIC
 * @start:	the moment by which ticks become real time
 * @span_ns:	over what time @freq was measured; 0: it need not be
 */
struct kernel_clock {
	bool counter;
	uint64_t freq;
	uint64_t span_ns;
	struct kernel_moment start;
};

/** kernel_clock_parse() - lines of a word and a value; 0, or -EPROTO if one is not there */
int kernel_clock_parse(const char *text, bool *counter, struct kernel_moment *moment);

/**
 * kernel_clock_measure() - take the frequency over the time up to a later moment
 *
 * Return: false if that is no longer than what it was measured over.
 */
bool kernel_clock_measure(struct kernel_clock *clock, const struct kernel_moment *now);

/** kernel_clock_read() - all of it; waits some ms if the kernel has not watched the counter as long */
int kernel_clock_read(struct kernel_clock *clock, char *why, size_t why_size);

/** kernel_clock_refine() - again, after a while; is the frequency another one? */
bool kernel_clock_refine(struct kernel_clock *clock);

#endif
