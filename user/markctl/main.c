// SPDX-License-Identifier: GPL-2.0-only
/*
 * main.c - markctl: the table of commands
 */
#include <stdio.h>
#include <string.h>

#include "user/lib/output.h"
#include "user/markctl/command.h"

static const struct command *const commands[] = {
	&list_command, &enable_command, &disable_command, &status_command, &stat_command,
	&top_command,  &record_command, &view_command,	  &export_command,
};

#define NCOMMANDS (sizeof(commands) / sizeof(commands[0]))

static void usage(FILE *out)
{
	size_t i;

	fprintf(out, "usage: markctl COMMAND ...\n\n");
	for (i = 0; i < NCOMMANDS; i++)
		fprintf(out, "  %-8s %s\n", commands[i]->name, commands[i]->summary);
	fprintf(out, "\nmarkctl COMMAND --help tells the options of a command.\n");
}

static int run(int argc, char **argv)
{
	size_t i;

	if (argc < 2) {
		usage(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		usage(stdout);
		return 0;
	}
	for (i = 0; i < NCOMMANDS; i++)
		if (strcmp(argv[1], commands[i]->name) == 0)
			return commands[i]->run(argc - 1, argv + 1);
	fprintf(stderr, "markctl: no command '%s'\n", argv[1]);
	usage(stderr);
	return EXIT_USAGE;
}

int main(int argc, char **argv)
{
	return output_end("markctl", run(argc, argv), EXIT_SYSTEM);
}
