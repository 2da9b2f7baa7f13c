// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_running.c - markctl record -p PID, -k, or both: record what runs already, for a while
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "user/markctl/command.h"
#include "user/markctl/record/record.h"
#include "user/markctl/record/record_kernel.h"
#include "user/markctl/record/running.h"
#include "user/markctl/record/until.h"

static int complain(int status, const char *why)
{
	fprintf(stderr, "markctl: record: %s\n", why);
	return status;
}

/* All or nothing. */
static int enable(struct attach *attach, const struct record_options *options,
		  const struct record_dir *dir, char *why, size_t why_size)
{
	char probe[PATH_MAX + 64];
	size_t i;
	int err = record_probe(options, dir, probe, sizeof(probe));

	if (err)
		snprintf(why, why_size, "%.400s: %s", dir->shown, strerror(-err));
	for (i = 0; i < options->nr_globs && !err; i++)
		err = attach_enable(attach, options->globs[i], probe, &options->filter, why,
				    why_size);
	return err;
}

static int begin_process(struct attach *attach, const struct record_options *options,
			 const struct record_dir *dir)
{
	char why[512], ignored[512];
	int err, status;

	*attach = (struct attach){ .pid = options->pid };
	if (!options->pid)
		return 0;
	if (record_dir_give(dir, options->pid))
		return EXIT_SYSTEM;
	err = attach_open(attach, options->pid, why, sizeof(why));
	if (!err)
		err = enable(attach, options, dir, why, sizeof(why));
	if (err) {
		status = attach_status(attach);
		attach_close(attach, ignored, sizeof(ignored));
		return complain(status, why);
	}
	attach_pause(attach);
	return 0;
}

/*
 * The process first: it is to record until it is told.  From the mark on nobody begins a trace or a file, as
 * a child that is forked at this moment would, of which nobody knows yet.
 */
static int end_process(struct attach *attach, const struct record_dir *dir)
{
	char why[512];
	int status = 0;

	if (!attach->nr)
		return 0;
	if (attach_detach(attach, why, sizeof(why)))
		status = complain(attach_status(attach), why);
	if (record_dir_end(dir))
		status = EXIT_SYSTEM;
	attach_close(attach, why, sizeof(why));
	return status;
}

static void announce(const struct record_options *options, const struct record_dir *dir)
{
	char program[256] = "";

	if (options->pid)
		process_program(options->pid, program, sizeof(program));
	fprintf(stderr, "markctl: recording");
	if (options->pid)
		fprintf(stderr, " %s (%d)%s", program, (int)options->pid,
			options->kernel ? " and" : "");
	fprintf(stderr, "%s to %s%s\n", options->kernel ? " the kernel" : "", dir->shown,
		options->duration_s > 0 ? "" : "; Ctrl-C ends it");
}

static int record(const struct record_options *options, const struct record_dir *dir,
		  struct until *until)
{
	struct record_kernel kernel;
	struct attach attach;
	int status, ret;

	if (record_kernel_start(&kernel, options, dir))
		return EXIT_SYSTEM;
	status = begin_process(&attach, options, dir);
	if (!status) {
		announce(options, dir);
		ret = until_wait(until, options->duration_s > 0 ? options->duration_s : -1, -1);
		if (ret < 0)
			status = complain(EXIT_SYSTEM, strerror(-ret));
		ret = end_process(&attach, dir);
		status = status ? status : ret;
	}
	if (record_kernel_stop(&kernel) && !status)
		status = EXIT_SYSTEM;
	return status;
}

int record_running(const struct record_options *options)
{
	struct record_dir dir;
	struct until until;
	char why[128];
	int status;

	status = until_open(&until, options->pid);
	if (status) {
		snprintf(why, sizeof(why), "process %d: %s", (int)options->pid, strerror(-status));
		return complain(EXIT_PROCESS, why);
	}
	if (record_dir_make(&dir, options->dir)) {
		status = EXIT_SYSTEM;
	} else {
		status = record(options, &dir, &until);
		if (record_dir_is_empty(&dir) && status)
			record_dir_drop(&dir);
		else
			record_summary(&dir);
	}
	until_close(&until);
	return status;
}
