/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The rows of one event: what each file spent in each symbol (or whatever the keys are).
 */
#ifndef USER_MARKDIFF_HIST_H
#define USER_MARKDIFF_HIST_H

#include "user/markdiff/profile.h"

struct cell {
	uint64_t period;
	bool present;
};

/* Fields that are no key are NAME_NONE. */
struct row {
	uint32_t dso, symbol, comm;
	uint32_t first; /* the first file that has it; it says the next two */
	uint32_t mode;
	uint64_t addr; /* the lowest one; shown where there is no symbol */
	struct cell cells[];
};

struct hist {
	const struct options *options;
	const struct names *names;
	uint32_t nr_files;
	uint32_t *events;  /* of each file, or EVENT_NONE */
	uint64_t *totals;  /* of each file, what is 100 % */
	struct row **rows; /* packed, in any order until hist_sort() */
	uint32_t nr, cap;
	uint32_t *slots; /* hash: number of the row, plus 1 */
	uint32_t mask;
	uint32_t unknown; /* the name of no dso */
};

int hist_init(struct hist *hist, const struct options *options, struct names *names);
int hist_add(struct hist *hist, uint32_t file, uint32_t event, const struct profile *profile);
void hist_sort(struct hist *hist);
void hist_free(struct hist *hist);

#endif
