/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * trace_bench.h - three tracepoints with the marker's arguments: one stays off, one gets an empty
 * probe, and one is for a BPF program that somebody attaches from user space
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM marker_bench

#if !defined(BENCH_KERNEL_TRACE_BENCH_H) || defined(TRACE_HEADER_MULTI_READ)
#define BENCH_KERNEL_TRACE_BENCH_H

#include <linux/tracepoint.h>

/* clang-format off */
DECLARE_EVENT_CLASS(marker_bench,
	TP_PROTO(int value, void *pointer),
	TP_ARGS(value, pointer),
	TP_STRUCT__entry(
		__field(int, value)
		__field(void *, pointer)
	),
	TP_fast_assign(
		__entry->value = value;
		__entry->pointer = pointer;
	),
	TP_printk("%d %p", __entry->value, __entry->pointer)
);

DEFINE_EVENT(marker_bench, marker_bench_off,
	TP_PROTO(int value, void *pointer), TP_ARGS(value, pointer));
DEFINE_EVENT(marker_bench, marker_bench_on,
	TP_PROTO(int value, void *pointer), TP_ARGS(value, pointer));
DEFINE_EVENT(marker_bench, marker_bench_bpf,
	TP_PROTO(int value, void *pointer), TP_ARGS(value, pointer));
/* clang-format on */

#endif

#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace_bench
#include <trace/define_trace.h>
