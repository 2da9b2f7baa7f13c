/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line asks for.
 */
#ifndef USER_MARKDIFF_OPTIONS_H
#define USER_MARKDIFF_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "user/markdiff/options/filter.h"
#include "user/markdiff/rows/keys.h"
#include "user/markdiff/match/match_symbols.h"
#include "user/markdiff/options/numbers.h"
#include "user/markdiff/options/exports.h"
#include "user/markdiff/profile/times.h"
#include "user/markdiff/options/verdict.h"

enum compute {
	COMPUTE_DELTA,
	COMPUTE_DELTA_ABS,
	COMPUTE_RATIO,
	COMPUTE_WDIFF,
	COMPUTE_CYCLES,
};

/* For what a terminal is asked, unless the user says so. */
enum when {
	WHEN_AUTO,
	WHEN_ALWAYS,
	WHEN_NEVER,
};

/* A value for one file, or for all: "[N:]VALUE". */
struct file_value {
	uint32_t file; /* or ALL_FILES */
	const char *value;
};

#define ALL_FILES UINT32_MAX

struct file_values {
	struct file_value *values;
	uint32_t nr;
};

struct options {
	char **files; /* the baseline, then what is compared with it */
	uint32_t nr_files;
	struct side_files given;
	bool one_file;	 /* one was named: it is files[1] */
	bool keys_given; /* not the default ones */

	enum compute compute;
	int64_t weight_base, weight_new; /* wdiff */
	uint32_t order; /* the file by whose figures rows are sorted; 0: baseline */
	enum key keys[NR_KEYS];
	uint32_t nr_keys;
	enum match_by match;
	bool children;	    /* costs with what was called */
	bool inline_frames; /* samples belong to what was inlined there */
	const char *parent; /* a regular expression, or NULL */
	bool cycles_hist, stream;
	bool stacks; /* call trees are kept, for what is made of them: stacks.h */

	struct filter filters[NR_KEYS];
	struct numbers pids, tids, cpus;
	struct times times;
	bool relative; /* 100 % is what the filters leave */

	struct file_values kallsyms, symfs;
	bool modules; /* the running kernel's, where the recording's are not known */

	const char *separator; /* NULL: aligned columns */
	bool period, formula, baseline_only, quiet, verbose, perf_compat;
	bool dump;  /* print all records before the table */
	bool force; /* nothing is forced: who owns a file is not checked */
	enum when color, pager, progress;

	struct verdict_options verdicts;
	struct export_options exports;
};

/* What main does after parsing. */
enum action {
	ACTION_DIFF,
	ACTION_HELP,
	ACTION_VERSION,
};

#define OPTIONS_MESSAGE 768

/**
 * options_parse - read the command line
 *
 * Returns 0, or -EINVAL after @message was filled with what is wrong, for main to print.
 */
int options_parse(struct options *options, int argc, char **argv, enum action *action,
		  char message[OPTIONS_MESSAGE]);

/**
 * options_read - the same, over what perf's configuration files say
 * @config: their paths, in the order in which they count less; ends in NULL
 */
int options_read(struct options *options, const char *const *config, int argc, char **argv,
		 enum action *action, char message[OPTIONS_MESSAGE]);
void options_free(struct options *options);
void options_help(FILE *out);

/* The default keys, where the input has no dsos. */
void options_default_to_symbols(struct options *options);
bool options_have_key(const struct options *options, enum key key);

/* What was given for a file: for it alone, else for all, else NULL; the last one counts. */
const char *file_value(const struct file_values *values, uint32_t file);

#endif
