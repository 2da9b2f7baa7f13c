// SPDX-License-Identifier: GPL-2.0-only
/*
 * record.c - markctl record: what is asked for
 */
#include "user/markctl/record/record.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

#include "probes/record/record.h"
#include "user/markctl/record/child.h"
#include "user/markctl/command.h"
#include "user/markctl/record/record_kernel.h"
#include "user/markctl/record/running.h"
#include "user/markctl/record/until.h"

static char all[] = "*";

static int complain(const char *option, const char *value, const char *what)
{
	fprintf(stderr, "markctl: record: %s '%s': %s\n", option, value, what);
	return -EINVAL;
}

static int add_glob(struct record_options *options, char *glob)
{
	if (!child_glob_is_sound(glob))
		return complain("-e", glob, "not a name or glob");
	if (options->nr_globs == RECORD_GLOBS_MAX)
		return complain("-e", glob, "too many");
	options->globs[options->nr_globs++] = glob;
	return 0;
}

/* The probe reads it again, but what that says goes to the program's users. */
static int take_size(const char *option, const char *text, const char **size)
{
	if (!record_size(text))
		return complain(option, text, "not a size: a number, and k, M or G");
	*size = text;
	return 0;
}

static int take_number(const char *option, const char *text, const char **number)
{
	if (!text[0] || text[strspn(text, "0123456789")] || strlen(text) > 10)
		return complain(option, text, "not a number");
	*number = text;
	return 0;
}

static int take_pid(struct record_options *options, const char *text)
{
	options->pid = process_number(text);
	return options->pid ? 0 : complain("-p", text, "not the number of a process");
}

enum {
	OPT_FLIGHT = 256,
	OPT_LIMIT,
	OPT_IF,
	OPT_EVERY,
	OPT_RATE,
	OPT_TID,
	OPT_DURATION,
	OPT_SNAPSHOT,
};

static int parse_long(struct record_options *options, int c)
{
	switch (c) {
	case OPT_FLIGHT:
		return take_size("--flight-recorder", optarg, &options->flight);
	case OPT_LIMIT:
		return take_size("--limit", optarg, &options->limit);
	case OPT_IF:
		options->filter.condition = optarg;
		return 0;
	case OPT_EVERY:
		return take_number("--every", optarg, &options->filter.every);
	case OPT_RATE:
		return take_number("--rate", optarg, &options->filter.rate);
	case OPT_TID:
		return take_number("--tid", optarg, &options->filter.tid);
	case OPT_DURATION:
		return until_seconds(optarg, &options->duration_s) ?
			       complain("--duration", optarg, "not a number of seconds") :
			       0;
	case OPT_SNAPSHOT:
		options->snapshot = true;
		return 0;
	default:
		return -EINVAL;
	}
}

static int parse_option(struct record_options *options, int c)
{
	switch (c) {
	case 'o':
		options->dir = optarg;
		return 0;
	case 'e':
		return add_glob(options, optarg);
	case 'p':
		return take_pid(options, optarg);
	case 'k':
		options->kernel = true;
		return 0;
	case 'h':
		return 1;
	default:
		return parse_long(options, c);
	}
}

static bool is_filtered(const struct attach_filter *filter)
{
	return filter->condition || filter->every || filter->rate || filter->tid;
}

static int refuse(const char *why)
{
	fprintf(stderr, "markctl: record: %s\n", why);
	return -EINVAL;
}

/* What goes together. */
static int check(struct record_options *options, int nr_args)
{
	if (options->snapshot) {
		if (options->pid || options->nr_globs || nr_args != !options->kernel)
			return refuse(
				"--snapshot takes -k, or the directory of one recording, and -o");
		return 0;
	}
	if (options->pid && nr_args)
		return refuse("-p and a command do not go together");
	if (!options->pid && !options->kernel && !nr_args)
		return refuse("what is to be recorded: -p PID, -k, or a command?");
	if (nr_args && options->duration_s > 0)
		return refuse("--duration is for -p and -k: a command ends by itself");
	if (nr_args && is_filtered(&options->filter))
		return refuse("--if, --every, --rate and --tid are for -p and -k");
	if (!options->nr_globs)
		options->globs[options->nr_globs++] = all;
	return 0;
}

static int parse(int argc, char **argv, struct record_options *options)
{
	static const struct option longs[] = {
		{ "output", required_argument, NULL, 'o' },
		{ "event", required_argument, NULL, 'e' },
		{ "pid", required_argument, NULL, 'p' },
		{ "kernel", no_argument, NULL, 'k' },
		{ "flight-recorder", required_argument, NULL, OPT_FLIGHT },
		{ "limit", required_argument, NULL, OPT_LIMIT },
		{ "if", required_argument, NULL, OPT_IF },
		{ "every", required_argument, NULL, OPT_EVERY },
		{ "rate", required_argument, NULL, OPT_RATE },
		{ "tid", required_argument, NULL, OPT_TID },
		{ "duration", required_argument, NULL, OPT_DURATION },
		{ "snapshot", no_argument, NULL, OPT_SNAPSHOT },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	int c, ret;

	while ((c = getopt_long(argc, argv, "+o:e:p:kh", longs, NULL)) != -1) {
		ret = parse_option(options, c);
		if (ret)
			return ret;
	}
	options->argv = argv + optind;
	return check(options, argc - optind);
}

static int run(int argc, char **argv)
{
	struct record_options options = { .nr_globs = 0 };
	int ret = parse(argc, argv, &options);

	if (ret < 0)
		return command_usage(&record_command);
	if (ret > 0)
		return command_help(&record_command);
	if (options.snapshot)
		return options.kernel ? record_snapshot_kernel(&options) :
					record_snapshot(&options);
	return *options.argv ? record_child(&options) : record_running(&options);
}

const struct command record_command = {
	.name = "record",
	.usage =
		"[-o DIR] [-e GLOB]... [--flight-recorder SIZE] [--limit SIZE] (-p PID | -k | [--] "
		"COMMAND [ARG]...)\n       markctl record --snapshot [-o DIR] (FROM | -k)",
	.summary = "record events into a trace",
	.help = "  -o, --output DIR   where to; it must be new or empty (marker-trace-DATE-TIME)\n"
		"  -e, --event GLOB   markers to record ('*')\n"
		"  -p, --pid PID      a running process, until it ends or an interrupt\n"
		"  -k, --kernel       the kernel, alone or with the others\n"
		"      --flight-recorder SIZE   keep the last SIZE bytes of each process alone\n"
		"      --limit SIZE   no more than SIZE bytes of each process\n"
		"      --duration SECONDS   -p and -k: for that time\n"
		"      --if CONDITION, --every N, --rate N, --tid TID   -p, -k: which hits, see enable\n"
		"      --snapshot     copy a recording that is being written, FROM, into DIR; -k: what the\n"
		"                     kernel's flight recorder has\n",
	.run = run,
};
