/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trap.h - what the kernel can put on the probe of a marker, each on a probe of its own
 *
 *	trap		is				on
 *	trap_int3	a kprobe, by its breakpoint	one of trap_probes_int3
 *	trap_optimised	a kprobe, by a jump		one of trap_probes_optimised
 *	trap_ftrace	a kprobe, by the call of ftrace	one of trap_probes_ftrace
 *	trap_ops	a callback of ftrace		that of trap_probes_ops
 *
 * All handlers are empty, and all probes copy an integer and a pointer, as row 11's does.  The last
 * two begin with what the function tracer needs (traced.c).
 */
#ifndef BENCH_KERNEL_TRAP_H
#define BENCH_KERNEL_TRAP_H

#include <linux/ftrace.h>
#include <linux/kprobes.h>
#include <marker/marker.h>

#include "../../probes/bench.h"
#include "row.h"

#define TRAP_COPIES 4

/**
 * struct trap - one of them, and how many rows use it
 * @probes:	copies of the probe, of which one is taken
 * @set:	puts it there; 0 or a negative errno with a phrase in why
 * @clear:	takes it away
 * @probe:	the copy that has it
 * @buckets:	of the kernel's table of kprobes: a bit for each that a hit looks into
 */
struct trap {
	marker_probe_fn *const *probes;
	int (*set)(struct trap *trap, char why[BENCH_WHY]);
	void (*clear)(struct trap *trap);
	unsigned int users;
	marker_probe_fn *probe;
	u64 buckets;
	struct kprobe kprobe;
	struct ftrace_ops ops;
};

extern struct trap trap_int3, trap_optimised, trap_ftrace, trap_ops;

extern marker_probe_fn *const trap_probes_int3[TRAP_COPIES];
extern marker_probe_fn *const trap_probes_optimised[TRAP_COPIES];

/* traced.c */
extern marker_probe_fn *const trap_probes_ftrace[TRAP_COPIES];
extern marker_probe_fn *const trap_probes_ops[1];

int trap_get(struct trap *trap, char why[BENCH_WHY]);
void trap_put(struct trap *trap);

/* The work of such a probe. */
static __always_inline void trap_copy(va_list *args, int *value, void **pointer)
{
	WRITE_ONCE(*value, va_arg(*args, int));
	WRITE_ONCE(*pointer, va_arg(*args, void *));
}

/* clang-format off */

/* A copy, NAME_N, and the table of all. */
#define TRAP_PROBE(name, n)									\
	static void name##_##n(void *private_data, const struct marker_info *marker, va_list *args) \
	{											\
		trap_copy(args, &marker_bench_int, &marker_bench_pointer);			\
	}

#define TRAP_PROBES(name, probes)								\
	TRAP_PROBE(name, 0)									\
	TRAP_PROBE(name, 1)									\
	TRAP_PROBE(name, 2)									\
	TRAP_PROBE(name, 3)									\
	marker_probe_fn *const probes[TRAP_COPIES] = { name##_0, name##_1, name##_2, name##_3 }

/* clang-format on */

#endif
