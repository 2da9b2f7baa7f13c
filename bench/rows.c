// SPDX-License-Identifier: GPL-2.0-only
/*
 * rows.c - finds sites of markbench by the name of their marker
 */
#include "rows.h"

/** rows_find() - the first row of a marker, NULL if it has none */
const struct marker_row *rows_find(const char *name)
{
	const struct marker_row *row;

	for (row = __start___marker_sites; rows_more(row); row++) {
		if (marker_row_is_site(row) && !strcmp(marker_row_name(row), name))
			return row;
	}
	return NULL;
}

/** rows_offsets() - at how many places of a line of 64 bytes markers with this prefix have sites */
unsigned int rows_offsets(const char *prefix)
{
	const struct marker_row *row;
	size_t len = strlen(prefix);
	u64 seen = 0;

	for (row = __start___marker_sites; rows_more(row); row++) {
		if (marker_row_is_site(row) && !strncmp(marker_row_name(row), prefix, len))
			seen |= (u64)1 << ((uintptr_t)marker_row_site(row) & 63);
	}
	return (unsigned int)__builtin_popcountll(seen);
}
