// SPDX-License-Identifier: GPL-2.0-only
/*
 * options.c - the options of all commands, and their limits
 */
#include "options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "run/run.h"

static const struct option long_options[] = {
	{ "2006", no_argument, NULL, '6' },
	{ "event", required_argument, NULL, 'e' },
	{ "from", required_argument, NULL, 'F' },
	{ "full", no_argument, NULL, 'f' },
	{ "function", required_argument, NULL, 'n' },
	{ "json", required_argument, NULL, 'j' },
	{ "kernel", required_argument, NULL, 'K' },
	{ "loops", required_argument, NULL, 'l' },
	{ "macro", required_argument, NULL, 'M' },
	{ "modules", required_argument, NULL, 'm' },
	{ "output", required_argument, NULL, 'o' },
	{ "quick", no_argument, NULL, 'q' },
	{ "rounds", required_argument, NULL, 'r' },
	{ "seed", required_argument, NULL, 'S' },
	{ "strict", no_argument, NULL, 's' },
	{ "vanilla", required_argument, NULL, 'v' },
	{ NULL, 0, NULL, 0 },
};

/* A whole number from @min to @max, nothing behind it. */
static int parse_number(const char *text, unsigned long min, unsigned long max,
			unsigned long *number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return -EINVAL;
	errno = 0;
	*number = strtoul(text, &end, 10);
	if (errno || *end || *number < min || *number > max)
		return -EINVAL;
	return 0;
}

static int take_number(const char *name, unsigned long min, unsigned long max,
		       unsigned long *number)
{
	int ret = parse_number(optarg, min, max, number);

	if (ret)
		fprintf(stderr, "markbench: --%s %s: not a number from %lu to %lu\n", name, optarg,
			min, max);
	return ret;
}

static int take_events(struct options *options)
{
	if (options->nr_events == OPTIONS_EVENTS) {
		fprintf(stderr, "markbench: -e more than %d times; put commas between events\n",
			OPTIONS_EVENTS);
		return -E2BIG;
	}
	options->events[options->nr_events++] = optarg;
	return 0;
}

/* The long name of an option, which may have come as a letter. */
static const char *name_of(int option)
{
	const struct option *at = long_options;

	while (at->name && at->val != option)
		at++;
	return at->name;
}

static int take(int option, struct options *options)
{
	unsigned long number;
	int ret = 0;

	switch (option) {
	case '6':
		options->table2006 = true;
		break;
	case 'f':
		options->full = true;
		break;
	case 's':
		options->strict = true;
		break;
	case 'e':
		ret = take_events(options);
		break;
	case 'F':
		options->from = optarg;
		break;
	case 'o':
		options->output = optarg;
		break;
	case 'K':
		options->kernel = optarg;
		break;
	case 'M':
		options->macro = optarg;
		break;
	case 'q':
		options->quick = true;
		break;
	case 'm':
		options->modules = optarg;
		break;
	case 'n':
		options->function = optarg;
		break;
	case 'v':
		options->vanilla = optarg;
		break;
	case 'j':
		options->json = optarg;
		break;
	case 'l':
		ret = take_number("loops", 1, RUN_LOOPS_MAX, &options->loops);
		break;
	case 'r':
		ret = take_number("rounds", 1, RUN_ROUNDS_MAX, &number);
		if (!ret)
			options->rounds = (unsigned int)number;
		break;
	case 'S':
		ret = take_number("seed", 0, INT64_MAX, &options->seed);
		break;
	}
	return ret;
}

/**
 * options_parse() - the command line behind the command
 * @command:	says which options are its own
 * @argv:	argv[0] is the command's name
 * @options:	filled in
 *
 * Return: 0, or -EINVAL with a sentence on stderr.
 */
int options_parse(const struct command *command, int argc, char **argv, struct options *options)
{
	int option, ret;

	memset(options, 0, sizeof(*options));
	options->seed = STAT_SEED;
	opterr = 0;
	optind = 1;
	while ((option = getopt_long(argc, argv, "e:o:", long_options, NULL)) != -1) {
		if (option == '?') {
			fprintf(stderr, "markbench: %s: not an option, or one that wants a value\n",
				argv[optind - 1]);
			return -EINVAL;
		}
		if (!strchr(command->options, option)) {
			fprintf(stderr, "markbench: --%s is not for %s\n", name_of(option),
				command->name);
			return -EINVAL;
		}
		ret = take(option, options);
		if (ret)
			return ret;
	}
	options->args = argv + optind;
	options->nr_args = argc - optind;
	return 0;
}
