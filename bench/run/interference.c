// SPDX-License-Identifier: GPL-2.0-only
/*
 * interference.c - stolen time, waiting and switches of the thread that calls
 *
 * Stolen time is column 8 of "cpuN" in /proc/stat (proc(5)); the time a thread waited for the
 * processor is the second figure of its schedstat (Documentation/scheduler/sched-stats.rst of the
 * kernel); switches are getrusage's.  Read between rounds, outside all samples.
 */
#include "interference.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define STEAL_COLUMN 8

/* The lines of the processors stand first; those of some hundred fit. */
#define STAT_BYTES 16384

/**
 * interference_parse_steal() - what a hypervisor has stolen from a processor
 * @text:	what /proc/stat says
 * @cpu:	which
 * @ticks:	filled in, in units of 1 / sysconf(_SC_CLK_TCK) seconds
 *
 * Return: whether it was there; kernels before 2.6.11 have fewer columns.
 */
bool interference_parse_steal(const char *text, int cpu, uint64_t *ticks)
{
	char name[24], *end;
	unsigned int column;

	snprintf(name, sizeof(name), "cpu%d ", cpu);
	while (text && strncmp(text, name, strlen(name)) != 0) {
		text = strchr(text, '\n');
		if (text)
			text++;
	}
	if (!text)
		return false;
	text += strlen(name);
	for (column = 1; column <= STEAL_COLUMN; column++) {
		*ticks = strtoull(text, &end, 10);
		if (end == text || (*end != ' ' && *end != '\n' && *end))
			return false;
		if (*end == '\n' && column < STEAL_COLUMN)
			return false;
		text = end;
	}
	return true;
}

/** interference_open() - for this thread, pinned to @cpu; what cannot be opened is 0 all the time */
void interference_open(struct interference_meter *meter, int cpu)
{
	long hz = sysconf(_SC_CLK_TCK);

	meter->stat = open("/proc/stat", O_RDONLY | O_CLOEXEC);
	meter->schedstat = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	meter->cpu = cpu;
	meter->tick_ns = 1000000000u / (uint64_t)(hz > 0 ? hz : 100);
}

static void read_all(int fd, char *text, size_t len)
{
	ssize_t n = fd < 0 ? 0 : pread(fd, text, len - 1, 0);

	text[n > 0 ? n : 0] = '\0';
}

/** interference_read() - since the thread and the machine began */
void interference_read(const struct interference_meter *meter, struct interference *now)
{
	static __thread char text[STAT_BYTES];
	struct rusage usage;
	uint64_t ticks;

	memset(now, 0, sizeof(*now));
	read_all(meter->stat, text, sizeof(text));
	if (interference_parse_steal(text, meter->cpu, &ticks))
		now->stolen_ns = ticks * meter->tick_ns;
	read_all(meter->schedstat, text, sizeof(text));
	if (sscanf(text, "%*u %" SCNu64, &now->waited_ns) != 1)
		now->waited_ns = 0;
	if (!getrusage(RUSAGE_THREAD, &usage))
		now->switches = (uint64_t)usage.ru_nivcsw;
}

/** interference_close() - what interference_open() opened */
void interference_close(struct interference_meter *meter)
{
	if (meter->stat >= 0)
		close(meter->stat);
	if (meter->schedstat >= 0)
		close(meter->schedstat);
}

/** interference_between() - @after without what was there @before */
void interference_between(const struct interference *before, const struct interference *after,
			  struct interference *between)
{
	between->stolen_ns = after->stolen_ns - before->stolen_ns;
	between->waited_ns = after->waited_ns - before->waited_ns;
	between->switches = after->switches - before->switches;
}

/** interference_is_any() - was there any? */
bool interference_is_any(const struct interference *of)
{
	return of->stolen_ns || of->waited_ns || of->switches;
}

/** interference_add_up() - of all rounds, and in how many there was any */
void interference_add_up(const struct interference *of, unsigned int nr,
			 struct interference_sum *sum)
{
	unsigned int i;

	memset(sum, 0, sizeof(*sum));
	for (i = 0; i < nr; i++) {
		sum->all.stolen_ns += of[i].stolen_ns;
		sum->all.waited_ns += of[i].waited_ns;
		sum->all.switches += of[i].switches;
		sum->rounds += interference_is_any(&of[i]);
	}
}
