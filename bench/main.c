// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - markbench: what a marker costs, on this machine, beside its peers
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"
#include "host.h"
#include "options.h"
#include "user/lib/output.h"

/*
 * The agent (marker/agent/) is a second thread.  With one, what is measured would be a process of two:
 * glibc's shortcuts for a lone thread are gone, text is written another way, and each batch of a patch
 * may interrupt another processor.  What the agent itself costs are goal U1 and lifecycle.rst.
 *
 * Before the constructor that hands over the table (150, marker/arch.h), with which the agent starts.
 */
static __attribute__((constructor(120))) void have_no_agent(void)
{
	setenv("MARKER_CONTROL", "off", 0);
}

static const struct command commands[] = {
	{ "list", "", "[events]", "the rows, and what is left out; or what -e can count here",
	  cmd_list },
	{ "run", "6ejlrS",
	  "[--2006] [ROW...] [-e EVENT]... [--loops N] [--rounds N] [--seed N] [--json FILE]",
	  "measure rows; --2006: the table of 2006 beside today's; -e: count events too", cmd_run },
	{ "kernel", "Fjlmr",
	  "[ROW...] [--modules DIR] [--loops N] [--rounds N] [--json FILE]\n"
	  "  markbench kernel --from FILE [ROW...] [--json FILE]",
	  "the table of 2006 in this kernel, or from a file of marker-bench.ko", cmd_kernel },
	{ "latency", "jr", "[--rounds N] [--json FILE]",
	  "what a running thread sees of sites that are switched", cmd_latency },
	{ "goals", "fjrsS", "[ID...] [--full] [--strict] [--rounds N] [--seed N] [--json FILE]",
	  "one line for each goal of the project", cmd_goals },
	{ "report", "KMloqr",
	  "-o DIR [--quick] [--kernel FILE] [--macro DIR] [--rounds N] [--loops N] [ROW...]",
	  "the whole document: a page, Markdown with pictures, JSON", cmd_report },
	{ "size", "jnv", "[FILE...] [--vanilla FILE] [--function NAME] [--json FILE]",
	  "bytes of each part of the markers of ELF files; without FILE, of functions of its own",
	  cmd_size },
	{ "compare", "jsS", "A.json B.json [--strict] [--seed N] [--json FILE]",
	  "two files that run --json has written: what is faster, slower, the same", cmd_compare },
};

static void print_usage(FILE *file)
{
	size_t i;

	fprintf(file, "usage:\n");
	for (i = 0; i < ARRAY_SIZE(commands); i++)
		fprintf(file, "  markbench %s %s\n\t%s\n", commands[i].name, commands[i].usage,
			commands[i].help);
	fprintf(file,
		"A ROW is a row's name, the first word of it, or a pattern: loop-*.\n"
		"Exit status: 0 done, 1 a goal is short or a row slower (--strict), or nothing\n"
		"was measured, 2 usage, 3 a file cannot be read.\n");
}

static const struct command *find_command(const char *name)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(commands); i++) {
		if (!strcmp(commands[i].name, name))
			return &commands[i];
	}
	return NULL;
}

static int run(int argc, char **argv)
{
	const struct command *command;
	struct options options;

	host_commit = HOST_COMMIT;
	if (argc > 1 && (!strcmp(argv[1], "help") || !strcmp(argv[argc - 1], "--help"))) {
		print_usage(stdout);
		return EXIT_OK;
	}
	if (argc < 2) {
		print_usage(stderr);
		return EXIT_USAGE;
	}
	command = find_command(argv[1]);
	if (!command) {
		fprintf(stderr, "markbench: %s: no such command; see markbench --help\n", argv[1]);
		return EXIT_USAGE;
	}
	if (options_parse(command, argc - 1, argv + 1, &options))
		return EXIT_USAGE;
	return command->run(&options);
}

int main(int argc, char **argv)
{
	return output_end("markbench", run(argc, argv), EXIT_SHORT);
}
