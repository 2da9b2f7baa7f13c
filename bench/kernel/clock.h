/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * clock.h - the counter that rows are timed by
 *
 * x86: the time stamp counter, not read before the instructions that stand before it are done.
 * Elsewhere what the kernel calls cycles, which on arm64 is a timer of its own rate.
 */
#ifndef BENCH_KERNEL_CLOCK_H
#define BENCH_KERNEL_CLOCK_H

#include <linux/timex.h>
#include <linux/types.h>

#ifdef CONFIG_X86
#include <asm/msr.h>

#define BENCH_CLOCK "time stamp counter"

static __always_inline u64 bench_ticks(void)
{
	return rdtsc_ordered();
}
#else
#define BENCH_CLOCK "get_cycles()"

static __always_inline u64 bench_ticks(void)
{
	return get_cycles();
}
#endif

#endif
