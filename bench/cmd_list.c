// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_list.c - markbench list
 */
#include <stdio.h>

#include "bench.h"
#include "options.h"

static void print_group(const struct bench_group *group)
{
	size_t i;

	printf("%s: %s\n", group->name, group->what);
	if (!group->nr)
		printf("  left out: %s\n", group->missing);
	for (i = 0; i < group->nr; i++)
		printf("  %-30s %s\n", group->rows[i].name, group->rows[i].what);
}

/** cmd_list() - all rows by group, with the reason where a group is left out */
int cmd_list(const struct options *options)
{
	size_t i;

	if (options->nr_args) {
		fprintf(stderr, "markbench: list takes no arguments\n");
		return EXIT_USAGE;
	}
	for (i = 0; i < bench_nr_groups; i++)
		print_group(bench_groups[i]);
	return EXIT_OK;
}
