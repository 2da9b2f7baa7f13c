// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * call.c - marker_call(), the slow path of a site where that is a plain call: user space
 *
 * The case of one probe is in line (registry.h), the others are probe.c's.  The kernel's sites bring their
 * slow path with them (arch/kernel.h).
 */
#include "registry.h"

static inline void call_slot(struct marker_slot *slot, va_list *args)
{
	unsigned int depth = os_probe_enter();
	const struct marker_array *array = os_dereference(slot->probes);

	if (likely(array))
		marker_dispatch(array, depth, args);
	os_probe_exit(depth);
}

/**
 * marker_call() - the slow path of a site
 * @slot:	of the site
 * ...:		the marker's arguments
 *
 * Context: any; a signal handler.
 */
void marker_call(struct marker_slot *slot, ...)
{
	va_list args;

	va_start(args, slot);
	call_slot(slot, &args);
	va_end(args);
}

/** marker_call_list() - marker_call() for who has the arguments in a list */
void marker_call_list(struct marker_slot *slot, va_list *args)
{
	call_slot(slot, args);
}
