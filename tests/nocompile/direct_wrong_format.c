// expect: format '%s' expects argument of type 'char \*'|format specifies type 'char \*'
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void direct(void *private_data, int a)
{
}

int f(void)
{
	return marker_probe_register_direct("m", "%s", direct, 0, int);
}
