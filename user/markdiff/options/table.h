/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The table of options: getopt's tables and the help are made from it.
 */
#ifndef USER_MARKDIFF_OPTION_TABLE_H
#define USER_MARKDIFF_OPTION_TABLE_H

#include "user/markdiff/options/values.h"

/* Which table an option is about. */
enum option_model {
	MODEL_ANY,
	MODEL_PLAIN,	/* perf diff's */
	MODEL_VERDICTS, /* needs one of the next kind */
	MODEL_GIVES,	/* asks for the table of verdicts */
};

/* An option, or the title of those that follow (a name alone). */
struct option_spec {
	char letter; /* 0: none */
	const char *name;
	const char *value; /* what the help calls it; NULL: it has none */
	size_t flag;	   /* where in struct options, if there is nothing to parse */
	value_fn parse;
	const char *help;
};

#define OPTION_SPECS_MAX 80

extern const struct option_spec option_specs[];
extern const size_t nr_option_specs;

bool option_is_title(const struct option_spec *spec);
enum option_model option_model(const struct option_spec *spec);

#endif
