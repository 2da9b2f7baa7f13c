/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which event of one recording is compared with which of another.
 */
#ifndef USER_MARKDIFF_MATCH_H
#define USER_MARKDIFF_MATCH_H

#include "user/perfdata/perfdata.h"

#define EVENT_NONE UINT32_MAX

/**
 * match_events - for each event of @base, the event of @other that measures the same
 *
 * Returns an array beside @base's events, with EVENT_NONE where there is none; to be freed.  NULL:
 * no memory.
 */
uint32_t *match_events(const struct perfdata *base, const struct perfdata *other);

/**
 * match_events_as_perf - the same by perf diff's rule: the first of the same type and config
 */
uint32_t *match_events_as_perf(const struct perfdata *base, const struct perfdata *other);

/**
 * event_modifiers_differ - whether a pair measures slightly different things: the precision, or
 * whether guests count
 */
bool event_modifiers_differ(const struct perfdata_event *a, const struct perfdata_event *b);

/* Whether an event only carries side records (perf adds "dummy:HG" with -a). */
bool event_is_dummy(const struct perfdata_event *event);

bool event_is_tracepoint(const struct perfdata_event *event);

/* Whether an event counts nanoseconds. */
bool event_is_clock(const struct perfdata_event *event);

#endif
