/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine.h - what the tests have to know of arm64
 */
#ifndef TESTS_KERNEL_MACHINE_H
#define TESTS_KERNEL_MACHINE_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>

/* Instructions are aligned: the next one is the last of its page. */
#define TO_PAGE_END() asm volatile("b 1f\n\t.balign 4096\n\t.skip 4092\n1:")

/* The instruction of an immediate site. */
static __maybe_unused u8 *immediate_instruction(const struct marker_row *row)
{
	return marker_row_site(row);
}

/* BRK #4, the one of kprobes. */
#define BREAKPOINT_TEXT "80 00 20 d4"

/* Instructions that do nothing, to be written directly before an immediate site: four of them. */
#define NOPS_BEFORE() asm volatile("nop\n\tnop\n\tnop\n\tnop")

/* The first of those. */
static __maybe_unused u8 *nops_before(const struct marker_row *row)
{
	return immediate_instruction(row) - 16;
}

/* Of a kprobe at the entry of a function. */
static __maybe_unused unsigned long return_of_entry(struct pt_regs *regs)
{
	return regs->regs[30];
}

static __maybe_unused void return_null(struct pt_regs *regs)
{
	regs->regs[0] = 0;
	regs->pc = regs->regs[30];
}

/* One batch of immediate sites calls this so often. */
#define POKE_FUNCTION "stop_machine"
#define POKE_CALLS    1

/* A handler of kprobes runs with interrupts off and no more. */
#define KPROBE_IN_NMI 0

/* There are none to be had from a module. */
static __maybe_unused int nmi_begin(void (*hook)(void))
{
	return -EOPNOTSUPP;
}

static __maybe_unused void nmi_end(void)
{
}

static __maybe_unused void nmi_send(unsigned int cpu)
{
}

#endif
