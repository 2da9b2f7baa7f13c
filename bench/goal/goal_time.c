// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_time.c - S1 to S3, S5 to S7, R1, R2: goals that are ratios of rows of one run
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "goal.h"
#include "../row/record.h"
#include "../run/run.h"

/* Loads from memory scatter more than loops do: so many times the rounds. */
#define STRAIGHT 4

/* A peer may be left out of the build, and a trap may not be permitted. */
static void say_missing(struct goal_part *part, const struct run *run, const char *name)
{
	const struct run_row *row = run_find(run, name);

	if (row && !row->error)
		return;
	snprintf(part->missing, sizeof(part->missing), "%s%s", row ? row->why : name,
		 row ? "" : " was not built in");
	part->peer = !row || !strncmp(name, "trap-", 5) || !strncmp(name, "record-lttng-", 13);
}

/* A figure that is there for what is not: the difference of two rows may be their noise. */
static void say_noise(struct goal_part *part, const struct run *run, const char *name,
		      const char *base)
{
	double floor = run_floor(run, base);
	struct stat_interval d;

	if (part->missing[0] || run_difference(run, name, base, &d) || run_is_told(&d, floor))
		return;
	if (d.low <= 0 && d.high >= 0)
		snprintf(part->note, sizeof(part->note), "%.40s is not told from %.40s", name,
			 base);
	else
		snprintf(part->note, sizeof(part->note), "%.40s: %s", name,
			 isnan(floor) ? "no noise floor" : "extra within the noise floor");
}

/* Time of a row over time of another one. */
static void part_ratio(struct goal_report *report, const struct run *run, const char *what,
		       const char *name, const char *base, double limit)
{
	struct goal_part *part = goal_part_add(report, what, limit, "x");

	say_missing(part, run, name);
	if (!part->missing[0] && run_ratio(run, name, base, &part->measured))
		snprintf(part->missing, sizeof(part->missing), "not measured");
	say_noise(part, run, name, base);
}

/* What a row has over its base, over what another one has over its own. */
static void part_extra(struct goal_report *report, const struct run *run, const char *what,
		       const char *const num[2], const char *const den[2], double limit)
{
	struct goal_part *part = goal_part_add(report, what, limit, "x");

	say_missing(part, run, num[0]);
	say_missing(part, run, den[0]);
	if (!part->missing[0] && run_extra_ratio(run, num, den, &part->measured))
		snprintf(part->missing, sizeof(part->missing), "not measured");
	say_noise(part, run, num[0], num[1]);
}

/* Measures the rows of a list that ends with NULL, so many times the rounds; a peer may be absent. */
static int measure(struct run *run, const struct goal_report *report, unsigned int times,
		   const char *const *names)
{
	int ret = 0;

	*run = (struct run){
		.loops = RUN_LOOPS,
		.rounds = report->rounds * times,
		.seed = report->seed,
	};
	for (; *names && !ret; names++) {
		const struct bench *bench = bench_find(*names);

		if (bench)
			ret = run_add(run, bench);
	}
	return ret ? ret : run_measure(run);
}

/** goal_straight() - S1 */
int goal_straight(struct goal_report *report)
{
	static const char *const names[] = { "straight-jump", "straight-lttng", NULL };
	static const char *const ours[] = { "straight-jump", "straight-slow" };
	static const char *const lttng[] = { "straight-lttng", "straight-slow" };
	struct run run;
	int ret = measure(&run, report, STRAIGHT, names);

	if (!ret) {
		part_ratio(report, &run, "time / no marker", ours[0], "straight-none", 1.01);
		part_ratio(report, &run, "time / slow path without a site", ours[0], ours[1], 1.01);
		part_extra(report, &run, "extra / LTTng-UST's", ours, lttng, 0.10);
	}
	run_free(&run);
	return ret;
}

/** goal_leaf() - S2: the time, and the bytes of goal_size.c */
int goal_leaf(struct goal_report *report)
{
	static const char *const names[] = { "leaf-jump", "leafx-jump", NULL };
	struct run run;
	int ret = measure(&run, report, 1, names);

	if (!ret) {
		part_ratio(report, &run, "plain arguments, time / no marker", "leaf-jump",
			   "leaf-none", 1.02);
		part_ratio(report, &run, "expressions, time / no marker", "leafx-jump",
			   "leafx-none", 1.02);
	}
	run_free(&run);
	goal_likely(report);
	return ret;
}

/** goal_immediate() - S3: the better of the two forms */
int goal_immediate(struct goal_report *report)
{
	static const char *const names[] = { "straight-immediate", "straight-immediate-clc",
					     "straight-generic", NULL };
	static const char *const mov[] = { "straight-immediate", "straight-slow" };
	static const char *const clc[] = { "straight-immediate-clc", "straight-slow" };
	static const char *const generic[] = { "straight-generic", "straight-slow" };
	struct stat_interval old, new;
	struct run run;
	int ret = measure(&run, report, STRAIGHT, names);

	if (ret)
		goto free;
	ret = run_difference(&run, mov[0], mov[1], &old);
	if (!ret)
		ret = run_difference(&run, clc[0], clc[1], &new);
	if (ret)
		goto free;
	if (new.mid <= old.mid)
		part_extra(report, &run, "clc form, extra / generic's", clc, generic, 0.35);
	else
		part_extra(report, &run, "2006 form, extra / generic's", mov, generic, 0.35);
free:
	run_free(&run);
	return ret;
}

/** goal_connected() - S5 */
int goal_connected(struct goal_report *report)
{
	static const char *const names[] = { "call-jump-list", "bare-list", "bare-rcu", NULL };
	static const char *const ours[] = { "call-jump-list", "loop-none" };
	static const char *const bare[] = { "bare-list", "loop-none" };
	struct goal_part *part;
	struct run run;
	int ret = measure(&run, report, 1, names);

	if (!ret) {
		part_extra(report, &run, "hit / indirect call", ours, bare, 1.2);
		part = goal_part_add(report, "RCU pair", 2.5, " cycles");
		ret = run_difference(&run, "bare-rcu", "loop-none", &part->measured);
		say_noise(part, &run, "bare-rcu", "loop-none");
	}
	run_free(&run);
	return ret;
}

/** goal_trap() - S6 */
int goal_trap(struct goal_report *report)
{
	static const char *const names[] = { "call-jump-list-copy", "trap-jump-uprobe",
					     "trap-jump-int3", NULL };
	static const char *const ours[] = { "call-jump-list-copy", "loop-none" };
	static const char *const uprobe[] = { "trap-jump-uprobe", "call-jump-list-copy" };
	static const char *const int3[] = { "trap-jump-int3", "call-jump-list-copy" };
	struct run run;
	int ret = measure(&run, report, 1, names);

	if (!ret) {
		part_extra(report, &run, "hit / counting uprobe", ours, uprobe, 0.01);
		part_extra(report, &run, "hit / int3 and SIGTRAP", ours, int3, 0.002);
	}
	run_free(&run);
	return ret;
}

/** goal_format() - S7 */
int goal_format(struct goal_report *report)
{
	static const char *const names[] = { "call-jump-list-copy", "call-jump-parse-copy", NULL };
	static const char *const ours[] = { "call-jump-list-copy", "loop-none" };
	static const char *const parse[] = { "call-jump-parse-copy", "loop-none" };
	struct run run;
	int ret = measure(&run, report, 1, names);

	if (!ret)
		part_extra(report, &run, "copy / read the format and copy", ours, parse, 0.6);
	run_free(&run);
	return ret;
}

static void part_bytes(struct goal_report *report)
{
	struct goal_part *part = goal_part_add(report, "bytes an event", 16, " bytes");
	double bytes;

	if (!record_bytes(&bytes, part->missing, sizeof(part->missing)))
		part->measured = (struct stat_interval){ bytes, bytes, bytes };
}

/** goal_record() - R1 */
int goal_record(struct goal_report *report)
{
	static const struct {
		const char *what, *ours, *lttng;
	} parts[] = {
		{ "newest kept / LTTng-UST snapshot", "record-flight", "record-lttng-snapshot" },
		{ "all kept / LTTng-UST output", "record-grow", "record-lttng-output" },
		{ "the same, 2 threads, newest", "record-flight-2", "record-lttng-snapshot-2" },
		{ "2 threads, all", "record-grow-2", "record-lttng-output-2" },
	};
	static const char *const names[] = {
		"record-flight",	   "record-grow",	    "record-flight-2",
		"record-grow-2",	   "record-lttng-snapshot", "record-lttng-output",
		"record-lttng-snapshot-2", "record-lttng-output-2", NULL
	};
	struct run run;
	size_t i;
	int ret = measure(&run, report, 1, names);

	for (i = 0; i < ARRAY_SIZE(parts) && !ret; i++) {
		const char *const ours[] = { parts[i].ours, "loop-none" };
		const char *const lttng[] = { parts[i].lttng, "loop-none" };

		part_extra(report, &run, parts[i].what, ours, lttng, 0.20);
	}
	if (!ret)
		part_bytes(report);
	run_free(&run);
	return ret;
}

/** goal_record_path() - R2 */
int goal_record_path(struct goal_report *report)
{
	static const char *const names[] = { "record-flight", "record-grow", "record-clock", NULL };
	static const char *const flight[] = { "record-flight", "loop-none" };
	static const char *const grow[] = { "record-grow", "loop-none" };
	static const char *const clock[] = { "record-clock", "loop-none" };
	struct run run;
	int ret = measure(&run, report, 1, names);

	if (!ret) {
		part_extra(report, &run, "newest kept / clock alone", flight, clock, 1.05);
		part_extra(report, &run, "all kept / clock alone", grow, clock, 1.05);
	}
	run_free(&run);
	return ret;
}
