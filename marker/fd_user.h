/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * fd_user.h - a descriptor among a program's own, which may close it, or have another file there
 *
 * Programs close what they do not know: daemons, and what comes before an exec.  So each use of a
 * descriptor is preceded by a look at what it is.
 */
#ifndef MARKER_FD_USER_H
#define MARKER_FD_USER_H

#include "os.h"

#include <sys/types.h>

struct marker_fd {
	int fd; /* -1: none */
	dev_t dev;
	ino_t ino;
};

/**
 * marker_fd_high() - out of the way of programs that count on low numbers
 *
 * No cancellation point.  Return: another descriptor of the same file, close-on-exec, and @fd is closed;
 * or @fd, where there is none.
 */
int marker_fd_high(int fd);

/** marker_fd_take() - remember what a new descriptor is, out of the way of low numbers; -1 is fine */
void marker_fd_take(struct marker_fd *ours, int fd);

/** marker_fd_is_ours() - is it still there, and the same file? */
bool marker_fd_is_ours(const struct marker_fd *ours);

/** marker_fd_close() - if it is still ours; there is none then */
void marker_fd_close(struct marker_fd *ours);

#endif
