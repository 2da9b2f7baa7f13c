/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * process.h - what /proc tells of a process whose agent is looked for
 */
#ifndef MARKCTL_PROCESS_H
#define MARKCTL_PROCESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/** struct process - a process, as it sees itself */
struct process {
	pid_t pid;	    /* here */
	pid_t inner_pid;    /* in its own pid namespace */
	uint64_t namespace; /* the inode of that */
	uid_t uid;
};

/** process_read() - 0, -ESRCH if there is none, or -EACCES if it is not the caller's to look into */
int process_read(struct process *process, pid_t pid);

/** process_environment() - a variable that it was started with; false if it has none or hides it */
bool process_environment(pid_t pid, const char *name, char *value, size_t size);

/** process_has_markers() - does its program, or a library that it has loaded, bring markers? */
bool process_has_markers(pid_t pid);

#endif
