// expect: incompatible (function )?pointer type
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void direct(void *private_data, long a)
{
}

int f(void)
{
	return marker_probe_register_direct("m", "%d", direct, 0, int);
}
