/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * interference.h - what took the processor away from a thread that measures
 *
 *	interference_open(&meter, cpu);
 *	interference_read(&meter, &before);
 *	...
 *	interference_read(&meter, &after);
 *	interference_between(&before, &after, &round);
 *	interference_close(&meter);
 */
#ifndef BENCH_INTERFERENCE_H
#define BENCH_INTERFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/**
 * struct interference - since some time, or between two
 * @stolen_ns:	a hypervisor gave the processor to another guest; the kernel tells it in hundredths of a
 *		second, so the round that is charged may be a later one
 * @waited_ns:	the thread was runnable and another one ran
 * @switches:	involuntary context switches of the thread
 */
struct interference {
	uint64_t stolen_ns;
	uint64_t waited_ns;
	uint64_t switches;
};

/** struct interference_meter - open files; below 0 where there is none, and nothing is told of it */
struct interference_meter {
	int stat;
	int schedstat;
	int cpu;
	uint64_t tick_ns;
};

/** struct interference_sum - of a run */
struct interference_sum {
	struct interference all;
	unsigned int rounds;
};

void interference_open(struct interference_meter *meter, int cpu);
void interference_read(const struct interference_meter *meter, struct interference *now);
void interference_close(struct interference_meter *meter);
void interference_between(const struct interference *before, const struct interference *after,
			  struct interference *between);
bool interference_is_any(const struct interference *of);
void interference_add_up(const struct interference *of, unsigned int nr,
			 struct interference_sum *sum);
bool interference_parse_steal(const char *text, int cpu, uint64_t *ticks);

#endif
