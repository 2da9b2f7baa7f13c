// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_events.c - the events of a run as lines of text, a table for each
 */
#include <stdio.h>

#include "machine.h"
#include "report.h"

/**
 * report_reading() - how an event was read
 * @text:	"mrs, 64 bits", "read(), because ...", or both with a number
 *
 * Return: @text.
 */
const char *report_reading(const struct run_event *event, char *text, size_t len)
{
	const struct counter *counter = &event->counter;
	unsigned long all = counter->by_page + counter->by_call;

	if (event->by_clock)
		snprintf(text, len, "%s, for there is no PMU of the processor here", machine_clock);
	else if (*counter->why_call)
		snprintf(text, len, "read(), because %s", counter->why_call);
	else if (!counter->by_call)
		snprintf(text, len, "%s, %u bits", machine_counter_name, event->width);
	else
		snprintf(text, len, "%s, %u bits, and by read() %lu of %lu times",
			 machine_counter_name, event->width, counter->by_call, all);
	return text;
}

/** report_levels() - what an event counted: exclude_levels(), if it was not the clock */
void report_levels(const struct run *run, const struct run_event *event,
		   char text[static EXCLUDE_TEXT])
{
	if (event->by_clock)
		snprintf(text, EXCLUDE_TEXT, "all levels: it is the clock");
	else
		exclude_levels(&event->event->attr, run->world, text);
}

static void print_event(const struct run *run, const struct run_event *event, FILE *file)
{
	const struct perf_event_attr *attr = &event->counter.attr;
	char levels[EXCLUDE_TEXT], reading[REPORT_READING];

	report_levels(run, event, levels);
	fprintf(file, "\n%s: %s, type %u, config 0x%llx", event->event->name, event->event->pmu,
		attr->type, attr->config);
	if (attr->config1)
		fprintf(file, ", config1 0x%llx", attr->config1);
	if (attr->config2)
		fprintf(file, ", config2 0x%llx", attr->config2);
	fprintf(file, "\nread by %s; counted: %s\n",
		report_reading(event, reading, sizeof(reading)), levels);
}

static void print_row(const struct run *run, const struct run_row *row, unsigned int i, FILE *file)
{
	double sites = row->bench->sites ? row->bench->sites : 1;
	const struct bench *bench = row->bench;
	struct stat_interval count, d;
	unsigned int nr;
	int ret = run_count(run, i, bench->name, &count, &nr);

	fprintf(file, "%-30s", bench->name);
	if (ret) {
		fprintf(file, "  missing: %s\n",
			row->error ? row->why : "it was on a counter in no round");
		return;
	}
	fprintf(file, " %10.3f", count.mid / sites);
	if (bench->base && !run_count_difference(run, i, bench->name, bench->base, &d))
		report_difference(bench, &d, run_count_floor(run, i, bench->base), file);
	if (nr < run->rounds)
		fprintf(file, "  (counted in %u of %u rounds)", nr, run->rounds);
	fputc('\n', file);
}

/** report_events() - what was counted, and a line a row, for each event */
void report_events(const struct run *run, FILE *file)
{
	char heading[EVENT_UNIT + 8];
	unsigned int i, row;

	for (i = 0; i < run->nr_events; i++) {
		const struct event *event = run->events[i].event;

		print_event(run, &run->events[i], file);
		snprintf(heading, sizeof(heading), "%s%sa site", event->unit,
			 *event->unit ? " " : "");
		fprintf(file, "%-30s %10s  %10s\n", "row", heading, "over its base [95 %]");
		for (row = 0; row < run->nr; row++)
			print_row(run, &run->rows[row], i, file);
	}
}
