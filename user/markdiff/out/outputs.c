// SPDX-License-Identifier: GPL-2.0-only
/*
 * The table gives way to a report; the records of -D stand before the table, and before nothing that
 * another program is to read.
 */
#include "user/markdiff/out/outputs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "user/markdiff/options/options.h"

static bool is_stdout(const struct destination *d)
{
	return d->asked && !d->path;
}

static bool names_stdout(const char *path)
{
	return path && !output_path(path);
}

static bool is_on_stdout(const struct options *o, enum output output)
{
	switch (output) {
	case OUTPUT_JSON:
		return is_stdout(&o->verdicts.json);
	case OUTPUT_PAGE:
		return is_stdout(&o->verdicts.html);
	case OUTPUT_FOLDED:
		return names_stdout(o->exports.folded);
	case OUTPUT_PPROF:
		return names_stdout(o->exports.pprof);
	default:
		return false;
	}
}

/* The first one after @output that goes there, or NR_OUTPUTS. */
static enum output next_on_stdout(const struct options *o, enum output output)
{
	do
		output++;
	while (output < NR_OUTPUTS && !is_on_stdout(o, output));
	return output;
}

enum output output_to_stdout(const struct options *o)
{
	enum output output = next_on_stdout(o, OUTPUT_TABLE);

	return output < NR_OUTPUTS ? output : OUTPUT_TABLE;
}

int outputs_check(const struct options *o, char *message, size_t size)
{
	static const char *const names[] = {
		[OUTPUT_JSON] = "json",
		[OUTPUT_PAGE] = "html",
		[OUTPUT_FOLDED] = "folded",
		[OUTPUT_PPROF] = "pprof",
	};
	enum output first = output_to_stdout(o), second = next_on_stdout(o, first);

	if (first == OUTPUT_TABLE)
		return 0;
	if (o->dump)
		snprintf(message, size,
			 "--dump-raw-trace and --%s both go to standard output; give --%s a file",
			 names[first], names[first]);
	else if (second < NR_OUTPUTS)
		snprintf(message, size,
			 "--%s and --%s both go to standard output; give one of them a file",
			 names[first], names[second]);
	else
		return 0;
	return -EINVAL;
}

const char *output_path(const char *text)
{
	return text && strcmp(text, "-") != 0 ? text : NULL;
}
