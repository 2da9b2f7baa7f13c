// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_toggle.c - S9: switched under a running thread
 */
#include <stdio.h>

#include "goal.h"
#include "toggle.h"

/** goal_toggle() - S9: 10^5 toggles, 10^8 passes or, with full, 10^9 */
int goal_toggle(struct goal_report *report)
{
	unsigned long toggles = report->rounds < GOAL_ROUNDS ? 100ul * report->rounds : 100000;
	struct toggle toggle = { .set = &toggle_flip,
				 .toggles = toggles,
				 .passes = toggles * (report->full ? 10000 : 1000) };
	int ret = toggle_run(&toggle);
	char what[sizeof(report->parts[0].what)];

	snprintf(what, sizeof(what), "%lu toggles, %.1e passes, %u offsets: wrong", toggle.done,
		 (double)toggle.made, toggle.offsets);
	goal_part_exact(report, what, (double)toggle.wrong, 0, "");
	return ret;
}
