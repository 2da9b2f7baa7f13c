// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_nop8.c - S2b: a loop bound by its ALUs, and a store of two bytes under a running thread
 */
#include <stdio.h>

#include "../bench.h"
#include "goal.h"
#include "../run/run.h"
#include "toggle.h"

/* The form that is switched by one byte is told beside it. */
static int add_loop(struct goal_report *report, const struct run *run)
{
	struct goal_part *part = goal_part_add(report, "", 0.02, " cycles");
	struct stat_interval flip = { 0 };
	int ret = run_difference(run, "alu-jump", "alu-none", &flip);

	snprintf(part->what, sizeof(part->what),
		 "nop8 form over no marker (the one-byte form: %+.3f)", flip.mid);
	return ret ? ret : run_difference(run, "alu-nop8", "alu-none", &part->measured);
}

static int measure_loop(struct goal_report *report)
{
	struct run run = { .loops = RUN_LOOPS, .rounds = report->rounds };
	int ret = run_add(&run, bench_find("alu-jump"));

	if (!ret)
		ret = run_add(&run, bench_find("alu-nop8"));
	if (!ret)
		ret = run_measure(&run);
	if (!ret)
		ret = add_loop(report, &run);
	run_free(&run);
	return ret;
}

static int toggle_even(struct goal_report *report)
{
	unsigned long some = report->rounds < GOAL_ROUNDS ? 20ul * report->rounds : 20000;
	unsigned long toggles = report->full ? 100000 : some;
	struct toggle toggle = { .set = &toggle_nop8,
				 .toggles = toggles,
				 .passes = toggles * (report->full ? 10000 : 1000) };
	int ret = toggle_run(&toggle);
	char what[sizeof(report->parts[0].what)];

	snprintf(what, sizeof(what), "%lu toggles, %.1e passes, %u even offsets: wrong",
		 toggle.done, (double)toggle.made, toggle.offsets);
	goal_part_exact(report, what, (double)toggle.wrong, 0, "");
	return ret;
}

/** goal_nop8() - S2b: the time, then 20,000 toggles or, with full, 100,000 */
int goal_nop8(struct goal_report *report)
{
	int ret = measure_loop(report);

	return ret ? ret : toggle_even(report);
}
