// SPDX-License-Identifier: GPL-2.0-only
/*
 * Pairing of events.
 *
 * perf takes the first event of the other file with the same type and config.  That pairs
 * cpu-clock:k with cpu-clock:u, and the second of two equal events with the first one.  Here
 * what is left out by modifiers (user, kernel, hypervisor code) must be equal too, the nth of
 * several equal events pairs with the nth, and tracepoints, whose numbers differ between boots,
 * pair by name.
 */
#include "user/markdiff/match.h"

#include <string.h>

enum {
	TYPE_SOFTWARE = 1,
	TYPE_TRACEPOINT = 2,
	SOFTWARE_DUMMY = 9,
};

#define EXCLUDES                                                           \
	(1ull << PERFDATA_EXCLUDE_USER | 1ull << PERFDATA_EXCLUDE_KERNEL | \
	 1ull << PERFDATA_EXCLUDE_HV)

static bool same_event(const struct perfdata_event *a, const struct perfdata_event *b)
{
	if (a->type != b->type || (a->flags & EXCLUDES) != (b->flags & EXCLUDES))
		return false;
	if (a->type == TYPE_TRACEPOINT)
		return !strcmp(a->name, b->name);
	return a->config == b->config;
}

/* How many events before this one measure the same. */
static uint32_t rank(const struct perfdata *pd, uint32_t index)
{
	uint32_t i, nr = 0;

	for (i = 0; i < index; i++)
		nr += same_event(perfdata_event(pd, i), perfdata_event(pd, index));
	return nr;
}

uint32_t match_event(const struct perfdata *base, uint32_t index, const struct perfdata *other)
{
	uint32_t i, skip = rank(base, index);

	for (i = 0; i < perfdata_nr_events(other); i++)
		if (same_event(perfdata_event(base, index), perfdata_event(other, i)) && !skip--)
			return i;
	return EVENT_NONE;
}

bool event_is_dummy(const struct perfdata_event *event)
{
	return event->type == TYPE_SOFTWARE && event->config == SOFTWARE_DUMMY;
}
