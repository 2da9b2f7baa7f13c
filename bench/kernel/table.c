// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - all rows
 */
#include "row.h"

const struct bench_group *const bench_groups[] = {
	&bench_loop, &bench_memcpy, &bench_call, &bench_unlocked, &bench_trap, &bench_peer,
};

const size_t bench_nr_groups = ARRAY_SIZE(bench_groups);
