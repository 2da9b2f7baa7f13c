// SPDX-License-Identifier: GPL-2.0-only
/*
 * counter.c - counts events over a loop, as markbench does, in a guest that has no markbench
 *	usage: counter OPERATIONS EVENT[,EVENT]...
 *
 * A line an event, with tabs: name, count, config1, readings by the instruction, readings by read(2),
 * bits of the counter, levels, why not by the instruction.  The count is the least of some tries, less
 * that of no operations.  Exit status 1 and a sentence if one is refused.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench/counter/counter.h"
#include "bench/counter/exclude.h"
#include "bench/machine.h"

#define TRIES 9

static struct events events;
static struct counter counters[EVENTS_MAX];
static struct count begin[EVENTS_MAX], end[EVENTS_MAX];

static void read_all(struct count counts[static EVENTS_MAX])
{
	unsigned int i;

	for (i = 0; i < events.nr; i++) {
		if (counter_read(&counters[i], &counts[i]))
			counts[i] = (struct count){ 0 };
	}
}

/* The least of each event's counts. */
static void measure(unsigned long operations, double counts[static EVENTS_MAX])
{
	unsigned int i, try;

	for (i = 0; i < events.nr; i++)
		counts[i] = NAN;
	for (try = 0; try < TRIES; try++) {
		read_all(begin);
		machine_chain(operations);
		read_all(end);
		for (i = 0; i < events.nr; i++)
			counts[i] = fmin(counts[i], count_between(&begin[i], &end[i]));
	}
}

static void print(unsigned int i, double count)
{
	const struct counter *counter = &counters[i];
	char levels[EXCLUDE_TEXT];

	exclude_levels(&events.event[i].attr, exclude_world_here(), levels);
	printf("%s\t%.0f\t0x%llx\t%lu\t%lu\t%u\t%s\t%s\n", events.event[i].name, count,
	       counter->attr.config1, counter->by_page, counter->by_call, counter_width(counter),
	       levels, counter->why_call);
}

static int refused(const char *why)
{
	printf("refused: %s\n", why);
	return 1;
}

int main(int argc, char **argv)
{
	double counts[EVENTS_MAX], empty[EVENTS_MAX];
	char why[EVENT_WHY];
	struct pmus pmus;
	cpu_set_t cpus;
	const struct event_place place = { &pmus, &cpus };
	unsigned int i;

	if (argc != 3)
		return 2;
	pmus_open(&pmus, PMU_ROOT);
	sched_getaffinity(0, sizeof(cpus), &cpus);
	if (events_add(&events, &place, argv[2], why))
		return refused(why);
	for (i = 0; i < events.nr; i++) {
		if (counter_open(&counters[i], &events.event[i], why, sizeof(why)))
			return refused(why);
	}
	measure(0, empty);
	measure(strtoul(argv[1], NULL, 10), counts);
	for (i = 0; i < events.nr; i++)
		print(i, counts[i] - (isnan(empty[i]) ? 0 : empty[i]));
	pmus_close(&pmus);
	return 0;
}
