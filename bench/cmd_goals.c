// SPDX-License-Identifier: GPL-2.0-only
/*
 * cmd_goals.c - markbench goals: one line a goal
 */
#include <stdio.h>
#include <string.h>

#include "bench.h"
#include "goal.h"
#include "options.h"

static const struct goal goals[] = {
	{ "S1", "off, straight line of 4096 sites", goal_straight },
	{ "S2", "off, in a small leaf function", goal_leaf },
	{ "S2b", "off, loop bound by its ALUs, nop8 form", goal_nop8 },
	{ "S3", "off, immediate kind, straight line", goal_immediate },
	{ "S4", "bytes a marker adds", goal_size },
	{ "S5", "connected, empty probe", goal_connected },
	{ "S6", "connected, copying probe", goal_trap },
	{ "S7", "format read once", goal_format },
	{ "S8", "enable", goal_enable },
	{ "S9", "toggled under a running thread", goal_toggle },
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
}

/* Returns whether the goal is short. */
static bool print_goal(const struct goal *goal, const struct options *options)
{
	unsigned int rounds = options->full ? GOAL_ROUNDS_FULL : GOAL_ROUNDS;
	struct goal_report report = {
		.rounds = options->rounds ? options->rounds : rounds,
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

/** cmd_goals() - measure goals; those without figures here are other tools' */
int cmd_goals(const struct options *options)
{
	bool any_short = false;
	size_t i;
	int arg;

	for (arg = 0; arg < options->nr_args; arg++) {
		if (find_goal(options->args[arg]))
			continue;
		fprintf(stderr, "markbench: %s: not a goal that markbench measures\n",
			options->args[arg]);
		return EXIT_USAGE;
	}
	for (i = 0; i < ARRAY_SIZE(goals); i++) {
		if (is_wanted(options, goals[i].id))
			any_short |= print_goal(&goals[i], options);
	}
	return options->strict && any_short ? EXIT_SHORT : EXIT_OK;
}
