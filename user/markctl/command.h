/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command.h - the commands of markctl: one file each, one table in main.c
 */
#ifndef MARKCTL_COMMAND_H
#define MARKCTL_COMMAND_H

/* Exit statuses, the same for all commands. */
enum {
	EXIT_USAGE = 2,
	EXIT_INPUT = 3,	 /* a file that cannot be read */
	EXIT_SYSTEM = 4, /* no memory, no disk */
};

struct command {
	const char *name;
	const char *usage; /* what comes after the name */
	const char *summary;
	const char *help; /* the options, one a line */
	int (*run)(int argc, char **argv);
};

extern const struct command list_command;
extern const struct command stat_command;

/** command_usage() - tell how a command is used; always EXIT_USAGE */
int command_usage(const struct command *command);

/** command_help() - the same and its options, to standard output; always 0 */
int command_help(const struct command *command);

#endif
