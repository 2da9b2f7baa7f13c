// SPDX-License-Identifier: GPL-2.0-only
/*
 * probed_x86.c - x86-64
 *
 * The kernel emulates nops, jumps, calls and pushes (arch/x86/kernel/uprobes.c) and steps over the
 * rest.  A nop of five bytes is replaced by a call of a trampoline since 6.18.
 */
#include "../row/probed.h"

#define NOP  "nop"
#define STEP "xor %eax, %eax"

PROBED_FUNCTION(none, NOP)
PROBED_FUNCTION(none2, NOP)
PROBED_FUNCTION(nop, NOP)
PROBED_FUNCTION(nop5, ".byte 0x0f, 0x1f, 0x44, 0x00, 0x00")
PROBED_FUNCTION(push, "push %rbp\n\tpop %rbp")
PROBED_FUNCTION(step, STEP)
PROBED_FUNCTION(sampled, NOP)
PROBED_FUNCTION(bpf, NOP)
PROBED_FUNCTION(ptrace, STEP)

void (*const probed_functions[PROBED_NR])(void) = {
	[PROBED_NONE] = probed_none,	   [PROBED_NONE2] = probed_none2,
	[PROBED_NOP] = probed_nop,	   [PROBED_NOP5] = probed_nop5,
	[PROBED_PUSH] = probed_push,	   [PROBED_STEP] = probed_step,
	[PROBED_SAMPLED] = probed_sampled, [PROBED_BPF] = probed_bpf,
	[PROBED_PTRACE] = probed_ptrace,
};

/** probed_breakpoint() - int3 in the first byte */
long probed_breakpoint(long word)
{
	return (long)(((unsigned long)word & ~0xfful) | 0xcc);
}

/** probed_pc() - of struct user_regs_struct */
void *probed_pc(void *regs)
{
	return &((struct user_regs_struct *)regs)->rip;
}
