// SPDX-License-Identifier: GPL-2.0-only
/*
 * table.c - all rows
 */
#include "bench.h"

#include <string.h>

const struct bench_group *const bench_groups[] = {
	&bench_loop,   &bench_loop8,  &bench_memcpy, &bench_straight, &bench_leaf,
	&bench_leafx,  &bench_bare,   &bench_call,   &bench_unlocked, &bench_trap,
	&bench_lttng,  &bench_sdt,    &bench_cold,   &bench_many,     &bench_rcu,
	&bench_sdtsem, &bench_probes, &bench_args,   &bench_pfe,      &bench_uprobe,
	&bench_ptrace, &bench_trace,  &bench_alu,    &bench_record,   &bench_lttng_record,
};

const size_t bench_nr_groups = ARRAY_SIZE(bench_groups);

static const struct bench *group_find(const struct bench_group *group, const char *name)
{
	size_t i;

	for (i = 0; i < group->nr; i++) {
		if (!strcmp(group->rows[i].name, name))
			return &group->rows[i];
	}
	return NULL;
}

/** bench_find() - a row by its name, NULL if there is none */
const struct bench *bench_find(const char *name)
{
	const struct bench *bench = NULL;
	size_t i;

	for (i = 0; i < bench_nr_groups && !bench; i++)
		bench = group_find(bench_groups[i], name);
	return bench;
}
