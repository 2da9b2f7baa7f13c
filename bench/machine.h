/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine.h - what the bench needs from the processor, as a list
 *
 *	machine_ticks()		the clock, with nothing of the code around it on the wrong side
 *	machine_clock		its name
 *	machine_chain(n)	n operations, each of which waits for the one before
 *	machine_chain_cycles	core cycles of one of them: fixed by the design of the core
 *	machine_counter(n)	reads performance counter n, where user space may (counter/page.h)
 *	machine_counter_name	the instruction that does; "" where there is none here
 *	machine_trap()		executes a breakpoint instruction; NULL where there is none here
 *	machine_trap_skip(uc)	in the signal handler: go on behind it
 *
 * One file of machine/ is built (bench.mk).  The clock of a processor ticks at its own rate, the
 * core at another that changes with load and heat: the chain, timed by the clock in the same run,
 * gives the ratio.
 */
#ifndef BENCH_MACHINE_H
#define BENCH_MACHINE_H

#include <stdint.h>

extern const char machine_clock[];
extern const unsigned int machine_chain_cycles;
extern const char machine_counter_name[];
extern void (*const machine_trap)(void);

uint64_t machine_ticks(void);
void machine_chain(unsigned long n);
uint64_t machine_counter(unsigned int n);
void machine_trap_skip(void *context);

#endif
