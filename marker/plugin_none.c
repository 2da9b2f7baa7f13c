// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * plugin_none.c - in libmarker.a, in the place of plugin.c: nothing is loaded
 */
#include "plugin.h"

#include "named_user.h"

void marker_plugin_start(const char *folder)
{
}

const struct marker_named_probe *marker_plugin_find(const char *name, char *why, size_t why_size)
{
	const struct marker_named_probe *probe = marker_named_find(name);
	char known[256];

	if (probe)
		return probe;
	marker_named_list(known, sizeof(known));
	snprintf(why, why_size, "no probe is named '%s' (there are: %s)", name, known);
	return NULL;
}

bool marker_plugin_tsan(void)
{
	return OS_TSAN;
}
