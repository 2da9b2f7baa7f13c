// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * probes.c - the table of named probes
 */
#include "../marker/named_probe.h"

#include "bench.h"
#include "count.h"
#include "latency/latency.h"
#include "print.h"
#include "record/record.h"

static const struct marker_named_probe empty = {
	.name = "empty",
	.func = marker_bench_empty,
	.general = 1,
};

const struct marker_named_probe *const marker_named_probes[] = {
	&marker_count_named,
	&marker_print_named,
	&marker_latency_named,
	&marker_record_named,
	&empty,
	(const struct marker_named_probe *)0,
};
