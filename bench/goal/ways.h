/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ways.h - the ways to write program text from inside a program, each alone
 *
 * What the library's call to connect a probe is made of, and a way that it cannot take: text that is
 * mapped twice.
 */
#ifndef BENCH_WAYS_H
#define BENCH_WAYS_H

#include "../run/stat.h"

#define WAYS	   3
#define WAYS_SIZES 3

extern const unsigned int ways_sizes[WAYS_SIZES];

/**
 * struct way_time - how long a way takes
 * @us:		to write a byte of 1, 1000 and 100,000 places and make the cores see them
 * @missing:	why it could not be measured; "" if it was
 */
struct way_time {
	const char *name;
	const char *what;
	struct stat_interval us[WAYS_SIZES];
	char missing[96];
};

void ways_measure(struct way_time times[static WAYS], unsigned int rounds);

#endif
