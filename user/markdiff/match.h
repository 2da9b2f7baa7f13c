/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which event of one recording is compared with which of another.
 */
#ifndef USER_MARKDIFF_MATCH_H
#define USER_MARKDIFF_MATCH_H

#include "user/perfdata/perfdata.h"

#define EVENT_NONE UINT32_MAX

/**
 * match_event - the event of @other that measures what event @index of @base does
 */
uint32_t match_event(const struct perfdata *base, uint32_t index, const struct perfdata *other);

/* Whether an event only carries side records (perf adds "dummy:HG" with -a). */
bool event_is_dummy(const struct perfdata_event *event);

#endif
