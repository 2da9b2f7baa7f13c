/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap.h - kprobes on functions of the kernel, that see the calls from marker.ko and its probes alone
 *
 * A trap counts them; one that is armed makes some return NULL.
 */
#ifndef TESTS_KERNEL_TRAP_H
#define TESTS_KERNEL_TRAP_H

#include "ktest.h"
#include "machine.h"

#include <linux/kallsyms.h>

/**
 * struct trap - a trap of one function, or of the first of several that the kernel has
 * @names:	what it is called in one release or another, ended by NULL
 * @calls:	how many calls there were
 * @hook:	asked at each; true: it returns NULL; may be NULL
 */
struct trap {
	const char *const *names;
	atomic_t calls;
	bool (*hook)(struct pt_regs *regs);
	struct kprobe kprobe;
};

static bool called_by_marker(struct pt_regs *regs)
{
	static char symbol[2][KSYM_SYMBOL_LEN]; /* of a CPU each would be more than is needed */
	char *own = symbol[raw_smp_processor_id() & 1];

	sprint_symbol(own, return_of_entry(regs));
	return strstr(own, "[marker") != NULL;
}

static int trap_enter(struct kprobe *kprobe, struct pt_regs *regs)
{
	struct trap *trap = container_of(kprobe, struct trap, kprobe);

	if (!called_by_marker(regs))
		return 0;
	atomic_inc(&trap->calls);
	if (!trap->hook || !trap->hook(regs))
		return 0;
	return_null(regs);
	return 1;
}

/* It is there so that the kprobe is not optimised, and may change where control goes. */
static void trap_leave(struct kprobe *kprobe, struct pt_regs *regs, unsigned long flags)
{
}

static int trap_register(struct trap *trap)
{
	int i, ret = -ENOENT;

	atomic_set(&trap->calls, 0);
	for (i = 0; trap->names[i] && ret == -ENOENT; i++) {
		memset(&trap->kprobe, 0, sizeof(trap->kprobe));
		trap->kprobe.symbol_name = trap->names[i];
		trap->kprobe.pre_handler = trap_enter;
		trap->kprobe.post_handler = trap_leave;
		ret = register_kprobe(&trap->kprobe);
	}
	return ret;
}

static void trap_unregister(struct trap *trap)
{
	unregister_kprobe(&trap->kprobe);
}

#endif
