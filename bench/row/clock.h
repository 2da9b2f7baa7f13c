/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the processor's clock, as a recorder reads it: not waiting for anything, nothing waits
 * for it
 */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

#if defined(__x86_64__)
#define BENCH_CLOCK_WHAT "the time stamp counter, read and stored (rdtsc)"
static inline uint64_t clock_read(void)
{
	return __builtin_ia32_rdtsc();
}
#elif defined(__aarch64__)
#define BENCH_CLOCK_WHAT "the virtual counter, read and stored (cntvct_el0)"
static inline uint64_t clock_read(void)
{
	uint64_t ticks;

	__asm__ __volatile__("mrs %0, cntvct_el0" : "=r"(ticks));
	return ticks;
}
#else
#define BENCH_CLOCK_WHAT "no counter is known here: CLOCK_MONOTONIC, read and stored"
static inline uint64_t clock_read(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_nsec;
}
#endif

#endif
