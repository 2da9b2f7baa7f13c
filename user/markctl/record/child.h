/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * child.h - run a command as its shell would see it, and be there when it ends
 */
#ifndef MARKCTL_CHILD_H
#define MARKCTL_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** struct child_outcome - how a command ended */
struct child_outcome {
	uint64_t elapsed_ns;
	int start_errno; /* not 0: it could not be started */
	int status;	 /* what a shell would report: 127, 126, 128 + signal */
	int signal;	 /* that killed it, 0 if none */
};

/**
 * child_guard() - from here on signals that end a process wait for child_run()
 *
 * So that there is no moment in which one leaves files behind.
 */
void child_guard(void);

/**
 * child_run() - run a command and wait for its end
 * @argv:	ended by a NULL
 * @name, @value:	put into its environment
 *
 * Signals that end a process are left to the command: those of the terminal reach it anyway, others
 * are passed on.  So this returns, and the caller cleans up, also after them.
 *
 * Return: 0, or the negative errno of fork() or pipe().
 */
int child_run(char **argv, const char *name, const char *value, struct child_outcome *outcome);

/** child_glob_is_sound() - a name has no comma, colon, equals sign or blank, which MARKER_ENABLE cannot hold */
bool child_glob_is_sound(const char *glob);

/**
 * child_marker_enable() - what MARKER_ENABLE is to be for a command, after what it is now
 * @globs:	@nr_globs names or globs
 * @probe:	that they are connected to, with its argument
 *
 * Return: to be freed; NULL if there is no memory.
 */
char *child_marker_enable(char *const *globs, size_t nr_globs, const char *probe);

#endif
