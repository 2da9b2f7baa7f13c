// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_latency.c - markbench latency
 *
 * JSON:
 *
 *	{ "tool": "markbench", "version": 1, "unit": "ns", "rounds": n, "processor": n,
 *	  "patching_processor": n,
 *	  "latency": [ { "path": ..., "sites": n, "toggle": GAPS, "idle": GAPS, "extra": INTERVAL,
 *			 "call": INTERVAL } ] }
 *
 * GAPS is { "median": x, "p99": x, "max": x }; a case that was not measured has "missing" in the place
 * of its figures.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "json.h"

#include "latency/latency.h"
#include "options.h"
#include "report.h"

static void print_gaps(const char *what, const struct gap_figures *gaps)
{
	printf("  %-10s %10.0f %10.0f %10.0f", what, gaps->median, gaps->p99, gaps->max);
}

static void print_case(const struct latency_case *this)
{
	printf("%s, %u site%s: ", this->path, this->sites, this->sites > 1 ? "s" : "");
	if (this->error) {
		printf("missing: %s\n", this->why);
		return;
	}
	printf("a toggle takes %.0f [%.0f, %.0f]\n", this->call.mid, this->call.low,
	       this->call.high);
	print_gaps("toggle", &this->toggle);
	printf("  %+.0f [%+.0f, %+.0f]\n", this->extra.mid, this->extra.low, this->extra.high);
	print_gaps("idle", &this->idle);
	printf("\n");
}

static void print_all(const struct latency *latency)
{
	size_t i;

	printf("longest gap between two passes of a thread on processor %d, sites switched from "
	       "processor %d\n%u toggles each; ns\n",
	       latency->cpu_runs, latency->cpu_patches, latency->rounds);
	printf("  %-10s %10s %10s %10s  %s\n", "window", "median", "p99", "max",
	       "over the idle one of the round [95 %]");
	for (i = 0; i < LATENCY_CASES; i++)
		print_case(&latency->cases[i]);
}

static void add_gaps(struct json_object *json, const char *key, const struct gap_figures *gaps)
{
	struct json_object *object = json_object_new_object();

	json_add_number(object, "median", gaps->median);
	json_add_number(object, "p99", gaps->p99);
	json_add_number(object, "max", gaps->max);
	json_object_object_add(json, key, object);
}

static struct json_object *case_json(const struct latency_case *this)
{
	struct json_object *json = json_object_new_object();

	json_object_object_add(json, "path", json_object_new_string(this->path));
	json_object_object_add(json, "sites", json_object_new_int((int)this->sites));
	if (this->error) {
		json_object_object_add(json, "missing", json_object_new_string(this->why));
		return json;
	}
	add_gaps(json, "toggle", &this->toggle);
	add_gaps(json, "idle", &this->idle);
	json_add_interval(json, "extra", &this->extra);
	json_add_interval(json, "call", &this->call);
	return json;
}

static int write_json(const struct latency *latency, const char *path)
{
	struct json_object *json = json_object_new_object(), *cases = json_object_new_array();
	size_t i;

	json_object_object_add(json, "tool", json_object_new_string("markbench"));
	json_object_object_add(json, "version", json_object_new_int(1));
	json_object_object_add(json, "unit", json_object_new_string("ns"));
	json_object_object_add(json, "rounds", json_object_new_int((int)latency->rounds));
	json_object_object_add(json, "processor", json_object_new_int(latency->cpu_runs));
	json_object_object_add(json, "patching_processor",
			       json_object_new_int(latency->cpu_patches));
	for (i = 0; i < LATENCY_CASES; i++)
		json_object_array_add(cases, case_json(&latency->cases[i]));
	json_object_object_add(json, "latency", cases);
	return report_json_write(json, path);
}

/** cmd_latency() - what a running thread sees of a patch */
int cmd_latency(const struct options *options)
{
	struct latency latency = { .rounds = options->rounds ? options->rounds : LATENCY_ROUNDS };
	int ret;

	if (options->nr_args) {
		fprintf(stderr, "markbench: latency takes no arguments\n");
		return EXIT_USAGE;
	}
	if (latency.rounds > LATENCY_ROUNDS_MAX) {
		fprintf(stderr, "markbench: --rounds %u: latency takes at most %d\n",
			latency.rounds, LATENCY_ROUNDS_MAX);
		return EXIT_USAGE;
	}
	ret = latency_measure(&latency);
	if (ret) {
		fprintf(stderr, "markbench: latency: %s\n",
			ret == -ENODEV ? "two threads need two processors" : strerror(-ret));
		return EXIT_SHORT;
	}
	print_all(&latency);
	if (!options->json)
		return EXIT_OK;
	ret = write_json(&latency, options->json);
	if (ret)
		fprintf(stderr, "markbench: %s: %s\n", options->json, strerror(-ret));
	return ret ? EXIT_SHORT : EXIT_OK;
}
