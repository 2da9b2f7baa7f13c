/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Runs markdiff on recordings that a test built in memory: any number of files, one argument a
 * string, rows as lines.
 */
#ifndef TESTS_UNIT_MARKDIFF_RUN_H
#define TESTS_UNIT_MARKDIFF_RUN_H

#include "tests/unit/markdiff_table.h"

#define RUN_FILES 10

struct run {
	char path[RUN_FILES][TABLE_PATH_SIZE];
	int nr;
	char message[OPTIONS_MESSAGE];
};

static inline void run_file(struct run *run, const struct build *b)
{
	assert_true(run->nr < RUN_FILES);
	table_write(run->path[run->nr++], b->bytes, b->size);
}

static inline void run_unlink(struct run *run)
{
	while (run->nr)
		unlink(run->path[--run->nr]);
}

/* The arguments, "a|b|c", and then the files in the order of their numbers, "021". */
static inline const char *run_line(const struct run *run, const char *arguments, const char *files)
{
	static char line[512];
	int at = snprintf(line, sizeof(line), "%s", arguments);

	for (; *files; files++)
		at += snprintf(line + at, sizeof(line) - at, "|%s", run->path[*files - '0']);
	assert_true(at < (int)sizeof(line));
	return line;
}

static inline int run_parse(struct run *run, struct options *o, const char *arguments,
			    const char *files)
{
	return table_options(o, run_line(run, arguments, files), run->message);
}

static inline void run_is(struct run *run, const char *arguments, const char *files,
			  const char *want)
{
	table_line_equals(run_line(run, arguments, files), want);
}

static inline void run_refuses(struct run *run, const char *arguments, const char *files,
			       const char *words)
{
	table_line_refuses(run_line(run, arguments, files), words);
}

#endif
