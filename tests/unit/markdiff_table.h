/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of markdiff's tables share: input in temporary files, and a table of them as text.
 */
#ifndef TESTS_UNIT_MARKDIFF_TABLE_H
#define TESTS_UNIT_MARKDIFF_TABLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/unit/build_perfdata.h"
#include "user/markdiff/rows/diff.h"
#include "user/markdiff/out/text.h"

#define TABLE_PATH_SIZE 40
#define TABLE_WORDS	24
#define TABLE_REFUSAL	256 /* as in struct perfdata_error */

/* Writes a file, and its path to @path. */
static inline void table_write(char path[TABLE_PATH_SIZE], const void *bytes, size_t size)
{
	int fd;

	strcpy(path, "/tmp/test_markdiff.XXXXXX");
	fd = mkstemp(path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	close(fd);
}

/* A command line: words with blanks between them, or with '|' where words have blanks. */
static inline int table_options(struct options *options, const char *line,
				char message[OPTIONS_MESSAGE])
{
	const char *separator = strchr(line, '|') ? "|" : " ";
	static char copy[512];
	char *argv[TABLE_WORDS] = { "markdiff" }, *rest = copy, *word;
	enum action action;
	int argc = 1;

	snprintf(copy, sizeof(copy), "%s", line);
	while ((word = strsep(&rest, separator))) {
		assert_true(argc < TABLE_WORDS);
		if (*word)
			argv[argc++] = word;
	}
	return options_parse(options, argc, argv, &action, message);
}

/* One that must be right. */
static inline void table_parse(struct options *options, const char *line)
{
	char message[OPTIONS_MESSAGE];

	if (table_options(options, line, message))
		fail_msg("%s: %s", line, message);
}

/* What the first file is refused for. */
static inline const char *table_refusal(const struct diff *diff)
{
	uint32_t i;

	for (i = 0; i < diff->options->nr_files; i++)
		if (diff->profiles[i].error.err)
			return diff->profiles[i].error.text;
	return "";
}

/* The table of the first event, to be freed; NULL, and why, where a file is refused. */
static inline char *table_print(const char *line, char refusal[TABLE_REFUSAL])
{
	struct options o;
	struct diff diff;
	struct hist hist;
	char *text = NULL;
	size_t size;
	FILE *out;

	table_parse(&o, line);
	if (diff_load(&diff, &o)) {
		snprintf(refusal, TABLE_REFUSAL, "%s", table_refusal(&diff));
	} else {
		if (diff_has_folded(&diff))
			options_default_to_symbols(&o);
		out = open_memstream(&text, &size);
		assert_int_equal(diff_resolve(&diff, NULL), 0);
		assert_int_equal(diff_event(&diff, 0, &hist), 0);
		assert_int_equal(out_text(out, &hist, diff.profiles, true), 0);
		fclose(out);
		hist_free(&hist);
	}
	diff_free(&diff);
	options_free(&o);
	return text;
}

static inline void table_line_equals(const char *line, const char *want)
{
	char refusal[TABLE_REFUSAL], *text = table_print(line, refusal);

	if (!text) {
		fail_msg("%s: %s", line, refusal);
		return;
	}
	if (strcmp(text, want) != 0)
		fail_msg("%s:\n%sinstead of\n%s", line, text, want);
	free(text);
}

static inline void table_line_refuses(const char *line, const char *words)
{
	char refusal[TABLE_REFUSAL];

	assert_null(table_print(line, refusal));
	if (!strstr(refusal, words))
		fail_msg("%s: '%s' does not say '%s'", line, refusal, words);
}

static inline void table_equals(const char *options, const char *base, const char *new,
				const char *want)
{
	char line[512];

	snprintf(line, sizeof(line), "%s %s %s", options, base, new);
	table_line_equals(line, want);
}

/* A file must be refused, with these words. */
static inline void table_refuses(const char *options, const char *base, const char *new,
				 const char *words)
{
	char line[512];

	snprintf(line, sizeof(line), "%s %s %s", options, base, new);
	table_line_refuses(line, words);
}

#endif
