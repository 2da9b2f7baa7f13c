/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * command.h - the commands of markctl: one file each, one table in main.c
 */
#ifndef MARKCTL_COMMAND_H
#define MARKCTL_COMMAND_H

#include <json-c/json.h>
#include <stdio.h>

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

/** json_write() - print an object and release it; 0 or -EIO */
int json_write(FILE *out, struct json_object *object);

/** json_text() - a string, with U+FFFD for what is no UTF-8; JSON's null for NULL */
struct json_object *json_text(const char *text);

/** text_escape() - the inside of a C string: no control characters, no quotes; terminated */
void text_escape(char *out, size_t size, const char *text);

#endif
