// expect: compiles
// SPDX-License-Identifier: GPL-2.0-only
#include <marker/marker.h>

static void probe(void *private_data, const struct marker_info *marker, __builtin_va_list *args)
{
}

static void direct(void *private_data, int a, const char *b)
{
}

int f(int a, const char *b)
{
	MARK(m_one, "a %d b %s", a, b);
	MARK(m_twelve, "%d%d%d%d%d%d%d%d%d%d%d%d", a, a, a, a, a, a, a, a, a, a, a, a);
	MARK_NOARGS(m_none);
	if (mark_enabled(m_one))
		return marker_probe_register("m_one", "a %d b %s", probe, 0);
	return marker_probe_register_direct("m_one", "a %d b %s", direct, 0, int, const char *);
}
