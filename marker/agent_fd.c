// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * agent_fd.c - descriptors of the agent
 */
#include "agent_fd.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Out of the way of programs that count on low numbers. */
#define LOWEST_FD 200

void marker_fd_take(struct marker_fd *ours, int fd)
{
	struct stat stat;
	int high;

	*ours = (struct marker_fd){ .fd = -1 };
	if (fd < 0)
		return;
	high = fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	if (fstat(fd, &stat)) {
		close(fd);
		return;
	}
	*ours = (struct marker_fd){ .fd = fd, .dev = stat.st_dev, .ino = stat.st_ino };
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
