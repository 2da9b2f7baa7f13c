// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_kernel.c - results of marker-bench.ko, told: the table of 2006, the peers, rows by name
 */
#include "report_kernel.h"

#include <errno.h>
#include <json-c/json.h>
#include <string.h>

#include "host.h"
#include "report.h"
#include "select.h"

static void print_head(const struct kernel_results *results, FILE *file)
{
	if (results->run.host)
		host_print(results->run.host, file);
	fprintf(file, "kernel %s (%s), processor %d, interrupts off; ticks of its %s\n",
		results->kernel, results->machine, results->run.cpu, results->run.clock);
	fprintf(file,
		"%u rounds; medians with 95 %% bootstrap intervals over the rounds; differences "
		"are paired\n",
		results->run.rounds);
}

static void print_rows(const struct run *run, const char *word, FILE *file)
{
	unsigned int i;

	fprintf(file, "\n%-30s %10s  %10s\n", "row", "ticks", "over its base [95 %]");
	for (i = 0; i < run->nr; i++) {
		if (select_is_meant(run->rows[i].bench, word))
			report_row(run, &run->rows[i], file);
	}
}

/* A connected marker beside a tracepoint with a probe of the same arguments. */
static void print_against_tracepoint(const struct run *run, const char *form, FILE *file)
{
	const struct edition_2006 *edition = &edition_2006_kernel;
	char name[TABLE_2006_NAME];
	struct stat_interval d;
	char number[24];
	double floor;
	size_t kind;

	for (kind = 0; kind < edition->nr_kinds; kind++) {
		table_2006_name(form, edition->kinds[kind], name);
		if (run_difference(run, name, "peer-tracepoint-on", &d))
			continue;
		floor = run_floor(run, "peer-tracepoint-on");
		snprintf(number, sizeof(number), run_is_told(&d, floor) ? "%+.3f" : "~", d.mid);
		fprintf(file, "%-30s over peer-tracepoint-on %10s [%+.3f, %+.3f]\n", name, number,
			d.low, d.high);
	}
}

/** report_kernel() - the conditions, the table for each kind, and the peers */
void report_kernel(const struct kernel_results *results, FILE *file)
{
	const struct run *run = &results->run;

	print_head(results, file);
	report_2006(run, &edition_2006_kernel, file);
	print_rows(run, "peer", file);
	print_against_tracepoint(run, "call-%s-register", file);
	print_against_tracepoint(run, "call-%s-list", file);
}

/** report_kernel_rows() - the rows that a word means; -ENOENT if it means none */
int report_kernel_rows(const struct kernel_results *results, const char *word, FILE *file)
{
	const struct run *run = &results->run;
	unsigned int i;

	for (i = 0; i < run->nr; i++) {
		if (!select_is_meant(run->rows[i].bench, word))
			continue;
		print_rows(run, word, file);
		return 0;
	}
	return -ENOENT;
}

/** report_kernel_json() - as run --json does, with what the module wrote beside it */
int report_kernel_json(const struct kernel_results *results, const char *path)
{
	struct json_object *json = report_json_object(&results->run, &edition_2006_kernel);
	int ret;

	json_object_object_add(json, "kernel", json_object_new_string(results->kernel));
	json_object_object_add(json, "raw", json_object_get(results->raw));
	ret = report_json_write(json, path);
	json_object_put(json);
	return ret;
}
