/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * breakpoint.h - the second breakpoint of a kprobe
 *
 * x86 executes a copy of the instruction that the first one is on, and has a breakpoint behind it if there is a
 * post_handler to be called.  arm64's is of another kind, and is not looked up.
 */
#ifndef BENCH_KERNEL_BREAKPOINT_H
#define BENCH_KERNEL_BREAKPOINT_H

#include <linux/kprobes.h>

#ifdef CONFIG_X86
/* Its address; NULL if there is none. */
static inline const void *kprobe_second_breakpoint(const struct kprobe *kprobe)
{
	if (!kprobe->post_handler || !kprobe->ainsn.insn)
		return NULL;
	return kprobe->ainsn.insn + kprobe->ainsn.size;
}
#else
static inline const void *kprobe_second_breakpoint(const struct kprobe *kprobe)
{
	return NULL;
}
#endif

#endif
