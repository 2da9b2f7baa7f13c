// expect: size of (unnamed )?array.* is negative|array size is negative
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

/* A float is promoted on its way: the function would read half of a double. */
static void direct(void *private_data, float a)
{
}

int f(void)
{
	return marker_probe_register_direct("m", "%f", direct, 0, float);
}
