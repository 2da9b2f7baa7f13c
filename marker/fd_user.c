// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * fd_user.c - descriptors of the library
 */
#include "fd_user.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOWEST_FD 200

int marker_fd_high(int fd)
{
	int high = fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD);

	if (high < 0)
		return fd;
	/* close() is a cancellation point, and who asks may be in a hit. */
	syscall(SYS_close, fd);
	return high;
}

void marker_fd_take(struct marker_fd *ours, int fd)
{
	struct stat stat;

	*ours = (struct marker_fd){ .fd = -1 };
	if (fd < 0)
		return;
	fd = marker_fd_high(fd);
	if (fstat(fd, &stat))
		close(fd);
	else
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
