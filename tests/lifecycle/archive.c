// SPDX-License-Identifier: GPL-2.0-only
/*
 * archive.c - the member of a static library (T57)
 */
#include <marker/marker.h>

int archive_hit(int value);
int archive_hit(int value)
{
	MARK(archive_member, "value %d", value);
	return value;
}
