// SPDX-License-Identifier: GPL-2.0-only
/*
 * provider.c - a shared object that markbench loads when rows of LTTng-UST are to be recorded
 *
 * It brings LTTng-UST into the process, and with it the threads that wait for a session daemon:
 * markbench has them only while it measures such rows.  The loops are here, since a tracepoint and
 * its provider are one object's in most programs.
 */
#define LTTNG_UST_TRACEPOINT_CREATE_PROBES
#define LTTNG_UST_TRACEPOINT_DEFINE
#include "bench/peer/record/provider.h"

#include "bench/peer/record/loops.h"

static __attribute__((noinline, aligned(64))) void run_snapshot(unsigned long loops)
{
	for (; loops; loops--) {
		__asm__ __volatile__("" : : : "memory");
		lttng_ust_tracepoint(markbench_record, snapshot, 1, NULL);
	}
}

static __attribute__((noinline, aligned(64))) void run_output(unsigned long loops)
{
	for (; loops; loops--) {
		__asm__ __volatile__("" : : : "memory");
		lttng_ust_tracepoint(markbench_record, output, 1, NULL);
	}
}

static int snapshot_is_on(void)
{
	return lttng_ust_tracepoint_enabled(markbench_record, snapshot);
}

static int output_is_on(void)
{
	return lttng_ust_tracepoint_enabled(markbench_record, output);
}

const struct lttng_loops markbench_lttng_loops = {
	.run = { run_snapshot, run_output },
	.is_on = { snapshot_is_on, output_is_on },
};
