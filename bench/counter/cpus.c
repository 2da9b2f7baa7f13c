// SPDX-License-Identifier: GPL-2.0-only
/*
 * cpus.c - sets of processors
 */
#include "cpus.h"

#include "ranges.h"

static void add(void *cpus, unsigned long cpu)
{
	CPU_SET(cpu, (cpu_set_t *)cpus);
}

/**
 * cpus_parse() - "0-3,8", without anything behind it
 * @cpus:	filled in
 *
 * Return: 0, -EINVAL if it is no such list, -ERANGE for a number that no cpu_set_t holds.
 */
int cpus_parse(const char *text, cpu_set_t *cpus)
{
	CPU_ZERO(cpus);
	return ranges_parse(text, CPU_SETSIZE, add, cpus);
}

/** cpus_meet() - is there a processor in both? */
bool cpus_meet(const cpu_set_t *a, const cpu_set_t *b)
{
	cpu_set_t both;

	CPU_AND(&both, a, b);
	return CPU_COUNT(&both) > 0;
}
