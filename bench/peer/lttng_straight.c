// SPDX-License-Identifier: GPL-2.0-only
/*
 * lttng_straight.c - the straight line with 4096 tracepoints of LTTng-UST
 */
#define LTTNG_UST_TRACEPOINT_DEFINE
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#define LTTNG_UST_TRACEPOINT_HIDDEN_DEFINITION
#include "../straight/straight.h"

#include <lttng/tracepoint.h>

#define DEFINE(provider, p)                                                     \
	LTTNG_UST_TRACEPOINT_EVENT(provider, straight##p,                       \
				   LTTNG_UST_TP_ARGS(int, id, void *, pointer), \
				   LTTNG_UST_TP_FIELDS())
#define DEFINE_256(provider, p) REPEAT_256(DEFINE, provider, p)

REPEAT_16_OUTER(DEFINE_256, markbench, _)

#define SITE(p) lttng_ust_tracepoint(markbench, straight##p, acc, data)

BENCH_STRAIGHT(lttng, SITE)
