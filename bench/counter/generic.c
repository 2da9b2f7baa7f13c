// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - names and numbers of linux/perf_event.h, with perf's spelling
 *
 * A cache event is "CACHE-OPs" or "CACHE-OP-misses": L1-dcache-loads, LLC-store-misses.
 */
#include "generic.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <string.h>

#define SIZE(a) (sizeof(a) / sizeof((a)[0]))

static const struct {
	const char *name;
	uint32_t type;
	uint64_t config;
} table[] = {
	{ "cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "cpu-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES },
	{ "instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS },
	{ "cache-references", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES },
	{ "cache-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES },
	{ "branches", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-instructions", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS },
	{ "branch-misses", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES },
	{ "bus-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_BUS_CYCLES },
	{ "stalled-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "idle-cycles-frontend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND },
	{ "stalled-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "idle-cycles-backend", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND },
	{ "ref-cycles", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES },
	{ "cpu-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK },
	{ "task-clock", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK },
	{ "page-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS },
	{ "minor-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MIN },
	{ "major-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS_MAJ },
	{ "context-switches", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cs", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES },
	{ "cpu-migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "migrations", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS },
	{ "alignment-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_ALIGNMENT_FAULTS },
	{ "emulation-faults", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_EMULATION_FAULTS },
};

static const struct {
	const char *name;
	uint64_t id;
} caches[] = {
	{ "L1-dcache", PERF_COUNT_HW_CACHE_L1D }, { "L1-icache", PERF_COUNT_HW_CACHE_L1I },
	{ "LLC", PERF_COUNT_HW_CACHE_LL },	  { "dTLB", PERF_COUNT_HW_CACHE_DTLB },
	{ "iTLB", PERF_COUNT_HW_CACHE_ITLB },	  { "branch", PERF_COUNT_HW_CACHE_BPU },
	{ "node", PERF_COUNT_HW_CACHE_NODE },
};

static const struct {
	const char *one;
	const char *many;
	uint64_t id;
} ops[] = {
	{ "load", "loads", PERF_COUNT_HW_CACHE_OP_READ },
	{ "store", "stores", PERF_COUNT_HW_CACHE_OP_WRITE },
	{ "prefetch", "prefetches", PERF_COUNT_HW_CACHE_OP_PREFETCH },
};

#define CACHE_EVENTS (SIZE(caches) * SIZE(ops) * 2)

/* The n-th cache event: even ones are accesses, odd ones misses. */
static void cache_name(size_t n, char name[static GENERIC_NAME])
{
	size_t cache = n / 2 / SIZE(ops), op = n / 2 % SIZE(ops);

	if (n & 1)
		snprintf(name, GENERIC_NAME, "%s-%s-misses", caches[cache].name, ops[op].one);
	else
		snprintf(name, GENERIC_NAME, "%s-%s", caches[cache].name, ops[op].many);
}

static uint64_t cache_config(size_t n)
{
	uint64_t result =
		n & 1 ? PERF_COUNT_HW_CACHE_RESULT_MISS : PERF_COUNT_HW_CACHE_RESULT_ACCESS;

	return caches[n / 2 / SIZE(ops)].id | ops[n / 2 % SIZE(ops)].id << 8 | result << 16;
}

static bool find_cache(const char *wanted, uint64_t *config)
{
	char name[GENERIC_NAME];
	size_t n;

	for (n = 0; n < CACHE_EVENTS; n++) {
		cache_name(n, name);
		if (strcmp(name, wanted) != 0)
			continue;
		*config = cache_config(n);
		return true;
	}
	return false;
}

/**
 * generic_find() - type and config of a name
 *
 * Return: false if there is none of that name.
 */
bool generic_find(const char *name, uint32_t *type, uint64_t *config)
{
	size_t i;

	for (i = 0; i < SIZE(table); i++) {
		if (strcmp(table[i].name, name) != 0)
			continue;
		*type = table[i].type;
		*config = table[i].config;
		return true;
	}
	*type = PERF_TYPE_HW_CACHE;
	return find_cache(name, config);
}

/** generic_each() - all names of a type: PERF_TYPE_HARDWARE, PERF_TYPE_SOFTWARE, PERF_TYPE_HW_CACHE */
void generic_each(uint32_t type, void (*visit)(void *data, const char *name), void *data)
{
	char name[GENERIC_NAME];
	size_t i;

	for (i = 0; i < SIZE(table); i++) {
		if (table[i].type == type)
			visit(data, table[i].name);
	}
	for (i = 0; type == PERF_TYPE_HW_CACHE && i < CACHE_EVENTS; i++) {
		cache_name(i, name);
		visit(data, name);
	}
}

/** generic_type() - a word for the type of an event that is of no PMU by name */
const char *generic_type(uint32_t type)
{
	switch (type) {
	case PERF_TYPE_HARDWARE:
		return "hardware";
	case PERF_TYPE_SOFTWARE:
		return "software";
	case PERF_TYPE_HW_CACHE:
		return "cache";
	default:
		return "raw";
	}
}
