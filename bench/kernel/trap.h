/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap.h - what the kernel can put on the probe of a marker, each on a probe of its own
 *
 *	trap		is				on
 *	trap_int3	a kprobe, by its breakpoint	trap_probe_int3
 *	trap_optimised	a kprobe, by a jump		trap_probe_optimised
 *	trap_ftrace	a kprobe, by the call of ftrace	trap_probe_ftrace
 *	trap_ops	a callback of ftrace		trap_probe_ops
 *
 * All handlers are empty, and all probes copy an integer and a pointer, as row 11's does.  The last
 * two begin with what the function tracer needs (traced.c).
 */
#ifndef BENCH_KERNEL_TRAP_H
#define BENCH_KERNEL_TRAP_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <marker/marker.h>

#include "row.h"

/**
 * struct trap - one of them, and how many rows use it
 * @set:	puts it there; 0 or a negative errno with a phrase in why
 * @clear:	takes it away
 */
struct trap {
	marker_probe_fn *probe;
	int (*set)(struct trap *trap, char why[BENCH_WHY]);
	void (*clear)(struct trap *trap);
	unsigned int users;
	struct kprobe kprobe;
	struct ftrace_ops ops;
};

extern struct trap trap_int3, trap_optimised, trap_ftrace, trap_ops;
marker_probe_fn trap_probe_int3, trap_probe_optimised, trap_probe_ftrace, trap_probe_ops;

int trap_get(struct trap *trap, char why[BENCH_WHY]);
void trap_put(struct trap *trap);

/* The work of such a probe. */
static __always_inline void trap_copy(va_list *args, int *value, void **pointer)
{
	WRITE_ONCE(*value, va_arg(*args, int));
	WRITE_ONCE(*pointer, va_arg(*args, void *));
}

#endif
