/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From files to tables.  Nothing here prints: what is worth saying goes to the caller's functions.
 */
#ifndef USER_MARKDIFF_DIFF_H
#define USER_MARKDIFF_DIFF_H

#include "user/markdiff/rows/hist.h"

struct diff {
	const struct options *options;
	struct profile *profiles; /* beside options->files */
	uint32_t **pairs;	  /* of each file, beside the baseline's events: diff_pair() */
	struct symbols *symbols;
	struct names names;
	struct match_symbols *match; /* how rows were paired */
	bool both;		     /* both sides are counts of one file of folded stacks */
};

/**
 * diff_load - read all files, several at a time
 *
 * Returns 0, or the error of the first file that cannot be read; each file's reason is in its
 * profile.
 */
int diff_load(struct diff *diff, const struct options *options);

/* With counters beside the files that say how far each of them is read. */
int diff_load_watched(struct diff *diff, const struct options *options,
		      struct perfdata_progress *progress);

/**
 * diff_has_folded - whether a file is of folded stacks, which have no dsos and no raw names
 */
bool diff_has_folded(const struct diff *diff);

/**
 * diff_resolve - find the names of all addresses
 * @where: the directories where symbols are kept, or NULL; the options say more
 */
int diff_resolve(struct diff *diff, const struct symbols_options *where);

/**
 * diff_pair - the event of a file that is compared with an event of the baseline, or EVENT_NONE
 */
uint32_t diff_pair(const struct diff *diff, uint32_t file, uint32_t event);

/**
 * diff_has_pair - whether a file measured any of the baseline's events
 */
bool diff_has_pair(const struct diff *diff, uint32_t file);

/**
 * diff_event - the sorted rows of an event of the baseline
 */
int diff_event(struct diff *diff, uint32_t event, struct hist *hist);
void diff_free(struct diff *diff);

#endif
