// SPDX-License-Identifier: GPL-2.0-only
/*
 * place.c - can this event be counted where the thread runs?
 *
 * Where cores are of several kinds, each kind has a PMU of its own.  An event is then one PMU's, and
 * the thread has to stay on that kind; generic types mean the one or the other, and user space cannot
 * read them (Documentation/arch/arm64/perf.rst of the kernel).
 */
#include "internal.h"

#include <stdio.h>

#include "cpus.h"

#define KINDS_TEXT 512

/* "armv8_cortex_a53 (/sys/.../cpus: 0-3), ..." */
static const char *tell_kinds(const struct pmus *pmus, char text[static KINDS_TEXT])
{
	char cpus[PMU_TEXT];
	unsigned int i;
	size_t used = 0;

	*text = '\0';
	for (i = 0; i < pmus->nr && used < KINDS_TEXT; i++) {
		const struct pmu *pmu = &pmus->pmu[i];

		if (!pmu->core || pmu_text(pmus, pmu, "", "cpus", cpus))
			continue;
		used += (size_t)snprintf(text + used, KINDS_TEXT - used, "%s%s (%s/%s/cpus: %s)",
					 used ? ", " : "", pmu->name, pmus->root, pmu->name, cpus);
	}
	return text;
}

static int refuse_unpinned(struct reading *reading)
{
	char text[KINDS_TEXT];

	return reading_refuse(reading,
			      "this may run on several kinds of core: %s; pin it to one kind, as "
			      "taskset -c does",
			      tell_kinds(reading->place->pmus, text));
}

static bool is_inside(const cpu_set_t *cpus, const cpu_set_t *all)
{
	cpu_set_t both;

	CPU_AND(&both, cpus, all);
	return CPU_EQUAL(&both, cpus);
}

/**
 * place_check_pmu() - does this PMU count for this thread?
 *
 * Return: 0, -EINVAL with a sentence.
 */
int place_check_pmu(struct reading *reading, const struct pmu *pmu)
{
	char cpus[PMU_TEXT] = "?";

	if (pmu->shared)
		return reading_refuse(reading,
				      "%s counts for all that runs on a package, not for one "
				      "program (it has a file cpumask)",
				      pmu->name);
	if (!pmu->core)
		return 0;
	if (reading->kinds.here > 1)
		return refuse_unpinned(reading);
	if (is_inside(reading->place->cpus, &pmu->cpus))
		return 0;
	pmu_text(reading->place->pmus, pmu, "", "cpus", cpus);
	return reading_refuse(reading,
			      "%s counts on the processors %s alone (%s/%s/cpus), and this may run "
			      "on others; pin it with taskset -c %s",
			      pmu->name, cpus, reading->place->pmus->root, pmu->name, cpus);
}

/**
 * place_check_generic() - does a type without a PMU's name say what is counted?
 *
 * Return: 0, -EINVAL with a sentence.
 */
int place_check_generic(struct reading *reading)
{
	char text[KINDS_TEXT];

	if (reading->kinds.here > 1)
		return refuse_unpinned(reading);
	if (reading->kinds.all < 2)
		return 0;
	return reading_refuse(
		reading,
		"it is generic, and there are several kinds of core: %s; name an event "
		"of this one's PMU: %s/EVENT/",
		tell_kinds(reading->place->pmus, text),
		reading->kinds.core ? reading->kinds.core->name : "PMU");
}
