/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * options.h - what a command of markbench is told
 */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <stdbool.h>

#define OPTIONS_EVENTS 32

enum exit_code {
	EXIT_OK = 0,
	EXIT_SHORT =
		1, /* --strict and a goal is short or a row slower; or nothing could be measured */
	EXIT_USAGE = 2,
	EXIT_UNREADABLE = 3,
};

/**
 * struct options - of all commands; each takes those its line of the table names
 * @loops:	0 if not given
 * @rounds:	0 if not given
 * @seed:	STAT_SEED if not given
 * @json:	file to write, NULL if not given
 * @modules:	folder of modules to load, NULL if not given
 * @events:	lists of events, each of which stood behind a -e
 * @from:	file to read in the place of measuring, NULL if not given
 * @output:	directory to write to, NULL if not given
 * @kernel:	file of the kernel's results, NULL if not given
 * @macro:	directory of results of whole programs, NULL if not given
 * @function:	whose instructions to print, NULL if not given
 * @vanilla:	file to compare with, NULL if not given
 * @args:	what is left
 */
struct options {
	unsigned long loops;
	unsigned int rounds;
	unsigned long seed;
	const char *json;
	const char *modules;
	const char *from;
	const char *output;
	const char *kernel;
	const char *macro;
	const char *function;
	const char *vanilla;
	const char *events[OPTIONS_EVENTS];
	unsigned int nr_events;
	bool table2006;
	bool full;
	bool strict;
	bool quick;
	char **args;
	int nr_args;
};

/**
 * struct command - a line of the table in main.c
 * @options:	letters of the long options it takes (options.c)
 * @usage:	what follows its name
 * @help:	a phrase
 */
struct command {
	const char *name;
	const char *options;
	const char *usage;
	const char *help;
	int (*run)(const struct options *options);
};

int options_parse(const struct command *command, int argc, char **argv, struct options *options);

int cmd_list(const struct options *options);
int cmd_run(const struct options *options);
int cmd_kernel(const struct options *options);
int cmd_latency(const struct options *options);
int cmd_goals(const struct options *options);
int cmd_report(const struct options *options);
int cmd_compare(const struct options *options);
int cmd_size(const struct options *options);

#endif
