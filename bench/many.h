/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * many.h - markers with many sites each, 64 bytes apart
 */
#ifndef BENCH_MANY_H
#define BENCH_MANY_H

#include <stddef.h>

/** struct many - a marker and how many sites it has */
struct many {
	const char *marker;
	unsigned int sites;
};

#define MANY_FORMAT "%d"
#define MANY_NR	    3

extern const struct many many[MANY_NR];

#endif
