// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_lttng.c - built in the place of lttng.c where there is no LTTng-UST
 */
#include "../bench.h"

const struct bench_group bench_lttng = {
	.name = "lttng",
	.what = "LTTng-UST, off, in the same places",
	.missing = "liblttng-ust-dev was not installed when this was built",
};
