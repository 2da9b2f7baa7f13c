/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * machine.h - what the tests have to know of x86-64
 */
#ifndef TESTS_KERNEL_MACHINE_H
#define TESTS_KERNEL_MACHINE_H

#include <linux/kprobes.h>
#include <linux/ptrace.h>

#include <asm/apic.h>
#include <asm/nmi.h>

/* The next instruction has its first byte in this page and the others in the next one. */
#define TO_PAGE_END() asm volatile(".balign 4096, 0x90\n\t.skip 4095, 0x90")

/* The instruction of an immediate site. */
static __maybe_unused u8 *immediate_instruction(const struct marker_row *row)
{
	return (u8 *)marker_row_site(row) - 1;
}

#define BREAKPOINT_TEXT "cc"

/* Instructions that do nothing, to be written directly before an immediate site: four of them. */
#define NOPS_BEFORE() asm volatile("nop\n\tnop\n\tnop\n\tnop")

/* The first of those. */
static __maybe_unused u8 *nops_before(const struct marker_row *row)
{
	return immediate_instruction(row) - 4;
}

/* Of a kprobe at the entry of a function. */
static __maybe_unused unsigned long return_of_entry(struct pt_regs *regs)
{
	return *(unsigned long *)regs->sp;
}

static __maybe_unused noinline notrace void return_now(void)
{
	barrier();
}

/* The stack of an ftrace entry is not the handler's to change, so the return is executed. */
static __maybe_unused void return_null(struct pt_regs *regs)
{
	regs->ax = 0;
	regs->ip = (unsigned long)return_now;
}

/* One batch of immediate sites calls this so often. */
#define POKE_FUNCTION "on_each_cpu_cond_mask"
#define POKE_CALLS    3

/* A handler of kprobes runs in NMI context. */
#define KPROBE_IN_NMI 1

static void (*nmi_hook)(void);

static int nmi_handler(unsigned int type, struct pt_regs *regs)
{
	if (!nmi_hook)
		return NMI_DONE;
	nmi_hook();
	return NMI_HANDLED;
}

static __maybe_unused int nmi_begin(void (*hook)(void))
{
	nmi_hook = hook;
	return register_nmi_handler(NMI_LOCAL, nmi_handler, 0, "marker-test");
}

static __maybe_unused void nmi_end(void)
{
	unregister_nmi_handler(NMI_LOCAL, "marker-test");
}

static __maybe_unused void nmi_send(unsigned int cpu)
{
	apic->send_IPI(cpu, NMI_VECTOR);
}

#endif
