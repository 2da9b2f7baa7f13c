/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * rows.h - the table of sites of markbench itself, read as the library reads it
 */
#ifndef BENCH_ROWS_H
#define BENCH_ROWS_H

#include "../marker/site.h"

/* Set by the linker: the table of this object (marker/arch.h). */
extern const struct marker_row __start___marker_sites[] __attribute__((visibility("hidden")));
extern const struct marker_row __stop___marker_sites[] __attribute__((visibility("hidden")));

/* Is there one more?  Both ends are the linker's. */
static inline bool rows_more(const struct marker_row *row)
{
	/* cppcheck-suppress comparePointers */
	return row < __stop___marker_sites;
}

const struct marker_row *rows_find(const char *name);
unsigned int rows_offsets(const char *prefix);

#endif
