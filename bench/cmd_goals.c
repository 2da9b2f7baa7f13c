// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_goals.c - markbench goals: one line a goal
 */
#include <json-c/json.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "goal/goal.h"
#include "host.h"
#include "options.h"
#include "report.h"

static const struct goal goals[] = {
	{ "S1", "off, straight line of 4096 sites", goal_straight },
	{ "S2", "off, in a small leaf function", goal_leaf },
	{ "S3", "off, immediate kind, straight line", goal_immediate },
	{ "S4", "bytes a marker adds", goal_size },
	{ "S5", "connected, empty probe", goal_connected },
	{ "S6", "connected, copying probe", goal_trap },
	{ "S7", "format read once", goal_format },
	{ "S8", "enable", goal_enable },
	/* These have a second thread, and a process of one thread patches otherwise. */
	{ "S2b", "off, loop bound by its ALUs, nop8 form", goal_nop8 },
	{ "S9", "toggled under a running thread", goal_toggle },
	{ "U1", "start of a program with 1024 markers", goal_start },
	/* LTTng-UST's threads stay for the life of the process. */
	{ "R2", "recorded, over the clock alone", goal_record_path },
	{ "R1", "recorded, over LTTng-UST", goal_record },
};

static void print_part(const struct goal_part *part)
{
	const struct stat_interval *m = &part->measured;

	printf(" %s ", part->what);
	if (part->missing[0]) {
		printf("missing: %s", part->missing);
		return;
	}
	printf("%.4g%s", m->mid, part->unit);
	if (m->low != m->high)
		printf(" [%.4g, %.4g]", m->low, m->high);
	printf(" (goal %.4g)", part->limit);
	if (part->note[0])
		printf(" {%s}", part->note);
}

/* Returns whether the goal is short, and puts it into the array, if there is one. */
static bool print_goal(const struct goal *goal, const struct options *options,
		       struct json_object *json)
{
	unsigned int rounds = options->full ? GOAL_ROUNDS_FULL : GOAL_ROUNDS;
	struct goal_report report = {
		.rounds = options->rounds ? options->rounds : rounds,
		.seed = options->seed,
		.full = options->full,
	};
	int ret = goal->measure(&report);
	bool is_short = ret || goal_is_short(&report);
	unsigned int i;

	printf("%-3s %-5s %s:", goal->id, is_short ? "short" : "ok", goal->what);
	if (ret)
		printf(" cannot be measured: %s", strerror(-ret));
	for (i = 0; i < report.nr; i++) {
		fputs(i ? ";" : "", stdout);
		print_part(&report.parts[i]);
	}
	fputc('\n', stdout);
	fflush(stdout);
	if (json)
		json_object_array_add(json, goal_json(goal, &report, ret));
	return is_short;
}

static const struct goal *find_goal(const char *id)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(goals); i++) {
		if (!strcmp(goals[i].id, id))
			return &goals[i];
	}
	return NULL;
}

static bool is_wanted(const struct options *options, const char *id)
{
	int i;

	for (i = 0; i < options->nr_args; i++) {
		if (!strcmp(options->args[i], id))
			return true;
	}
	return !options->nr_args;
}

static int write_json(const struct options *options, struct json_object *array)
{
	struct json_object *json = json_object_new_object();
	struct host host;
	int ret;

	host_read(&host, "", (unsigned int)sched_getcpu());
	json_object_object_add(json, "tool", json_object_new_string("markbench"));
	json_object_object_add(json, "version", json_object_new_int(1));
	json_object_object_add(json, "host", host_json(&host));
	json_object_object_add(json, "seed", json_object_new_int64((int64_t)options->seed));
	json_object_object_add(json, "full", json_object_new_boolean(options->full));
	json_object_object_add(json, "goals", json_object_get(array));
	ret = report_json_write(json, options->json);
	json_object_put(json);
	if (ret)
		fprintf(stderr, "markbench: %s: %s\n", options->json, strerror(-ret));
	return ret;
}

/** cmd_goals() - measure goals; those without figures here are other tools' */
int cmd_goals(const struct options *options)
{
	struct json_object *json = NULL;
	bool any_short = false;
	size_t i;
	int arg, ret = 0;

	for (arg = 0; arg < options->nr_args; arg++) {
		if (find_goal(options->args[arg]))
			continue;
		fprintf(stderr, "markbench: %s: not a goal that markbench measures\n",
			options->args[arg]);
		return EXIT_USAGE;
	}
	if (options->json)
		json = json_object_new_array();
	for (i = 0; i < ARRAY_SIZE(goals); i++) {
		if (is_wanted(options, goals[i].id))
			any_short |= print_goal(&goals[i], options, json);
	}
	if (json)
		ret = write_json(options, json);
	json_object_put(json);
	return ret || (options->strict && any_short) ? EXIT_SHORT : EXIT_OK;
}
