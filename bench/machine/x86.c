// SPDX-License-Identifier: GPL-2.0-only
/*
 * x86.c - x86-64: the time stamp counter, and 64-bit multiplications
 */
#include "../machine.h"

const char machine_clock[] = "time stamp counter";

/* imul r64, r64: 3 cycles on Intel since Nehalem and on AMD since Zen (Agner Fog's tables). */
const unsigned int machine_chain_cycles = 3;

/** machine_ticks() - lfence on both sides: earlier instructions are done, later ones not begun */
uint64_t machine_ticks(void)
{
	uint32_t low, high;

	__asm__ __volatile__("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
	return (uint64_t)high << 32 | low;
}

/** machine_chain() - @n dependent multiplications; @n is rounded up to a multiple of 16 */
void machine_chain(unsigned long n)
{
	uint64_t value = 3;

	for (n = (n + 15) / 16; n; n--)
		__asm__ __volatile__(".rept 16\n\timul %0, %0\n\t.endr" : "+r"(value));
}

const char machine_counter_name[] = "rdpmc";

/** machine_counter() - @n as perf_event_mmap_page says it: fixed counters have a high bit set */
uint64_t machine_counter(unsigned int n)
{
	uint32_t low, high;

	__asm__ __volatile__("lfence\n\trdpmc\n\tlfence"
			     : "=a"(low), "=d"(high)
			     : "c"(n)
			     : "memory");
	return (uint64_t)high << 32 | low;
}

static void trap(void)
{
	__asm__ __volatile__("int3" : : : "memory");
}

void (*const machine_trap)(void) = trap;

/** machine_trap_skip() - the program counter is behind the int3 already */
void machine_trap_skip(void *context)
{
	(void)context;
}
