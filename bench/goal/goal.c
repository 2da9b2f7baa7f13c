// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal.c - the parts of a goal
 */
#include "goal.h"

#include <stdio.h>

/** goal_part_add() - one more figure, to be filled in; never NULL: the last is used again */
struct goal_part *goal_part_add(struct goal_report *report, const char *what, double limit,
				const char *unit)
{
	struct goal_part *part = &report->parts[report->nr];

	if (report->nr < GOAL_PARTS - 1)
		report->nr++;
	*part = (struct goal_part){ .limit = limit, .unit = unit };
	snprintf(part->what, sizeof(part->what), "%s", what);
	return part;
}

/** goal_part_exact() - a figure that was counted */
void goal_part_exact(struct goal_report *report, const char *what, double value, double limit,
		     const char *unit)
{
	struct goal_part *part = goal_part_add(report, what, limit, unit);

	part->measured = (struct stat_interval){ value, value, value };
}

/** goal_part_is_short() - the figure is beyond its limit, or it is ours to have and is not there */
bool goal_part_is_short(const struct goal_part *part)
{
	if (part->missing[0])
		return !part->peer;
	return !(part->measured.mid <= part->limit);
}

/**
 * goal_is_short() - a part is, or there is no figure at all
 *
 * By the medians: the intervals are printed for the reader to judge.
 */
bool goal_is_short(const struct goal_report *report)
{
	unsigned int i, figures = 0;

	for (i = 0; i < report->nr; i++) {
		if (goal_part_is_short(&report->parts[i]))
			return true;
		figures += !report->parts[i].missing[0];
	}
	return !figures;
}
