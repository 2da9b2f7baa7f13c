// expect: incompatible (function )?pointer type
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void probe(void *private_data, const struct marker_info *marker, __builtin_va_list args)
{
}

int f(void)
{
	return marker_probe_register("m", "%d", probe, 0);
}
