/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * probed.h - functions that a breakpoint is put on, and what a debugger needs to do it, as a list
 *
 *	probed_functions[]		by what their first instruction is; NULL where there is none here
 *	probed_breakpoint(word)		a word of text, its first instruction a breakpoint
 *	probed_pc(regs)			the program counter in what PTRACE_GETREGSET fills
 *
 * One file of machine/ is built, probed_*.c.  Each row has a function of its own.
 */
#ifndef BENCH_PROBED_H
#define BENCH_PROBED_H

#include <stdint.h>
#include <sys/user.h>

enum probed {
	PROBED_NONE,	/* a nop that nothing is put on */
	PROBED_NONE2,	/* another one */
	PROBED_NOP,	/* the shortest nop */
	PROBED_NOP5,	/* one of five bytes, which newer kernels replace by a call */
	PROBED_PUSH,	/* one that the kernel emulates */
	PROBED_STEP,	/* one that it steps over, out of line */
	PROBED_SAMPLED, /* as PROBED_NOP */
	PROBED_BPF,	/* as PROBED_NOP */
	PROBED_PTRACE,	/* as PROBED_STEP */
	PROBED_NR,
};

extern void (*const probed_functions[PROBED_NR])(void);

long probed_breakpoint(long word);
void *probed_pc(void *regs);

/* A function that is its first instruction, what else there must be, and a return. */
#define PROBED_FUNCTION(name, instructions)                        \
	__asm__(".pushsection .text\n\t"                           \
		".balign 64\n\t"                                   \
		".type probed_" #name ", %function\n"              \
		"probed_" #name ":\n\t" instructions "\n\t"        \
		"ret\n\t"                                          \
		".size probed_" #name ", . - probed_" #name "\n\t" \
		".popsection");                                    \
	extern void probed_##name(void) __attribute__((visibility("hidden")));

#endif
