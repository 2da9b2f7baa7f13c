/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the command line asks for.
 */
#ifndef USER_MARKDIFF_OPTIONS_H
#define USER_MARKDIFF_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

enum compute {
	COMPUTE_DELTA,
	COMPUTE_DELTA_ABS,
	COMPUTE_RATIO,
	COMPUTE_WDIFF,
};

enum key {
	KEY_DSO,
	KEY_SYMBOL,
	KEY_COMM,
	NR_KEYS,
};

/* The values that a filter option lets pass; none: all do. */
struct filter {
	char **values;
	uint32_t nr;
};

struct options {
	char **files; /* the baseline, then what is compared with it */
	uint32_t nr_files;
	enum compute compute;
	int64_t weight_base, weight_new; /* wdiff */
	uint32_t order; /* the file by whose figures rows are sorted; 0: baseline */
	enum key keys[NR_KEYS];
	uint32_t nr_keys;
	struct filter filters[NR_KEYS];
	const char *separator; /* NULL: aligned columns */
	const char *kallsyms, *symfs;
	bool period, formula, baseline_only, relative, quiet, verbose;
};

/* What main does after parsing. */
enum action {
	ACTION_DIFF,
	ACTION_DONE, /* --help or --version was answered */
};

/**
 * options_parse - read the command line
 *
 * Returns 0, or -EINVAL after @message was filled with what is wrong, for main to print.
 */
int options_parse(struct options *options, int argc, char **argv, enum action *action,
		  char message[256]);
void options_free(struct options *options);
bool options_have_key(const struct options *options, enum key key);

/* filter.c: "a,b,c" or "file://PATH" with a value a line. */
int filter_parse(struct filter *filter, const char *text);
bool filter_pass(const struct filter *filter, const char *value);
void filter_free(struct filter *filter);

#endif
