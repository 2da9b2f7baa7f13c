/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * running.h - a process by its number, for commands with -p
 */
#ifndef MARKCTL_RUNNING_H
#define MARKCTL_RUNNING_H

#include <stddef.h>
#include <sys/types.h>

/** process_number() - what -p has; 0 for what is no number of a process */
pid_t process_number(const char *text);

/** process_path() - of its program; "?" if it is not to be had */
void process_path(pid_t pid, char *path, size_t size);

/** process_program() - the name of its program, "?" if it is not to be had */
void process_program(pid_t pid, char *name, size_t size);

#endif
