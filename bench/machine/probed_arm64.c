// SPDX-License-Identifier: GPL-2.0-only
/*
 * probed_arm64.c - arm64: the kernel simulates nops and branches, and steps over the rest
 */
#include "../row/probed.h"

#include <stddef.h>

#define NOP	 "nop"
#define SIMULATE "adr x0, ."
#define STEP	 "mov x0, #0"
#define BRK	 0xd4200000ul

PROBED_FUNCTION(none, NOP)
PROBED_FUNCTION(none2, NOP)
PROBED_FUNCTION(nop, NOP)
PROBED_FUNCTION(push, SIMULATE)
PROBED_FUNCTION(step, STEP)
PROBED_FUNCTION(sampled, NOP)
PROBED_FUNCTION(bpf, NOP)
PROBED_FUNCTION(ptrace, STEP)

void (*const probed_functions[PROBED_NR])(void) = {
	[PROBED_NONE] = probed_none,	   [PROBED_NONE2] = probed_none2,
	[PROBED_NOP] = probed_nop,	   [PROBED_NOP5] = NULL,
	[PROBED_PUSH] = probed_push,	   [PROBED_STEP] = probed_step,
	[PROBED_SAMPLED] = probed_sampled, [PROBED_BPF] = probed_bpf,
	[PROBED_PTRACE] = probed_ptrace,
};

/** probed_breakpoint() - brk #0 in the first half */
long probed_breakpoint(long word)
{
	return (long)(((unsigned long)word & ~0xfffffffful) | BRK);
}

/** probed_pc() - of struct user_regs_struct */
void *probed_pc(void *regs)
{
	return &((struct user_regs_struct *)regs)->pc;
}
