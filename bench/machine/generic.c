// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - any processor: the system's clock, and dependent additions
 *
 * "Cycles" are then as good as the guess that an addition takes one.
 */
#include "../machine.h"

#include <stddef.h>
#include <time.h>

const char machine_clock[] = "CLOCK_MONOTONIC";
const unsigned int machine_chain_cycles = 1;
void (*const machine_trap)(void) = NULL;

/** machine_ticks() - nanoseconds */
uint64_t machine_ticks(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/** machine_chain() - @n dependent additions; @n is rounded up to a multiple of 16 */
void machine_chain(unsigned long n)
{
	unsigned long value = 1;
	unsigned int i;

	for (n = (n + 15) / 16; n; n--) {
		for (i = 0; i < 16; i++) {
			value += n;
			__asm__ __volatile__("" : "+r"(value));
		}
	}
}

const char machine_counter_name[] = "";

/** machine_counter() - there is no instruction */
uint64_t machine_counter(unsigned int n)
{
	(void)n;
	return 0;
}

/** machine_trap_skip() - there is no trap */
void machine_trap_skip(void *context)
{
	(void)context;
}
