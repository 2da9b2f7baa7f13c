// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat_process.c - markctl stat -p: count hits in a process that runs already
 */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <time.h>

#include "user/markctl/command.h"
#include "user/markctl/read/counting.h"
#include "user/markctl/record/running.h"
#include "user/markctl/read/stat.h"
#include "user/markctl/record/until.h"

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

static int complain(int status, const char *why)
{
	fprintf(stderr, "markctl: stat: %s\n", why);
	return status;
}

/* The markers of its program that were never hit are read from its file. */
static int print(const struct stat_options *options, const struct counting *counting,
		 const struct child_outcome *outcome, char *program, FILE *out)
{
	char *argv[] = { program, NULL };
	struct report report = { .argv = argv, .pid = options->pid, .outcome = outcome };
	int err = stat_print(options, &report, &counting->file, out);

	return err ? complain(EXIT_SYSTEM, strerror(-err)) : 0;
}

static int count(const struct stat_options *options, struct until *until, FILE *out)
{
	struct child_outcome outcome = { 0 };
	struct counting counting;
	char why[512], program[PATH_MAX];
	uint64_t start_ns;
	int status, printed;

	process_path(options->pid, program, sizeof(program));
	status = counting_start(&counting, options->pid, options->globs, options->nr_globs, why,
				sizeof(why));
	if (status)
		return complain(status, why);
	start_ns = now_ns();
	until_wait(until, options->duration_s > 0 ? options->duration_s : -1, -1);
	outcome.elapsed_ns = now_ns() - start_ns;
	status = counting_pause(&counting, why, sizeof(why));
	if (status)
		complain(status, why);
	/* What was counted is told in any case. */
	printed = print(options, &counting, &outcome, program, out);
	counting_stop(&counting);
	return status ? status : printed;
}

int stat_process(const struct stat_options *options)
{
	FILE *out = stat_open_output(options);
	struct until until;
	char why[PATH_MAX];
	int err, status;

	snprintf(why, sizeof(why), "%s: %s", options->output ? options->output : "",
		 strerror(errno));
	if (!out)
		return complain(EXIT_SYSTEM, why);
	err = until_open(&until, options->pid);
	if (err) {
		snprintf(why, sizeof(why), "process %d: %s", (int)options->pid, strerror(-err));
		status = complain(EXIT_PROCESS, why);
	} else {
		status = count(options, &until, out);
		until_close(&until);
	}
	if (out != stderr && fclose(out)) {
		snprintf(why, sizeof(why), "%s: %s", options->output, strerror(errno));
		status = complain(EXIT_SYSTEM, why);
	}
	return status;
}
