// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_json.c - a run as JSON
 *
 *	{ "tool": "markbench", "version": 1,
 *	  "clock": { "name": ..., "cycles_per_tick": INTERVAL }, "host": { host_report.c },
 *	  "processor": n, "rounds": n, "seed": n, "resamples": ..., "order": ...,
 *	  "chain": { samples.c }, "clock_moved": { report_steady.c }, "interference": { same },
 *	  "rows": [ { "name": ..., "base": ..., "sites": n, "loops": n, "copy": true,
 *		      "ticks": [ n, ... ], "minimum": x, "cycles": INTERVAL, "over_base": INTERVAL, "missing": ...,
 *		      "counts": [ { "event": ..., "rounds": n, "count": INTERVAL,
 *				    "over_base": INTERVAL, "samples": [ x, ... ] } ] } ],
 *	  "events": [ { "name": ..., "pmu": ..., "type": n, "config": "0x...", "config1": "0x...",
 *			"config2": "0x...", "counted": ..., "read_by": ..., "unit": ... } ],
 *	  "table_2006": [ { "kind": ..., "row": n, "what": ..., "cycles_2006": x, "name": ... } ] }
 *
 * INTERVAL is { "median": x, "low": x, "high": x }.  "minimum" (of all rounds), "cycles" and
 * "over_base" are core cycles a site; rows that were not measured have "missing" in their place.  A
 * reader ignores what it does not know; "version" changes when something it knows changes.  samples.c says how to get the intervals from
 * the samples again.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>

#include "json.h"

#include "host.h"
#include "machine.h"
#include "run/order.h"
#include "report.h"
#include "run/samples.h"

static struct json_object *interval_json(const struct stat_interval *interval, double sites)
{
	struct json_object *json = json_object_new_object();

	json_object_object_add(json, "median", json_object_new_double(interval->mid / sites));
	json_object_object_add(json, "low", json_object_new_double(interval->low / sites));
	json_object_object_add(json, "high", json_object_new_double(interval->high / sites));
	return json;
}

static double minimum(const struct run *run, const char *name)
{
	const double *cycles = run_find(run, name)->cycles;
	double least = cycles[0];
	unsigned int i;

	for (i = 1; i < run->rounds; i++)
		least = fmin(least, cycles[i]);
	return least;
}

static void add_figures(struct json_object *json, const struct run *run, const struct bench *bench)
{
	double sites = bench->sites ? bench->sites : 1;
	struct stat_interval interval;

	if (!run_cycles(run, bench->name, &interval)) {
		json_object_object_add(json, "minimum",
				       json_object_new_double(minimum(run, bench->name) / sites));
		json_object_object_add(json, "cycles", interval_json(&interval, sites));
	}
	if (bench->base && !run_difference(run, bench->name, bench->base, &interval))
		json_object_object_add(json, "over_base", interval_json(&interval, sites));
}

static struct json_object *count_json(const struct run *run, unsigned int i,
				      const struct bench *bench)
{
	struct json_object *json = json_object_new_object();
	double sites = bench->sites ? bench->sites : 1;
	struct stat_interval interval;
	const struct run_row *row = run_find(run, bench->name);
	unsigned int nr;
	int ret = run_count(run, i, bench->name, &interval, &nr);

	json_add_string(json, "event", run->events[i].event->name);
	json_object_object_add(json, "rounds", json_object_new_int((int)nr));
	if (!ret)
		json_object_object_add(json, "count", interval_json(&interval, sites));
	if (bench->base && !run_count_difference(run, i, bench->name, bench->base, &interval))
		json_object_object_add(json, "over_base", interval_json(&interval, sites));
	json_object_object_add(json, "samples", samples_counts(run, row, i));
	return json;
}

static void add_counts(struct json_object *json, const struct run *run, const struct bench *bench)
{
	struct json_object *counts;
	unsigned int i;

	if (!run->nr_events)
		return;
	counts = json_object_new_array();
	for (i = 0; i < run->nr_events; i++)
		json_object_array_add(counts, count_json(run, i, bench));
	json_object_object_add(json, "counts", counts);
}

static struct json_object *row_json(const struct run *run, const struct run_row *row)
{
	struct json_object *json = json_object_new_object();
	const struct bench *bench = row->bench;

	json_add_string(json, "name", bench->name);
	json_add_string(json, "what", bench->what);
	if (bench->base)
		json_add_string(json, "base", bench->base);
	json_object_object_add(json, "sites", json_object_new_int(bench->sites ? bench->sites : 1));
	json_object_object_add(json, "loops", json_object_new_int64((int64_t)row->loops));
	if (bench->copy)
		json_object_object_add(json, "copy", json_object_new_boolean(true));
	if (row->error)
		json_add_string(json, "missing", row->why);
	else
		add_figures(json, run, bench);
	if (row->error)
		return json;
	add_counts(json, run, bench);
	json_object_object_add(json, "ticks", samples_ticks(run, row));
	return json;
}

static struct json_object *rows_json(const struct run *run)
{
	struct json_object *rows = json_object_new_array();
	unsigned int i;

	for (i = 0; i < run->nr; i++)
		json_object_array_add(rows, row_json(run, &run->rows[i]));
	return rows;
}

/* Hexadecimal: 64 bits are more than a number of JSON is sure to hold. */
static void add_bits(struct json_object *json, const char *key, uint64_t bits)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, bits);
	json_add_string(json, key, text);
}

static struct json_object *event_json(const struct run *run, const struct run_event *event)
{
	const struct perf_event_attr *attr = &event->counter.attr;
	struct json_object *json = json_object_new_object();
	char text[REPORT_READING], levels[EXCLUDE_TEXT];

	report_levels(run, event, levels);
	json_add_string(json, "name", event->event->name);
	json_add_string(json, "pmu", event->event->pmu);
	json_object_object_add(json, "type", json_object_new_int64(attr->type));
	add_bits(json, "config", attr->config);
	add_bits(json, "config1", attr->config1);
	add_bits(json, "config2", attr->config2);
	json_add_string(json, "counted", levels);
	json_add_string(json, "read_by", report_reading(event, text, sizeof(text)));
	if (*event->event->unit)
		json_add_string(json, "unit", event->event->unit);
	return json;
}

static struct json_object *events_json(const struct run *run)
{
	struct json_object *events = json_object_new_array();
	unsigned int i;

	for (i = 0; i < run->nr_events; i++)
		json_object_array_add(events, event_json(run, &run->events[i]));
	return events;
}

static void add_2006(struct json_object *table, const struct edition_2006 *edition, size_t row,
		     const char *kind)
{
	const char *const *forms = table_2006_forms(edition, row);
	const struct row_2006 *r = &table_2006[row];
	char name[TABLE_2006_NAME];
	size_t form;

	for (form = 0; form < TABLE_2006_FORMS; form++) {
		struct json_object *json;

		if (!forms[form] || !table_2006_has(r, kind))
			continue;
		json = json_object_new_object();
		json_add_string(json, "kind", kind);
		json_object_object_add(json, "row", json_object_new_int((int)row + 1));
		json_add_string(json, "what", r->what);
		json_object_object_add(json, "cycles_2006", json_object_new_double(r->cycles));
		json_add_string(json, "name", table_2006_name(forms[form], kind, name));
		json_object_array_add(table, json);
	}
}

static struct json_object *table_2006_json(const struct edition_2006 *edition)
{
	struct json_object *table = json_object_new_array();
	size_t kind, row;

	for (kind = 0; kind < edition->nr_kinds; kind++)
		for (row = 0; row < TABLE_2006_ROWS; row++)
			add_2006(table, edition, row, edition->kinds[kind]);
	return table;
}

/* What a run has that was made here: the order of its rows, and what was seen of the machine. */
static void add_conditions(struct json_object *json, const struct run *run)
{
	json_add_string(json, "order", ORDER_RULE);
	json_object_object_add(json, "chain", samples_chain(run));
	json_object_object_add(json, "clock_moved", steady_json(&run->steady));
	if (run->interference)
		json_object_object_add(json, "interference", interference_json(run));
}

/**
 * report_json_object() - a run as a JSON object
 * @run:	measured
 * @edition:	also say which rows stand for those of 2006; NULL for not
 *
 * Return: the object, to be put.
 */
struct json_object *report_json_object(const struct run *run, const struct edition_2006 *edition)
{
	struct json_object *json = json_object_new_object(), *clock = json_object_new_object();

	json_add_string(clock, "name", run->clock ? run->clock : machine_clock);
	json_object_object_add(clock, "cycles_per_tick", interval_json(&run->ratio, 1));
	json_add_string(json, "tool", "markbench");
	json_object_object_add(json, "version", json_object_new_int(1));
	json_object_object_add(json, "clock", clock);
	if (run->host)
		json_object_object_add(json, "host", host_json(run->host));
	json_object_object_add(json, "processor", json_object_new_int(run->cpu));
	json_object_object_add(json, "rounds", json_object_new_int((int)run->rounds));
	json_object_object_add(json, "seed", json_object_new_int64((int64_t)run->seed));
	json_add_string(json, "resamples", STAT_RULE);
	if (run->ticks)
		add_conditions(json, run);
	json_object_object_add(json, "rows", rows_json(run));
	if (run->nr_events)
		json_object_object_add(json, "events", events_json(run));
	if (edition)
		json_object_object_add(json, "table_2006", table_2006_json(edition));
	return json;
}

/**
 * report_json_write() - write an object to a file
 * @json:	the object
 * @path:	is overwritten
 *
 * Return: 0 or a negative errno.
 */
int report_json_write(struct json_object *json, const char *path)
{
	errno = 0;
	if (!json_object_to_file_ext(path, json, JSON_C_TO_STRING_PRETTY))
		return 0;
	return errno ? -errno : -EIO;
}

/** report_json() - report_json_object() of a run, written to a file */
int report_json(const struct run *run, const struct edition_2006 *edition, const char *path)
{
	struct json_object *json = report_json_object(run, edition);
	int ret = report_json_write(json, path);

	json_object_put(json);
	return ret;
}
