// SPDX-License-Identifier: GPL-2.0-only
/*
 * lttng.c - a function with a tracepoint of LTTng-UST
 *
 * The tracepoints are those of the straight line (peer/lttng_straight.c), which have numbers of three
 * digits too; here they are only declared.  What the header defines for each file, each copy would
 * define again: its variables get names of their own, and its constructors, of which the
 * straight line has those that do the work, are left out.
 */
#define LTTNG_UST_TRACEPOINT_PROBE_DYNAMIC_LINKAGE
#define LTTNG_UST_TRACEPOINT_HIDDEN_DEFINITION
#define lttng_ust_tracepoint_registered		  lttng_ust_tracepoint_registered_COPY
#define lttng_ust_tracepoint_ptrs_registered	  lttng_ust_tracepoint_ptrs_registered_COPY
#define lttng_ust_tracepoint_dlopen		  lttng_ust_tracepoint_dlopen_COPY
#define lttng_ust_tracepoint_dlopen_ptr		  lttng_ust_tracepoint_dlopen_ptr_COPY
#define lttng_ust_tracepoint_destructors_syms	  lttng_ust_tracepoint_destructors_syms_COPY
#define lttng_ust_tracepoint_destructors_syms_ptr lttng_ust_tracepoint_destructors_syms_ptr_COPY
#include "function.h"

#define constructor unused
#define destructor  unused
#include <lttng/tracepoint.h>

LTTNG_UST_TRACEPOINT_EVENT(markbench, straight_COPY, LTTNG_UST_TP_ARGS(int, id, void *, pointer),
			   LTTNG_UST_TP_FIELDS())

MANY_FUNCTION(lttng, lttng_ust_tracepoint(markbench, straight_COPY, (int)x, (void *)line))
