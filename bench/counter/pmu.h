/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu.h - the units that count, as sysfs tells of them
 *
 *	/sys/bus/event_source/devices/NAME/
 *		type		number for perf_event_open(2)
 *		cpus		processors that it is of: a unit of one kind of core
 *		cpumask		processors that it is read on: a unit of a package, not of a program
 *		events/EVENT	terms: "event=0x3c,umask=0x1"
 *		format/TERM	bits of the attribute: "config1:5-16"
 *		caps/CAP	what it can do: "0x000000ff"
 *
 * (Documentation/ABI/testing/sysfs-bus-event_source-devices-{events,format,caps} of the kernel.)
 * The folder is a parameter, for tests.
 */
#ifndef BENCH_COUNTER_PMU_H
#define BENCH_COUNTER_PMU_H

#include <sched.h>
#include <stdbool.h>
#include <stdint.h>

#define PMU_ROOT "/sys/bus/event_source/devices"
#define PMU_NAME 64
#define PMU_TEXT 1024

/**
 * struct pmu - one
 * @core:	of processors: named "cpu", or with a file cpus
 * @shared:	has a file cpumask: it counts what all programs of a package do
 * @cpus:	of a core PMU: where it counts
 */
struct pmu {
	char name[PMU_NAME];
	uint32_t type;
	bool core;
	bool shared;
	cpu_set_t cpus;
};

/** struct pmus - those of a folder, by name */
struct pmus {
	const char *root;
	struct pmu *pmu;
	unsigned int nr;
};

/**
 * struct pmu_kinds - which of them are of the processors that a thread may run on
 * @all:	core PMUs: more than one are kinds of core
 * @here:	of those, how many the thread may meet
 * @core:	one that it may meet, NULL if there is none
 */
struct pmu_kinds {
	unsigned int all;
	unsigned int here;
	const struct pmu *core;
};

int pmus_open(struct pmus *pmus, const char *root);
void pmus_close(struct pmus *pmus);
const struct pmu *pmus_find(const struct pmus *pmus, const char *name);
void pmus_kinds(const struct pmus *pmus, const cpu_set_t *cpus, struct pmu_kinds *kinds);
int pmu_text(const struct pmus *pmus, const struct pmu *pmu, const char *folder, const char *file,
	     char text[static PMU_TEXT]);
void pmu_each(const struct pmus *pmus, const struct pmu *pmu, const char *folder,
	      void (*visit)(void *data, const char *name), void *data);

#endif
