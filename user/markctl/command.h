/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command.h - the commands of markctl: one file each, one table in main.c
 */
#ifndef MARKCTL_COMMAND_H
#define MARKCTL_COMMAND_H

/* Exit statuses, the same for all commands. */
enum {
	EXIT_USAGE = 2,
	EXIT_INPUT = 3,	  /* a file that cannot be read */
	EXIT_SYSTEM = 4,  /* no memory, no disk */
	EXIT_PROCESS = 5, /* no such process, not the caller's, without markers or agent */
	EXIT_REFUSED = 6, /* it was asked, and said no */
};

struct json_object;

struct command {
	const char *name;
	const char *usage; /* what comes after the name */
	const char *summary;
	const char *help; /* the options, one a line */
	int (*run)(int argc, char **argv);
};

extern const struct command disable_command;
extern const struct command enable_command;
extern const struct command list_command;
extern const struct command stat_command;
extern const struct command status_command;
extern const struct command record_command;
extern const struct command view_command;
extern const struct command export_command;
extern const struct command top_command;

/** command_usage() - tell how a command is used; always EXIT_USAGE */
int command_usage(const struct command *command);

/** command_help() - the same and its options, to standard output; always 0 */
int command_help(const struct command *command);

/** command_json() - @root to standard output, and released; @status, or EXIT_SYSTEM, and why */
int command_json(struct json_object *root, int status);

#endif
