/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Where reports go: each to a file or to standard output, which has room for one.
 */
#ifndef USER_MARKDIFF_OUTPUTS_H
#define USER_MARKDIFF_OUTPUTS_H

#include <stddef.h>

enum output {
	OUTPUT_TABLE, /* where no other one is there */
	OUTPUT_JSON,
	OUTPUT_PAGE,
	OUTPUT_FOLDED,
	OUTPUT_PPROF,
	NR_OUTPUTS,
};

struct options;

/* What goes to standard output. */
enum output output_to_stdout(const struct options *options);

/**
 * outputs_check - that no two go to standard output
 * @message: gets the names of both options, where -EINVAL is returned
 */
int outputs_check(const struct options *options, char *message, size_t size);

/* The file that is meant: NULL for "-", which is standard output. */
const char *output_path(const char *text);

#endif
