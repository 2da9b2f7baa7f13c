// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_dir.c - the directory that a recording goes to
 *
 * Nothing is overwritten: it is new, or it is empty.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "probes/record/record.h"
#include "user/markctl/record/record.h"

static int complain(const char *path, const char *what, int err)
{
	fprintf(stderr, "markctl: record: %s: %s\n", path, what ? what : strerror(-err));
	return err;
}

static bool is_empty(const char *path)
{
	const struct dirent *entry;
	DIR *dir = opendir(path);
	bool empty = dir;

	while (empty && (entry = readdir(dir)))
		empty = !strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..");
	if (dir)
		closedir(dir);
	return empty;
}

/* The next second has another name: two that begin in one do not share a directory. */
static int make_default(struct record_dir *dir)
{
	time_t now = time(NULL);
	unsigned int tries;
	struct tm tm;

	for (tries = 0; tries < 60; tries++, now++) {
		localtime_r(&now, &tm);
		strftime(dir->shown, sizeof(dir->shown), "marker-trace-%Y%m%d-%H%M%S", &tm);
		if (!mkdir(dir->shown, 0700)) {
			dir->made = true;
			return 0;
		}
		if (errno != EEXIST)
			break;
	}
	return complain(dir->shown, NULL, -errno);
}

static int make_given(struct record_dir *dir, const char *given)
{
	if (snprintf(dir->shown, sizeof(dir->shown), "%s", given) >= (int)sizeof(dir->shown))
		return complain(given, NULL, -ENAMETOOLONG);
	dir->made = !mkdir(given, 0700);
	if (dir->made)
		return 0;
	if (errno != EEXIST)
		return complain(given, NULL, -errno);
	if (!is_empty(given))
		return complain(given, "something is there already, and is not overwritten",
				-EEXIST);
	return 0;
}

int record_dir_make(struct record_dir *dir, const char *given)
{
	int err;

	*dir = (struct record_dir){ .made = false };
	err = given ? make_given(dir, given) : make_default(dir);
	if (err)
		return err;
	if (!realpath(dir->shown, dir->path))
		err = complain(dir->shown, NULL, -errno);
	/* They would end the name where MARKER_ENABLE has it. */
	else if (strpbrk(dir->path, ",;"))
		err = complain(dir->path, "a name with ',' or ';' cannot be recorded to", -EINVAL);
	if (err)
		record_dir_drop(dir);
	return err;
}

int record_dir_give(const struct record_dir *dir, pid_t pid)
{
	struct stat owner;
	char process[32];

	snprintf(process, sizeof(process), "/proc/%d", (int)pid);
	if (stat(process, &owner))
		return complain(process, NULL, -errno);
	if (owner.st_uid != geteuid() && chown(dir->path, owner.st_uid, owner.st_gid))
		return complain(dir->shown, NULL, -errno);
	return 0;
}

static int put_mark(char *path, size_t size, const struct record_dir *dir)
{
	int length = snprintf(path, size, "%s/" RECORD_ENDED, dir->path);

	return length < (int)size ? 0 : -ENAMETOOLONG;
}

int record_dir_end(const struct record_dir *dir)
{
	char path[PATH_MAX];
	int fd;

	if (put_mark(path, sizeof(path), dir))
		return complain(dir->shown, NULL, -ENAMETOOLONG);
	fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
	/* Somebody has removed it: there is no place to record to either. */
	if (fd < 0 && errno != ENOENT)
		return complain(path, NULL, -errno);
	if (fd >= 0)
		close(fd);
	return 0;
}

void record_dir_drop(const struct record_dir *dir)
{
	char mark[PATH_MAX];

	/* It stays where something is in it. */
	if (!dir->made)
		return;
	if (!put_mark(mark, sizeof(mark), dir))
		unlink(mark);
	rmdir(dir->shown);
}

bool record_dir_is_empty(const struct record_dir *dir)
{
	return is_empty(dir->path);
}

int record_probe(const struct record_options *options, const struct record_dir *dir, char *probe,
		 size_t size)
{
	int length =
		snprintf(probe, size, "record=%s%s%s%s%s", dir->path,
			 options->flight ? ";flight=" : "", options->flight ? options->flight : "",
			 options->limit ? ";limit=" : "", options->limit ? options->limit : "");

	return length < (int)size ? 0 : -ENAMETOOLONG;
}
