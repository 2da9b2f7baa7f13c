/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * goal.h - the project's goals that markbench can measure
 *
 * A goal has parts; each compares one figure with a limit.  The goal is short if a part is.
 */
#ifndef BENCH_GOAL_H
#define BENCH_GOAL_H

#include <stdbool.h>
#include <stdint.h>

#include "../run/stat.h"

#define GOAL_PARTS	 8
#define GOAL_ROUNDS	 1001
#define GOAL_ROUNDS_FULL 10001

/**
 * struct goal_part - one figure
 * @what:	of what; "" ends the parts
 * @measured:	with its interval; an exact count has none, and low == high
 * @limit:	the figure is to be no more than this
 * @unit:	"x" for a ratio
 * @missing:	why there is no figure; "" if there is
 * @note:	what it cannot be told from; "" if it is beyond the noise floor, or exact
 * @peer:	it is missing because a peer is: the other parts decide
 */
struct goal_part {
	char what[96];
	struct stat_interval measured;
	double limit;
	const char *unit;
	char missing[128];
	char note[128];
	bool peer;
};

/**
 * struct goal_report - what a goal has come to
 * @rounds:	of each measurement
 * @seed:	of the orders of rows and of the resamples
 * @full:	as many passes as the goal says
 */
struct goal_report {
	unsigned int rounds;
	uint64_t seed;
	bool full;
	struct goal_part parts[GOAL_PARTS];
	unsigned int nr;
};

/**
 * struct goal - a line of the table
 * @measure:	adds the parts; 0, or a negative errno if not one part could be measured
 */
struct goal {
	const char *id;
	const char *what;
	int (*measure)(struct goal_report *report);
};

/* goal.c */
struct goal_part *goal_part_add(struct goal_report *report, const char *what, double limit,
				const char *unit);
void goal_part_exact(struct goal_report *report, const char *what, double value, double limit,
		     const char *unit);
bool goal_part_is_short(const struct goal_part *part);
bool goal_is_short(const struct goal_report *report);

/* goal_json.c */
struct json_object;
struct json_object *goal_json(const struct goal *goal, const struct goal_report *report, int ret);

/* One a measurement: goal_time.c, goal_connected.c, goal_size.c, goal_enable.c, goal_toggle.c. */
int goal_straight(struct goal_report *report);
int goal_leaf(struct goal_report *report);
int goal_immediate(struct goal_report *report);
int goal_size(struct goal_report *report);
void goal_likely(struct goal_report *report);
int goal_connected(struct goal_report *report);
int goal_trap(struct goal_report *report);
int goal_format(struct goal_report *report);
int goal_enable(struct goal_report *report);
int goal_toggle(struct goal_report *report);
int goal_nop8(struct goal_report *report);
int goal_record(struct goal_report *report);
int goal_record_path(struct goal_report *report);
int goal_start(struct goal_report *report);

#endif
