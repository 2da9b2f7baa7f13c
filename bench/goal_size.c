// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_size.c - S4: bytes
 */
#include <stdio.h>

#include "goal.h"
#include "size.h"

/** goal_size() - S4, from the file of markbench itself */
int goal_size(struct goal_report *report)
{
	struct goal_part *part;
	struct size size;
	char why[128] = "";
	int ret = size_read(&size, why, sizeof(why));

	if (ret) {
		part = goal_part_add(report, "bytes", 0, "");
		snprintf(part->missing, sizeof(part->missing), "%s", why);
		return 0;
	}
	goal_part_exact(report, "unlikely path", (double)size.unlikely, 32, " bytes");
	goal_part_exact(report, "table a site", size.table, 16, " bytes");
	goal_part_exact(report, ".data", (double)size.data, 0, " bytes");
	goal_part_exact(report, "relocations", (double)size.relocations, 0, "");
	return 0;
}
