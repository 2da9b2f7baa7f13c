// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fd.c - descriptors of the agent
 */
#include "fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Out of the way of programs that count on low numbers. */
#define LOWEST_FD 200

static void note(struct marker_fd *ours, int fd)
{
	struct stat stat;

	*ours = (struct marker_fd){ .fd = -1 };
	if (fd >= 0 && !fstat(fd, &stat))
		*ours = (struct marker_fd){ .fd = fd, .dev = stat.st_dev, .ino = stat.st_ino };
}

void marker_fd_take(struct marker_fd *ours, int fd)
{
	struct marker_fd low;

	note(&low, fd);
	note(ours, low.fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD) : -1);
	if (ours->fd < 0)
		*ours = low;
	else
		marker_fd_close(&low);
}

bool marker_fd_is_ours(const struct marker_fd *ours)
{
	struct stat stat;

	return ours->fd >= 0 && !fstat(ours->fd, &stat) && stat.st_dev == ours->dev &&
	       stat.st_ino == ours->ino;
}

void marker_fd_close(struct marker_fd *ours)
{
	if (marker_fd_is_ours(ours))
		close(ours->fd);
	ours->fd = -1;
}
