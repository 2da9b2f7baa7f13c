// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_sdtsem.c - built in the place of sdtsem.c where there is no sys/sdt.h
 */
#include "../bench.h"

const struct bench_group bench_sdtsem = {
	.name = "sdtsem",
	.what = "sys/sdt.h with semaphores, off, in the same places",
	.missing = "systemtap-sdt-dev was not installed when this was built",
};
