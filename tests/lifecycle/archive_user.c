// SPDX-License-Identifier: GPL-2.0-only
/*
 * archive_user.c - a program that has its only markers from a static library (T57)
 */
#include "life.h"

int archive_hit(int value);

int main(void)
{
	struct hits hits = { 0 };

	ok(is_listed("archive_member"), "T57 a marker in a member of a static library is listed");
	ok(marker_probe_register("archive_member", "value %d", count_hit, &hits) == 1,
	   "T57 it can be connected");
	archive_hit(6);
	ok(hits.count == 1 && hits.sum == 6, "T57 it is hit");
	return life_failures != 0;
}
