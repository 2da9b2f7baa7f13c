/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What options and config keys may be set to.
 */
#ifndef USER_MARKDIFF_OPTION_VALUES_H
#define USER_MARKDIFF_OPTION_VALUES_H

#include "user/markdiff/options/options.h"

#define OPTION_WHY 640

/**
 * value_fn - set an option
 * @why: OPTION_WHY bytes: what is wrong with the value, and what to give instead
 *
 * Returns 0 or a negative errno; where @why stays as it was, the errno says it.
 */
typedef int (*value_fn)(struct options *options, const char *text, char *why);

int value_compute(struct options *options, const char *text, char *why);
int value_order(struct options *options, const char *text, char *why);
int value_percentage(struct options *options, const char *text, char *why);
int value_sort(struct options *options, const char *text, char *why);
int value_match(struct options *options, const char *text, char *why);
int value_parent(struct options *options, const char *text, char *why);
int value_dsos(struct options *options, const char *text, char *why);
int value_comms(struct options *options, const char *text, char *why);
int value_symbols(struct options *options, const char *text, char *why);
int value_pids(struct options *options, const char *text, char *why);
int value_tids(struct options *options, const char *text, char *why);
int value_cpus(struct options *options, const char *text, char *why);
int value_time(struct options *options, const char *text, char *why);
int value_kallsyms(struct options *options, const char *text, char *why);
int value_symfs(struct options *options, const char *text, char *why);
int value_separator(struct options *options, const char *text, char *why);
int value_color(struct options *options, const char *text, char *why);
int value_pager(struct options *options, const char *text, char *why);
int value_no_pager(struct options *options, const char *text, char *why);
int value_progress(struct options *options, const char *text, char *why);

/* options/verdict.c */
int value_verdicts(struct options *options, const char *text, char *why);
int value_runs(struct options *options, const char *text, char *why);
int value_vs(struct options *options, const char *text, char *why);
int value_pairs(struct options *options, const char *text, char *why);
int value_aa(struct options *options, const char *text, char *why);
int value_splits(struct options *options, const char *text, char *why);
int value_bootstrap(struct options *options, const char *text, char *why);
int value_seed(struct options *options, const char *text, char *why);
int value_work(struct options *options, const char *text, char *why);
int value_excluded(struct options *options, const char *text, char *why);
int value_fdr(struct options *options, const char *text, char *why);
int value_confidence(struct options *options, const char *text, char *why);
int value_tolerance(struct options *options, const char *text, char *why);
int value_abs_tolerance(struct options *options, const char *text, char *why);
int value_dispersion(struct options *options, const char *text, char *why);
int value_min_samples(struct options *options, const char *text, char *why);
int value_gate(struct options *options, const char *text, char *why);
int value_inconclusive(struct options *options, const char *text, char *why);
int value_json(struct options *options, const char *text, char *why);
int value_html(struct options *options, const char *text, char *why);
int value_markers(struct options *options, const char *text, char *why);

#endif
