// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * trusted_path.c - walking a path by descriptors, each looked at before the next one
 */
#include "trusted_path.h"

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_owned(const struct stat *stat)
{
	return stat->st_uid == 0 || stat->st_uid == geteuid();
}

/* What others put into a folder with the sticky bit is theirs, and refused when its turn comes. */
static bool is_trusted(int fd, mode_t type, bool on_the_way)
{
	struct stat stat;

	if (fstat(fd, &stat) || (stat.st_mode & S_IFMT) != type || !is_owned(&stat))
		return false;
	return !(stat.st_mode & 022) || (on_the_way && stat.st_mode & S_ISVTX);
}

static int enter(int dir, const char *name, bool on_the_way)
{
	int fd = openat(dir, name, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (is_trusted(fd, S_IFDIR, on_the_way))
		return fd;
	close(fd);
	return -EPERM;
}

/* The parts of a path without links; changes it. */
static int walk(char *path)
{
	char *rest = path, *name;
	int dir;

	/* What is before the first one. */
	strsep(&rest, "/");
	dir = enter(AT_FDCWD, "/", rest && *rest);
	while (dir >= 0 && (name = strsep(&rest, "/"))) {
		int next;

		if (!*name)
			continue;
		next = enter(dir, name, rest != NULL);
		close(dir);
		dir = next;
	}
	return dir;
}

int marker_trusted_dir(const char *path)
{
	char *real;
	int ret;

	if (path[0] != '/')
		return -EINVAL;
	real = realpath(path, NULL);
	if (!real)
		return -errno;
	ret = walk(real);
	free(real);
	return ret;
}

int marker_trusted_file(int dir, const char *name)
{
	int fd = openat(dir, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);

	if (fd < 0)
		return -errno;
	if (is_trusted(fd, S_IFREG, false))
		return fd;
	close(fd);
	return -EPERM;
}
