// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_child.c - markctl record -- COMMAND: record while a command runs
 *
 * The command's processes write the trace themselves; nothing has to run beside them.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/record/child.h"
#include "user/markctl/command.h"
#include "user/markctl/record/record.h"
#include "user/markctl/record/record_kernel.h"

static int fail(const char *what, int err)
{
	fprintf(stderr, "markctl: record: %s: %s\n", what, strerror(-err));
	return EXIT_SYSTEM;
}

static int run(const struct record_options *options, const struct record_dir *dir)
{
	char probe[PATH_MAX + 64], *value;
	struct child_outcome outcome;
	int err = record_probe(options, dir, probe, sizeof(probe));

	if (err)
		return fail(dir->shown, err);
	value = child_marker_enable(options->globs, options->nr_globs, probe);
	if (!value)
		return fail("MARKER_ENABLE", -ENOMEM);
	err = child_run(options->argv, "MARKER_ENABLE", value, &outcome);
	free(value);
	if (err)
		return fail("cannot start a process", err);
	if (outcome.start_errno)
		fprintf(stderr, "markctl: record: %s: %s\n", options->argv[0],
			strerror(outcome.start_errno));
	return outcome.status;
}

int record_child(const struct record_options *options)
{
	struct record_kernel kernel;
	struct record_dir dir;
	int status;

	child_guard();
	if (record_dir_make(&dir, options->dir))
		return EXIT_SYSTEM;
	if (record_kernel_start(&kernel, options, &dir)) {
		record_dir_drop(&dir);
		return EXIT_SYSTEM;
	}
	status = run(options, &dir);
	if (record_kernel_stop(&kernel) && !status)
		status = EXIT_SYSTEM;
	record_summary(&dir);
	return status;
}
