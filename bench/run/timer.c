// SPDX-License-Identifier: GPL-2.0-only
/*
 * timer.c - see timer.h
 */
#include "timer.h"

#include <time.h>

#include "../machine.h"
#include "stat.h"

#define READINGS 1001
#define WAIT_NS	 100000000L

/** timer_step() - the smallest difference of neighbours that is not 0; 0 if they are all alike */
double timer_step(const uint64_t *readings, unsigned int nr)
{
	uint64_t least = 0;
	unsigned int i;

	for (i = 1; i < nr; i++) {
		uint64_t apart = readings[i] - readings[i - 1];

		if (apart && (!least || apart < least))
			least = apart;
	}
	return (double)least;
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/** timer_measure() - takes a tenth of a second */
void timer_measure(struct timer *timer)
{
	const struct timespec wait = { .tv_nsec = WAIT_NS };
	double begin_ns = now_ns(), ns, apart[READINGS - 1];
	uint64_t begin = machine_ticks(), readings[READINGS];
	unsigned int i;

	nanosleep(&wait, NULL);
	ns = now_ns() - begin_ns;
	timer->ticks_per_s = (double)(machine_ticks() - begin) / ns * 1e9;
	for (i = 0; i < READINGS; i++)
		readings[i] = machine_ticks();
	for (i = 1; i < READINGS; i++)
		apart[i - 1] = (double)(readings[i] - readings[i - 1]);
	timer->reading = stat_median(apart, READINGS - 1);
	timer->step = timer_step(readings, READINGS);
}
