/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * counter_user.h - the processor's own counter of time
 *
 * x86-64: rdtsc.  It is ordered neither against the loads before it nor against the stores behind it
 * (Intel SDM 2B, RDTSC; AMD APM 3): a time stamp is right to within the few ten instructions that the core
 * has in flight.  An lfence would make an event half as dear again.  Counters of two threads that are
 * ordered by a lock are ordered too.
 * arm64: the virtual counter, which all CPUs share.
 */
#ifndef MARKER_RECORD_COUNTER_USER_H
#define MARKER_RECORD_COUNTER_USER_H

#include "../../marker/os.h"

#if defined(__x86_64__)
#include <cpuid.h>

#define RECORD_COUNTER_SOURCE "tsc"

static inline u64 record_counter(void)
{
	u32 low, high;

	__asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
	return (u64)high << 32 | low;
}

/* Does it tick at one rate, whatever the processor does?  (Intel SDM 3B, 18.17.1; AMD: the same bit.) */
static inline bool record_counter_is_steady(void)
{
	u32 a, b, c, d;

	return __get_cpuid(0x80000007, &a, &b, &c, &d) && (d & 1u << 8);
}

/* Its frequency, if the processor says it. */
static inline u64 record_counter_freq(void)
{
	return 0;
}
#elif defined(__aarch64__)
#define RECORD_COUNTER_SOURCE "arch_sys_counter"

static inline u64 record_counter(void)
{
	u64 value;

	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(value));
	return value;
}

static inline bool record_counter_is_steady(void)
{
	return true;
}

static inline u64 record_counter_freq(void)
{
	u64 value;

	__asm__("mrs %0, cntfrq_el0" : "=r"(value));
	return value;
}
#else
#define RECORD_COUNTER_SOURCE ""

static inline u64 record_counter(void)
{
	return 0;
}

static inline bool record_counter_is_steady(void)
{
	return false;
}

static inline u64 record_counter_freq(void)
{
	return 0;
}
#endif

#endif
