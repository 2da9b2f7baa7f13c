// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_list.c - markbench list: rows, or events
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "counter/generic.h"
#include "counter/event.h"
#include "options.h"

#define COLUMNS 78

static void print_group(const struct bench_group *group)
{
	size_t i;

	printf("%s: %s\n", group->name, group->what);
	if (!group->nr)
		printf("  left out: %s\n", group->missing);
	for (i = 0; i < group->nr; i++)
		printf("  %-30s %s\n", group->rows[i].name, group->rows[i].what);
}

/* As many to a line as fit. */
static void print_generic(void *data, const char *name)
{
	size_t *column = data, len = strlen(name);

	if (*column && *column + len + 2 > COLUMNS) {
		putchar('\n');
		*column = 0;
	}
	*column += (size_t)printf("  %s", name);
}

static void list_generic(uint32_t type)
{
	size_t column = 0;

	printf("%s: generic, if the kernel and the processor have it\n", generic_type(type));
	generic_each(type, print_generic, &column);
	putchar('\n');
}

/* A file of a PMU and what it says: an event, a term, a capability. */
struct listing {
	const struct pmus *pmus;
	const struct pmu *pmu;
	const char *folder;
};

static void print_file(void *data, const char *name)
{
	const struct listing *listing = data;
	char text[PMU_TEXT];

	if (!strcmp(listing->folder, "events") && !event_is_name(name))
		return;
	if (!pmu_text(listing->pmus, listing->pmu, listing->folder, name, text))
		printf("  %-7s %-30s %s\n", listing->folder, name, text);
}

static void print_pmu(const struct pmus *pmus, const struct pmu *pmu)
{
	static const char *const folders[] = { "events", "format", "caps" };
	char cpus[PMU_TEXT];
	size_t i;

	printf("%s: PMU of type %u", pmu->name, pmu->type);
	if (pmu->core)
		printf(", of the processors %s",
		       pmu_text(pmus, pmu, "", "cpus", cpus) ? "all" : cpus);
	printf("%s\n", pmu->shared ? ", of a package: not for a program" : "");
	for (i = 0; i < ARRAY_SIZE(folders); i++) {
		struct listing listing = { pmus, pmu, folders[i] };

		pmu_each(pmus, pmu, folders[i], print_file, &listing);
	}
}

static int list_events(void)
{
	static const uint32_t types[] = { PERF_TYPE_HARDWARE, PERF_TYPE_SOFTWARE,
					  PERF_TYPE_HW_CACHE };
	struct pmus pmus;
	unsigned int i;
	int ret = pmus_open(&pmus, PMU_ROOT);

	if (ret) {
		fprintf(stderr, "markbench: " PMU_ROOT ": %s\n", strerror(-ret));
		return EXIT_SHORT;
	}
	for (i = 0; i < ARRAY_SIZE(types); i++)
		list_generic(types[i]);
	for (i = 0; i < pmus.nr; i++)
		print_pmu(&pmus, &pmus.pmu[i]);
	pmus_close(&pmus);
	return EXIT_OK;
}

/** cmd_list() - all rows by group, with the reason where a group is left out; or all events */
int cmd_list(const struct options *options)
{
	size_t i;

	if (options->nr_args == 1 && !strcmp(options->args[0], "events"))
		return list_events();
	if (options->nr_args) {
		fprintf(stderr, "markbench: list takes no arguments but the word events\n");
		return EXIT_USAGE;
	}
	for (i = 0; i < bench_nr_groups; i++)
		print_group(bench_groups[i]);
	return EXIT_OK;
}
