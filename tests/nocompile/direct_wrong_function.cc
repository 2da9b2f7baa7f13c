// expect: invalid conversion|cannot initialize a variable
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void direct(void *private_data, long a)
{
}

int f()
{
	return marker_probe_register_direct("m", "%d", direct, nullptr, int);
}
