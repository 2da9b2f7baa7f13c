// SPDX-License-Identifier: GPL-2.0-only
/*
 * traced.c - probes that the function tracer can hook into: compiled with its flags
 */
#include "../../probes/bench.h"
#include "trap.h"

void trap_probe_ftrace(void *private_data, const struct marker_info *marker, va_list *args)
{
	trap_copy(args, &marker_bench_int, &marker_bench_pointer);
}

void trap_probe_ops(void *private_data, const struct marker_info *marker, va_list *args)
{
	trap_copy(args, &marker_bench_int, &marker_bench_pointer);
}
