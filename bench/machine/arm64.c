// SPDX-License-Identifier: GPL-2.0-only
/*
 * arm64.c - the virtual counter, and dependent additions
 */
#include "../machine.h"

#include <ucontext.h>

const char machine_clock[] = "virtual counter";

/* A chain of additions: 1 cycle on every core; multiplications differ from core to core. */
const unsigned int machine_chain_cycles = 1;

/** machine_ticks() - isb on both sides keeps the counter between what is before and after */
uint64_t machine_ticks(void)
{
	uint64_t ticks;

	__asm__ __volatile__("isb\n\tmrs %0, cntvct_el0\n\tisb" : "=r"(ticks) : : "memory");
	return ticks;
}

/** machine_chain() - @n dependent operations; @n is rounded up to a multiple of 64 */
void machine_chain(unsigned long n)
{
	uint64_t value = 3;

	for (n = (n + 63) / 64; n; n--)
		__asm__ __volatile__(".rept 64\n\tadd %0, %0, #1\n\t.endr" : "+r"(value));
}

static void trap(void)
{
	__asm__ __volatile__("brk #0" : : : "memory");
}

void (*const machine_trap)(void) = trap;

/** machine_trap_skip() - the program counter is at the brk */
void machine_trap_skip(void *context)
{
	((ucontext_t *)context)->uc_mcontext.pc += 4;
}
