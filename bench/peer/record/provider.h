/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * provider.h - the events of LTTng-UST that are recorded: an int and a pointer, as our marker has
 * them
 *
 * One for each session, so that each goes to one channel only.  Read several times over by LTTng's
 * own headers, which is why its guard has a second half.
 */
#undef LTTNG_UST_TRACEPOINT_PROVIDER
#define LTTNG_UST_TRACEPOINT_PROVIDER markbench_record

#undef LTTNG_UST_TRACEPOINT_INCLUDE
#define LTTNG_UST_TRACEPOINT_INCLUDE "bench/peer/record/provider.h"

#if !defined(BENCH_LTTNG_PROVIDER_H) || defined(LTTNG_UST_TRACEPOINT_HEADER_MULTI_READ)
#define BENCH_LTTNG_PROVIDER_H

#include <lttng/tracepoint.h>

/* clang-format off */
LTTNG_UST_TRACEPOINT_EVENT(markbench_record, snapshot,
	LTTNG_UST_TP_ARGS(int, value, void *, pointer),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, value, value)
		lttng_ust_field_integer_hex(unsigned long, pointer, (unsigned long)pointer)
	)
)
LTTNG_UST_TRACEPOINT_EVENT(markbench_record, output,
	LTTNG_UST_TP_ARGS(int, value, void *, pointer),
	LTTNG_UST_TP_FIELDS(
		lttng_ust_field_integer(int, value, value)
		lttng_ust_field_integer_hex(unsigned long, pointer, (unsigned long)pointer)
	)
)
/* clang-format on */

#endif

#include <lttng/tracepoint-event.h>
