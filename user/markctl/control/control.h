/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * control.h - what list, enable, disable and status speak to: a process's agent, or the kernel
 *
 * Both take the commands of marker-protocol(7) and answer in its lines.  A command line with -p PID has
 * control_process, one with -k what control_of_kernel() gives.
 */
#ifndef MARKCTL_CONTROL_H
#define MARKCTL_CONTROL_H

#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

/**
 * struct control - one kind of it
 * @open:	@pid is 0 for the kernel; gives the handle of the others
 * @request:	as client_request() (client.h)
 * @close:	of what @open gave; NULL is fine
 *
 * Return: 0 or a negative errno, its sentence for people in @why.
 */
struct control {
	int (*open)(void **handle, pid_t pid, char *why, size_t why_size);
	int (*request)(void *handle, const char *command, FILE *reply, char *why, size_t why_size);
	void (*close)(void *handle);
};

extern const struct control control_process;

/** control_of_kernel() - NULL if this markctl was built without it */
const struct control *control_of_kernel(void);

#endif
