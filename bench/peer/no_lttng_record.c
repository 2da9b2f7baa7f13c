// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_lttng_record.c - built in the place of lttng_record.c where there is no LTTng-UST
 */
#include "../bench.h"

const struct bench_group bench_lttng_record = {
	.name = "lttng-record",
	.what = "an event recorded by LTTng-UST",
	.missing = "liblttng-ust-dev was not installed when this was built",
};
