/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which samples of a recording count.
 *
 * Times and processors (--time, --cpu) make a recording shorter: other samples are not even part of
 * what is 100 %.  Processes, threads and their names (--pid, --tid, -C) are filters: other samples
 * are part of it, as those of other dsos and symbols are.  So perf has it.
 */
#ifndef USER_MARKDIFF_SELECT_H
#define USER_MARKDIFF_SELECT_H

#include "user/markdiff/options/options.h"
#include "user/markdiff/profile/times.h"
#include "user/perfdata/perfdata.h"

struct select {
	const struct options *options;
	struct time_ranges times;
	bool *seen_pids, *seen_tids; /* beside the options' ranges */
	const char *last_comm;	     /* the one that was compared last, and what came out */
	bool last_hidden;
};

enum selected {
	SELECT_SHOW,
	SELECT_HIDE, /* counts, but not in a row */
	SELECT_DROP,
};

/* Whether the options leave samples out at all. */
bool select_is_needed(const struct options *options);

/**
 * select_init - prepare for a recording
 * @file: which of the files it is
 * @first, @last: times of its samples
 */
int select_init(struct select *select, const struct options *options, uint32_t file, uint64_t first,
		uint64_t last);
enum selected select_sample(struct select *select, struct perfdata *pd,
			    const struct perfdata_sample *sample);
void select_free(struct select *select);

#endif
