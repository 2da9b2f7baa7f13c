/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line says of verdicts (verdicts.h).
 */
#ifndef USER_MARKDIFF_VERDICT_OPTIONS_H
#define USER_MARKDIFF_VERDICT_OPTIONS_H

#include "user/markdiff/options/filter.h"
#include "user/markdiff/verdict/sides.h"

/* What a run's cost is divided by. */
enum work_kind {
	WORK_RUN,   /* nothing: costs are per run */
	WORK_UNITS, /* a number that the user gives, of all runs or of each */
	WORK_TIME,  /* seconds from the first sample to the last one */
	WORK_EVENT, /* what the run has of another event */
};

struct work {
	enum work_kind kind;
	double *units;
	uint32_t nr_units;
	const char *event;
};

/* Where something is written to; path NULL: standard output, instead of the table. */
struct destination {
	bool asked;
	const char *path;
};

struct verdict_options {
	bool asked; /* by any of the options that give the model */
	struct sides sides;
	struct work work;
	struct filter excluded; /* from the total, of which shares are */

	double fdr;
	bool by; /* Benjamini-Yekutieli instead of Benjamini-Hochberg */
	double confidence;
	double tolerance;     /* percent */
	double abs_tolerance; /* in the event's own unit, per unit of work */
	double dispersion;
	double min_samples;

	bool gate;
	double gate_percent;
	bool inconclusive_passes;
	bool allow_single;
	struct destination json;
	struct destination html;

	uint32_t replicates; /* of a bootstrap; 0: none */
	bool percentile;     /* its intervals, instead of those of BCa */
	bool aa;	     /* no two sides: splits of runs of one build */
	bool sided;	     /* an option says which side files are of */
	uint32_t nr_splits;  /* 0: not said */
	uint64_t seed;
	bool seeded; /* by the user */

	bool markers;		  /* what they cost */
	const char *markers_file; /* that has them; NULL: what was recorded is looked for */
};

#define REPLICATES_DEFAULT 10000
#define REPLICATES_MIN	   100
#define REPLICATES_MAX	   1000000
#define BOOTSTRAP_MIN_RUNS 5 /* of a side that has several; with fewer, intervals are too short */

#define SPLITS_DEFAULT 100
#define SPLITS_MAX     5000
#define AA_MIN_FILES   4 /* two runs a side */

void verdict_options_defaults(struct verdict_options *options);

/**
 * verdict_options_check - what can be said when all files are known
 * @message: of 768 bytes; gets what is wrong, or stays as it is
 */
void verdict_options_check(const struct verdict_options *options, uint32_t nr_files, char *message);
void verdict_options_free(struct verdict_options *options);

#endif
