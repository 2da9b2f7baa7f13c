// SPDX-License-Identifier: GPL-2.0-only
/*
 * output.c - what the commands print alike
 */
#include "user/markctl/command.h"

#include "user/lib/text.h"

#include <stdio.h>
#include <string.h>

int command_usage(const struct command *command)
{
	fprintf(stderr, "usage: markctl %s %s\n", command->name, command->usage);
	return EXIT_USAGE;
}

int command_help(const struct command *command)
{
	printf("usage: markctl %s %s\n\n%s\n\n%s", command->name, command->usage, command->summary,
	       command->help);
	return 0;
}

int command_json(struct json_object *root, int status)
{
	int err = json_write(stdout, root);

	if (!err)
		return status;
	fprintf(stderr, "markctl: standard output: %s\n", strerror(-err));
	return EXIT_SYSTEM;
}
