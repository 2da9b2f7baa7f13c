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

const char machine_counter_name[] = "mrs";

/* The number of a counter is part of the name of its register. */
#define READER(name)                                                               \
	static uint64_t read_##name(void)                                          \
	{                                                                          \
		uint64_t value;                                                    \
                                                                                   \
		__asm__ __volatile__("mrs %0, " #name : "=r"(value) : : "memory"); \
		return value;                                                      \
	}
READER(pmevcntr0_el0)
READER(pmevcntr1_el0)
READER(pmevcntr2_el0)
READER(pmevcntr3_el0)
READER(pmevcntr4_el0)
READER(pmevcntr5_el0)
READER(pmevcntr6_el0)
READER(pmevcntr7_el0)
READER(pmevcntr8_el0)
READER(pmevcntr9_el0)
READER(pmevcntr10_el0)
READER(pmevcntr11_el0)
READER(pmevcntr12_el0)
READER(pmevcntr13_el0)
READER(pmevcntr14_el0)
READER(pmevcntr15_el0)
READER(pmevcntr16_el0)
READER(pmevcntr17_el0)
READER(pmevcntr18_el0)
READER(pmevcntr19_el0)
READER(pmevcntr20_el0)
READER(pmevcntr21_el0)
READER(pmevcntr22_el0)
READER(pmevcntr23_el0)
READER(pmevcntr24_el0)
READER(pmevcntr25_el0)
READER(pmevcntr26_el0)
READER(pmevcntr27_el0)
READER(pmevcntr28_el0)
READER(pmevcntr29_el0)
READER(pmevcntr30_el0)
READER(pmccntr_el0)

static uint64_t (*const readers[32])(void) = {
	read_pmevcntr0_el0,  read_pmevcntr1_el0,  read_pmevcntr2_el0,  read_pmevcntr3_el0,
	read_pmevcntr4_el0,  read_pmevcntr5_el0,  read_pmevcntr6_el0,  read_pmevcntr7_el0,
	read_pmevcntr8_el0,  read_pmevcntr9_el0,  read_pmevcntr10_el0, read_pmevcntr11_el0,
	read_pmevcntr12_el0, read_pmevcntr13_el0, read_pmevcntr14_el0, read_pmevcntr15_el0,
	read_pmevcntr16_el0, read_pmevcntr17_el0, read_pmevcntr18_el0, read_pmevcntr19_el0,
	read_pmevcntr20_el0, read_pmevcntr21_el0, read_pmevcntr22_el0, read_pmevcntr23_el0,
	read_pmevcntr24_el0, read_pmevcntr25_el0, read_pmevcntr26_el0, read_pmevcntr27_el0,
	read_pmevcntr28_el0, read_pmevcntr29_el0, read_pmevcntr30_el0, read_pmccntr_el0,
};

/** machine_counter() - 31 is the cycle counter; isb on both sides, as for the clock */
uint64_t machine_counter(unsigned int n)
{
	uint64_t value;

	__asm__ __volatile__("isb" : : : "memory");
	value = readers[n & 31]();
	__asm__ __volatile__("isb" : : : "memory");
	return value;
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
