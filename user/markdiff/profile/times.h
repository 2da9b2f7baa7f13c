/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * --time: which part of each recording counts.
 *
 *	START,STOP [START,STOP ...]	seconds, with up to nine digits behind the point; either may be
 *					left out
 *	A%/N[,A%/N...]			the Nth slice of A percent of the recording
 *	A%-B%[,A%-B%...]		from A to B percent
 *	A%				the first A percent
 *
 * Recordings begin at different times: START,STOP... may be given for each file, separated by ':'.
 */
#ifndef USER_MARKDIFF_TIMES_H
#define USER_MARKDIFF_TIMES_H

#include <stdbool.h>
#include <stdint.h>

/* Both ends are part of it; a stop of 0 is no end. */
struct time_range {
	uint64_t start, stop;
};

struct time_ranges {
	struct time_range *ranges;
	uint32_t nr;
};

/* The same in parts of the recording. */
struct time_share {
	double start, stop;
};

struct times {
	struct time_ranges *files; /* one for all files, or one for each */
	uint32_t nr;
	struct time_share *shares; /* or these, for all files */
	uint32_t nr_shares;
};

/**
 * times_parse - read the text of the option
 *
 * Returns 0, -ENOMEM, or -EINVAL.
 */
int times_parse(struct times *times, const char *text);
void times_free(struct times *times);

/**
 * times_of_file - the ranges of one file
 * @first, @last: times of its samples, if the option is in percent
 */
int times_of_file(const struct times *times, uint32_t file, uint64_t first, uint64_t last,
		  struct time_ranges *ranges);

/* Whether a time is in one of them, or there are none; a sample without a time is. */
bool time_ranges_have(const struct time_ranges *ranges, uint64_t time);
void time_ranges_free(struct time_ranges *ranges);

#endif
