// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * dir_user.c - where traces may be put
 *
 * A trace is in a directory of its own, of mode 0700, which is made and never taken over.  So DIR may be one
 * that users share, if not everybody can take away what is in it: it is root's or the user's own, and, if
 * all may write to it, sticky as /tmp is.
 */
#include "dir_user.h"

#include "../../marker/os.h"

#include <libgen.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_trusted(uid_t uid)
{
	return uid == geteuid() || uid == 0;
}

/* Who may write to the directory that a link is in could have put it there, to lead us astray. */
static int check_link(const char *path)
{
	struct stat link, parent;
	char *copy = strdup(path);
	int err = 0;

	if (!copy)
		return -ENOMEM;
	if (lstat(path, &link))
		err = -errno;
	else if (S_ISLNK(link.st_mode) && stat(dirname(copy), &parent))
		err = -errno;
	else if (S_ISLNK(link.st_mode) && (parent.st_mode & S_IWOTH) && !is_trusted(link.st_uid))
		err = -EPERM;
	free(copy);
	return err;
}

static int check_dir(const char *path)
{
	struct stat dir;

	if (stat(path, &dir))
		return -errno;
	if (!S_ISDIR(dir.st_mode))
		return -ENOTDIR;
	if (!is_trusted(dir.st_uid))
		return -EPERM;
	if ((dir.st_mode & S_IWOTH) && !(dir.st_mode & S_ISVTX))
		return -EPERM;
	return 0;
}

int record_dir_open(const char *path, char **absolute)
{
	int err;

	if (mkdir(path, 0700) && errno != EEXIST)
		return -errno;
	err = check_link(path);
	if (err)
		return err;
	*absolute = realpath(path, NULL);
	if (!*absolute)
		return -errno;
	err = check_dir(*absolute);
	if (err) {
		free(*absolute);
		*absolute = NULL;
	}
	return err;
}
