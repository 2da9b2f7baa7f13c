// expect: expects a matching 'int' argument|more '%' conversions than data arguments
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void direct(void *private_data, int a)
{
}

int f(void)
{
	return marker_probe_register_direct("m", "%d %d", direct, 0, int);
}
