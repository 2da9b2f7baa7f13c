/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What makes a comparison doubtful, in sentences: each says what is the matter, with a number, and
 * what to do.
 */
#ifndef USER_MARKDIFF_REMARKS_H
#define USER_MARKDIFF_REMARKS_H

#include <stdio.h>

#include "user/markdiff/rows/diff.h"

enum remark_weight {
	REMARK_DETAIL,	/* for who asks (-v) */
	REMARK_CAREFUL, /* small figures may be due to it */
	REMARK_WRONG,	/* rows may be wrong, or missing */
};

struct remark {
	enum remark_weight weight;
	uint32_t number; /* in the order in which they came */
	char *text;
};

struct remarks {
	struct remark *list;
	uint32_t nr, cap;
	int err;
};

/* Adds a sentence; without memory for it, err is set. */
void remark(struct remarks *remarks, enum remark_weight weight, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * remarks_collect - all that is to be said, the weightiest first; after diff_resolve()
 */
int remarks_collect(struct remarks *remarks, const struct diff *diff);
void remarks_sort(struct remarks *remarks);
void remarks_free(struct remarks *remarks);

/**
 * remarks_print - what was spent in all, then the remarks, in lines that begin with "#"
 */
void remarks_print(FILE *out, const struct remarks *remarks, const struct diff *diff);

/* The remarks alone. */
void remarks_list(FILE *out, const struct remarks *remarks, const struct diff *diff);

struct verdict_report;

/**
 * remarks_of_verdicts - what the runs' costs tell, beside the recordings: drift, and the like
 */
int remarks_of_verdicts(struct remarks *remarks, const struct verdict_report *report);

/* The same of splits of runs of one build. */
int remarks_of_aa(struct remarks *remarks, const struct verdict_report *report);

struct marker_code;

/* remarks/markers.c: what of the markers is not in their cost. */
int remarks_of_markers(struct remarks *remarks, const struct marker_code *code);

/**
 * symbols_unverified - a program in which samples fell, and whose symbols may be of another build
 *
 * What only called others is not meant: perf record keeps no build-ids of that.  Returns its name,
 * or NULL where there is none in this recording.
 */
const char *symbols_unverified(const struct profile *profile);

/* remarks/runs.c: what differs between the runs, instead of between pairs of recordings. */
void remarks_of_runs(struct remarks *remarks, const struct diff *diff);

/* remarks/events.c, remarks/symbols.c: parts of remarks_collect(). */
void remarks_of_events(struct remarks *remarks, const struct diff *diff);
void remarks_of_symbols(struct remarks *remarks, const struct diff *diff);

#endif
