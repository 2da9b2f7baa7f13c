// SPDX-License-Identifier: GPL-2.0-only
/*
 * no_sdt.c - built in the place of sdt.c where there is no sys/sdt.h
 */
#include "../bench.h"

const struct bench_group bench_sdt = {
	.name = "sdt",
	.what = "sys/sdt.h, off, in the same places",
	.missing = "systemtap-sdt-dev was not installed when this was built",
};
