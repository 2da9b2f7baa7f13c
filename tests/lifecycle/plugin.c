// SPDX-License-Identifier: GPL-2.0-only
/*
 * plugin.c - a shared object with markers, with a probe, or with both
 *
 *	-DPLUGIN_MARKERS	plugin_hit() has markers, one of them in the constructor
 *	-DPLUGIN_PROBE		plugin_connect() connects a probe that lives here, to markers of all
 */
#include "plugin.h"

#include <marker/marker.h>
#include <stdarg.h>

#ifdef PLUGIN_MARKERS
static __attribute__((constructor)) void at_load(void)
{
	MARK(plugin_loaded, "value %d", 1);
}

static __attribute__((destructor)) void at_unload(void)
{
	MARK(plugin_unloaded, "value %d", 2);
}

int plugin_hit(int value);
int plugin_hit(int value)
{
	MARK(plugin_jump, "value %d", value);
	MARK_IMMEDIATE(plugin_immediate, "value %d", value);
	MARK_GENERIC(plugin_generic, "value %d", value);
	MARK(shared_name, "value %d", value);
	return mark_enabled(shared_name);
}
#endif

#ifdef PLUGIN_PROBE
static void plugin_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	__atomic_fetch_add(&plugin_probe_hits, 1, __ATOMIC_RELAXED);
}

int plugin_connect(int value);
int plugin_connect(int value)
{
	int ret = marker_probe_register("shared_name", "value %d", plugin_probe, (void *)0);

	if (ret < 0)
		return ret;
	ret = marker_probe_register("program_*", (const char *)0, plugin_probe, (void *)1);
	return ret;
}
#endif
