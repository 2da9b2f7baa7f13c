// SPDX-License-Identifier: GPL-2.0-only
/*
 * stat.c - markctl stat: count hits of markers while a command runs
 * (stat_process.c: of one that runs already)
 *
 * The counters are in a file that the command's processes map (probes/count.h).  Each hit adds to
 * it at once, so the counts are there whatever becomes of the processes, and nothing has to run
 * beside them.
 */
#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "user/markctl/record/child.h"
#include "user/markctl/command.h"
#include "user/markctl/read/counts.h"
#include "user/markctl/read/report.h"
#include "user/markctl/record/running.h"
#include "user/markctl/read/stat.h"
#include "user/markctl/record/until.h"

static int fail(const char *what, int err)
{
	fprintf(stderr, "markctl: stat: %s: %s\n", what, strerror(-err));
	return EXIT_SYSTEM;
}

FILE *stat_open_output(const struct stat_options *options)
{
	if (!options->output)
		return stderr;
	if (strcmp(options->output, "-") == 0)
		return stdout;
	return fopen(options->output, "we");
}

int stat_print(const struct stat_options *options, struct report *report,
	       const struct counts_file *file, FILE *out)
{
	int err = report_read(report, file->region, (char **)options->globs, options->nr_globs);

	if (!err)
		err = options->json ? report_print_json(report, out) :
				      report_print_text(report, out);
	report_free(report);
	return err;
}

static int run_and_print(const struct stat_options *options, char **argv,
			 const struct counts_file *file, FILE *out)
{
	struct child_outcome outcome;
	struct report report = { .argv = argv, .outcome = &outcome };
	char probe[sizeof("count=") + sizeof(file->path)], *value;
	int err;

	snprintf(probe, sizeof(probe), "count=%s", file->path);
	value = child_marker_enable(options->globs, options->nr_globs, probe);
	if (!value)
		return fail("MARKER_ENABLE", -ENOMEM);
	err = child_run(argv, "MARKER_ENABLE", value, &outcome);
	free(value);
	if (err)
		return fail("cannot start a process", err);
	if (outcome.start_errno) {
		fprintf(stderr, "markctl: stat: %s: %s\n", argv[0], strerror(outcome.start_errno));
		return outcome.status;
	}
	err = stat_print(options, &report, file, out);
	return err ? fail("cannot write the counts", err) : outcome.status;
}

static int stat_command_line(const struct stat_options *options, char **argv)
{
	struct counts_file file = { .region = NULL };
	FILE *out = stat_open_output(options);
	int err, status;

	if (!out)
		return fail(options->output, -errno);
	child_guard();
	err = counts_create(&file);
	if (err) {
		status = fail("no place for the counters in /dev/shm, $TMPDIR or /tmp", err);
		goto close_out;
	}
	status = run_and_print(options, argv, &file, out);
	counts_remove(&file);
close_out:
	if (out != stderr && fclose(out))
		status = fail(options->output, -errno);
	return status;
}

static int parse(int argc, char **argv, struct stat_options *options)
{
	static const struct option longs[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "json", no_argument, NULL, 'j' },
		{ "output", required_argument, NULL, 'o' },
		{ "pid", required_argument, NULL, 'p' },
		{ "duration", required_argument, NULL, 'd' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c;

	while ((c = getopt_long(argc, argv, "+e:jo:p:h", longs, NULL)) != -1) {
		switch (c) {
		case 'e':
			if (options->nr_globs == GLOBS_MAX || !child_glob_is_sound(optarg)) {
				fprintf(stderr, "markctl: stat: -e '%s': %s\n", optarg,
					child_glob_is_sound(optarg) ? "too many" :
								      "not a name or glob");
				return -EINVAL;
			}
			options->globs[options->nr_globs++] = optarg;
			break;
		case 'j':
			options->json = true;
			break;
		case 'o':
			options->output = optarg;
			break;
		case 'p':
			options->pid = process_number(optarg);
			if (!options->pid)
				return -EINVAL;
			break;
		case 'd':
			if (until_seconds(optarg, &options->duration_s))
				return -EINVAL;
			break;
		case 'h':
			return 1;
		default:
			return -EINVAL;
		}
	}
	if (!options->nr_globs || (options->duration_s && !options->pid))
		return -EINVAL;
	return (optind < argc) == !options->pid ? 0 : -EINVAL;
}

static int run(int argc, char **argv)
{
	struct stat_options options = { .nr_globs = 0 };
	int ret = parse(argc, argv, &options);

	if (ret < 0)
		return command_usage(&stat_command);
	if (ret > 0)
		return command_help(&stat_command);
	if (options.pid)
		return stat_process(&options);
	return stat_command_line(&options, argv + optind);
}

const struct command stat_command = {
	.name = "stat",
	.usage =
		"-e GLOB [-e GLOB]... [--json] [-o FILE] ([--] COMMAND [ARG]... | -p PID [--duration "
		"SECONDS])",
	.summary = "count hits of markers while a command runs, or in a running process",
	.help = "  -e, --event GLOB   markers to count; '*' for all\n"
		"  -j, --json         JSON instead of the table\n"
		"  -o, --output FILE  write there, not to standard error; - for standard output\n"
		"  -p, --pid PID      of a running process, until it ends or an interrupt\n"
		"      --duration SECONDS   or after that time\n",
	.run = run,
};
