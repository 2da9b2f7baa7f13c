/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * bench.h - probes that do as little as possible, for markbench
 *
 *	probe			arguments		does
 *	marker_bench_empty	list			nothing
 *	marker_bench_copy	list			copies an int and a pointer to globals
 *	marker_bench_parse	list			reads the format to learn what to copy
 *	marker_bench_count	list			counts, in a word of one thread
 *	marker_bench_direct_empty	registers	nothing
 *	marker_bench_direct_copy	registers	copies an int and a pointer to globals
 *
 * They are for the marker "%d %p".  The globals are not shared between threads in any order: the
 * bench hits them from one.
 */
#ifndef PROBES_BENCH_H
#define PROBES_BENCH_H

#include "../marker/marker.h"

extern int marker_bench_int;
extern void *marker_bench_pointer;

marker_probe_fn marker_bench_empty, marker_bench_copy, marker_bench_parse, marker_bench_count;
void marker_bench_direct_empty(void *private_data, int value, void *pointer);
void marker_bench_direct_copy(void *private_data, int value, void *pointer);

#endif
