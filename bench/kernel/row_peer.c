// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_peer.c - the kernel's own ways to call somebody from a line of code, with the same arguments
 *
 *	peer-call		a call of an empty function
 *	peer-static-call-off	a static call of nothing
 *	peer-static-call-on	a static call of an empty function
 *	peer-tracepoint-off	a TRACE_EVENT
 *	peer-tracepoint-on	one with an empty probe
 *	peer-bpf		one with a BPF program, if one is attached to it (raw tracepoint)
 */
#include <linux/static_call.h>

#include "row.h"

#define CREATE_TRACE_POINTS
#include "trace_bench.h"

#define LOOP(name, body)                                       \
	static BENCH_CODE void run_##name(unsigned long loops) \
	{                                                      \
		for (; loops; loops--) {                       \
			barrier();                             \
			body;                                  \
		}                                              \
	}

static noinline void callee(int value, void *pointer)
{
	barrier();
}

DEFINE_STATIC_CALL_NULL(bench_call_off, callee);
DEFINE_STATIC_CALL(bench_call_on, callee);

LOOP(call, callee(1, NULL))
LOOP(static_call_off, static_call_cond(bench_call_off)(1, NULL))
LOOP(static_call_on, static_call(bench_call_on)(1, NULL))
LOOP(tracepoint_off, trace_marker_bench_off(1, NULL))
LOOP(tracepoint_on, trace_marker_bench_on(1, NULL))
LOOP(bpf, trace_marker_bench_bpf(1, NULL))

static void probe(void *private_data, int value, void *pointer)
{
}

static int off_init(const struct bench_row *row, char why[BENCH_WHY])
{
	if (!trace_marker_bench_off_enabled())
		return 0;
	snprintf(why, BENCH_WHY, "somebody has enabled the tracepoint marker_bench_off");
	return -EBUSY;
}

static int on_init(const struct bench_row *row, char why[BENCH_WHY])
{
	int ret;

	if (trace_marker_bench_on_enabled()) {
		snprintf(why, BENCH_WHY, "somebody has enabled the tracepoint marker_bench_on");
		return -EBUSY;
	}
	ret = register_trace_marker_bench_on(probe, NULL);
	if (ret)
		snprintf(why, BENCH_WHY, "the tracepoint takes no probe: error %d", ret);
	return ret;
}

static void on_exit(const struct bench_row *row)
{
	unregister_trace_marker_bench_on(probe, NULL);
	tracepoint_synchronize_unregister();
}

static int bpf_init(const struct bench_row *row, char why[BENCH_WHY])
{
	if (trace_marker_bench_bpf_enabled())
		return 0;
	snprintf(why, BENCH_WHY, "no BPF program is attached to the tracepoint marker_bench_bpf");
	return -ENOENT;
}

/* clang-format off */
static const struct bench_row rows[] = {
	{ .name = "peer-call", .base = "loop-none", .weight = 4, .run = run_call,
	  .what = "call of an empty function" },
	{ .name = "peer-static-call-off", .base = "loop-none", .run = run_static_call_off,
	  .what = "static call of nothing" },
	{ .name = "peer-static-call-on", .base = "loop-none", .weight = 4,
	  .run = run_static_call_on, .what = "static call of an empty function" },
	{ .name = "peer-tracepoint-off", .base = "loop-none", .run = run_tracepoint_off,
	  .init = off_init, .what = "tracepoint; off" },
	{ .name = "peer-tracepoint-on", .base = "loop-none", .weight = 8,
	  .run = run_tracepoint_on, .init = on_init, .exit = on_exit,
	  .what = "tracepoint, empty probe" },
	{ .name = "peer-bpf", .base = "loop-none", .weight = 20, .run = run_bpf,
	  .init = bpf_init, .what = "tracepoint, BPF program that returns" },
};
/* clang-format on */

const struct bench_group bench_peer = { rows, ARRAY_SIZE(rows) };
