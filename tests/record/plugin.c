// SPDX-License-Identifier: GPL-2.0-only
/*
 * A library with a marker, which comes and goes.   dlclose.c loads it.
 */
#include <marker/marker.h>

void plugin_hit(int n);

void plugin_hit(int n)
{
	MARK(plugin, "n %d name %s", n, "a string of the library's");
}
