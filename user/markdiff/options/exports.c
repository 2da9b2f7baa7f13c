// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of what is written for other programs.
 */
#include "user/markdiff/options/exports.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "user/markdiff/options/values.h"
#include "user/pprof/pprof.h"

static int no_file(char *why, const char *what)
{
	snprintf(why, OPTION_WHY, "no file is named; give %s", what);
	return -EINVAL;
}

int value_folded(struct options *o, const char *text, char *why)
{
	if (text && !*text)
		return no_file(why, "--folded=FILE, or --folded alone for standard output");
	o->exports.folded = text ? text : "-";
	o->stacks = true;
	return 0;
}

int value_pprof(struct options *o, const char *text, char *why)
{
	const char *comma = strchr(text, ',');

	if (pprof_left_out()) {
		snprintf(why, OPTION_WHY,
			 "left out of this markdiff; install %s and build it again",
			 pprof_left_out());
		return -EINVAL;
	}
	if (!*text || comma == text || (comma && (!comma[1] || strchr(comma + 1, ','))))
		return no_file(why, "one file for both sides, or two: BASE,NEW");
	if (comma && (!strncmp(text, "-,", 2) || !strcmp(comma, ",-"))) {
		snprintf(why, OPTION_WHY,
			 "two profiles do not go to standard output; name two "
			 "files");
		return -EINVAL;
	}
	o->exports.pprof = text;
	o->stacks = true;
	return 0;
}

int value_export_event(struct options *o, const char *text, char *why)
{
	o->exports.event = text;
	return 0;
}

int exports_check(const struct export_options *o, uint32_t nr_files, bool sides, char *message,
		  size_t size)
{
	const char *what = o->folded ? "--folded" : "--pprof";

	if (o->event && !exports_are_asked(o))
		snprintf(message, size,
			 "--export-event says of which event --folded and --pprof "
			 "are; give one of them");
	else if (exports_are_asked(o) && nr_files > 2 && !sides)
		snprintf(message, size, "%s is of two sides, but there are %u files; name two",
			 what, nr_files);
	else
		return 0;
	return -EINVAL;
}
