/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From files to tables.  Nothing here prints: what is worth saying goes to the caller's functions.
 */
#ifndef USER_MARKDIFF_DIFF_H
#define USER_MARKDIFF_DIFF_H

#include "user/markdiff/hist.h"

struct diff {
	const struct options *options;
	struct profile *profiles; /* beside options->files */
	struct symbols *symbols;
	struct names names;
};

/**
 * diff_load - read all files, several at a time
 *
 * Returns 0, or the error of the first file that cannot be read; each file's reason is in its
 * profile.
 */
int diff_load(struct diff *diff, const struct options *options);

/**
 * diff_resolve - find the names of all addresses
 * @cache_dir: where perf record keeps files by build-id, or NULL
 */
int diff_resolve(struct diff *diff, const char *cache_dir);

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
