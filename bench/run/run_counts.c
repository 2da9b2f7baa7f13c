// SPDX-License-Identifier: GPL-2.0-only
/*
 * run_counts.c - the events of a run: opened, read around each sample, made into counts a loop
 *
 * Reading an event takes instructions too, and an event that is begun earlier counts the reading of
 * those that follow.  In each round one sample runs nothing; the least that it counted is taken off
 * every other one.
 *
 * Without a PMU of the processor, cycles at all levels are the clock's, as in the column of cycles.
 */
#include "run_counts.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_cycles(const struct event *event)
{
	return event->attr.type == PERF_TYPE_HARDWARE &&
	       event->attr.config == PERF_COUNT_HW_CPU_CYCLES && !event->core;
}

static bool is_plain(const struct perf_event_attr *attr)
{
	return !attr->exclude_user && !attr->exclude_kernel && !attr->exclude_hv &&
	       !attr->exclude_host && !attr->exclude_guest;
}

static int open_event(struct run *run, struct run_event *event)
{
	int ret;

	event->empty = calloc(run->rounds, sizeof(*event->empty));
	if (!event->empty)
		return -ENOMEM;
	ret = counter_open(&event->counter, event->event, run->why, sizeof(run->why));
	if (ret != -ENOENT || !is_cycles(event->event))
		return ret;
	if (!is_plain(&event->event->attr)) {
		snprintf(run->why, sizeof(run->why),
			 "%s: no PMU here counts it, and the clock cannot tell levels apart",
			 event->event->name);
		return ret;
	}
	event->by_clock = true;
	run->why[0] = '\0';
	return 0;
}

static int alloc_counts(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		struct run_row *row = &run->rows[i];

		row->counts = calloc((size_t)run->nr_events * run->rounds, sizeof(*row->counts));
		if (!row->counts)
			return -ENOMEM;
	}
	return 0;
}

/**
 * counts_open() - begin to count; the thread is pinned already
 *
 * Return: 0, -ENOMEM, or what the kernel refused an event with, and a sentence in @run->why.
 */
int counts_open(struct run *run)
{
	unsigned int i;
	int ret = 0;

	if (!run->nr_events)
		return 0;
	run->world = exclude_world_here();
	for (i = 0; i < run->nr_events; i++)
		run->events[i].counter.fd = -1;
	for (i = 0; i < run->nr_events && !ret; i++)
		ret = open_event(run, &run->events[i]);
	return ret ? ret : alloc_counts(run);
}

/* A reading that failed is one that no count comes of. */
static void read_event(struct run_event *event, struct count *count)
{
	if (event->by_clock || counter_read(&event->counter, count))
		*count = (struct count){ .enabled = count == &event->end };
}

/** counts_begin() - before a sample: the first event first */
void counts_begin(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr_events; i++)
		read_event(&run->events[i], &run->events[i].begin);
}

/** counts_end() - behind it: the first event last */
void counts_end(struct run *run)
{
	unsigned int i;

	for (i = run->nr_events; i-- > 0;)
		read_event(&run->events[i], &run->events[i].end);
}

/** counts_keep() - put the counts of the last sample down; without a row, those of the empty one */
void counts_keep(struct run *run, struct run_row *row, unsigned int round)
{
	unsigned int i;

	for (i = 0; i < run->nr_events; i++) {
		struct run_event *event = &run->events[i];
		double count = count_between(&event->begin, &event->end);

		if (row)
			row->counts[(size_t)i * run->rounds + round] = count;
		else
			event->empty[round] = count;
	}
}

/** counts_close() - stop counting; also of events that were not opened */
void counts_close(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr_events; i++) {
		struct run_event *event = &run->events[i];

		if (event->counter.fd < 0)
			continue;
		event->width = counter_width(&event->counter);
		counter_close(&event->counter);
	}
}

/* Of all rounds that counted; fmin() passes NaN over. */
static double least(const double *values, unsigned int nr)
{
	double value = NAN;
	unsigned int i;

	for (i = 0; i < nr; i++)
		value = fmin(value, values[i]);
	return isnan(value) ? 0 : value;
}

static void finish_row(const struct run *run, struct run_row *row, unsigned int i, double overhead)
{
	double *counts = row->counts + (size_t)i * run->rounds;
	const struct run_event *event = &run->events[i];
	unsigned int round;

	for (round = 0; round < run->rounds; round++) {
		if (event->by_clock)
			counts[round] = row->cycles[round];
		else
			counts[round] = (counts[round] - overhead) * event->event->scale /
					(double)row->loops;
	}
}

/** counts_finish() - from counts a sample to counts a loop; cycles are cycles already */
void counts_finish(struct run *run)
{
	unsigned int i, row;

	for (i = 0; i < run->nr_events; i++) {
		double overhead = least(run->events[i].empty, run->rounds);

		for (row = 0; row < run->nr; row++)
			finish_row(run, &run->rows[row], i, overhead);
	}
}

/** counts_free() - the events of a run */
void counts_free(struct run *run)
{
	unsigned int i;

	for (i = 0; i < run->nr_events; i++)
		free(run->events[i].empty);
	free(run->events);
	run->events = NULL;
	run->nr_events = 0;
}

/**
 * run_add_events() - count these too, in each sample
 * @run:	before run_measure()
 * @events:	must stay until run_free()
 *
 * Return: 0, -ENOMEM.
 */
int run_add_events(struct run *run, const struct events *events)
{
	unsigned int i;

	if (!events->nr)
		return 0;
	run->events = calloc(events->nr, sizeof(*run->events));
	if (!run->events)
		return -ENOMEM;
	run->nr_events = events->nr;
	for (i = 0; i < events->nr; i++)
		run->events[i].event = &events->event[i];
	return 0;
}
