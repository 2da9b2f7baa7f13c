/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * timer.h - the clock of the machine, by another clock, and what it can resolve
 */
#ifndef BENCH_TIMER_H
#define BENCH_TIMER_H

#include <stdint.h>

/**
 * struct timer - what a clock is like
 * @ticks_per_s:	by CLOCK_MONOTONIC
 * @reading:		ticks between two readings, the median
 * @step:		the smallest difference of two readings that is not 0
 */
struct timer {
	double ticks_per_s;
	double reading;
	double step;
};

void timer_measure(struct timer *timer);
double timer_step(const uint64_t *readings, unsigned int nr);

#endif
