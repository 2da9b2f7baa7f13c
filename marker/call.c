// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * call.c - marker_call(), the slow path of a site where that is a plain call: user space
 *
 * The case of one probe is in line here, the others are probe.c's.  The kernel's sites bring their
 * slow path with them (arch/kernel.h).
 */
#include "registry.h"

/**
 * marker_call() - the slow path of a site
 * @slot:	of the site
 * ...:		the marker's arguments
 *
 * Context: any; a signal handler.
 */
void marker_call(struct marker_slot *slot, ...)
{
	unsigned int depth = os_probe_enter();
	const struct marker_array *array = os_dereference(slot->probes);
	marker_probe_fn *only;
	va_list args;

	if (unlikely(!array))
		goto exit;
	va_start(args, slot);
	only = READ_ONCE(array->only);
	if (unlikely(!only || depth))
		marker_call_all(array, depth, &args);
	else if (array->only_words)
		os_call_direct((void (*)(void))only, array->only_data, array->marker->info.nfields,
			       0, &args);
	else
		only(array->only_data, &array->marker->info, &args);
	va_end(args);
exit:
	os_probe_exit(depth);
}
