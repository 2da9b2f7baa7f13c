// SPDX-License-Identifier: GPL-2.0-only
/*
 * counts.c - the file of counters of one run
 */
#include "user/markctl/read/counts.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* @root: where what counts has its "/" */
static int create_in(struct counts_file *file, const char *root, const char *dir)
{
	int fd, len, err;

	len = snprintf(file->own_path, sizeof(file->own_path), "%s%s/markctl-XXXXXX", root, dir);
	/* A comma would end the entry of MARKER_ENABLE. */
	if (len >= (int)sizeof(file->own_path) || len - strlen(root) >= sizeof(file->path) ||
	    strchr(dir, ','))
		return -EINVAL;
	fd = mkostemp(file->own_path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	strcpy(file->path, file->own_path + strlen(root));
	err = marker_count_map(fd, &file->region);
	close(fd);
	if (err)
		unlink(file->own_path);
	return err;
}

int counts_create(struct counts_file *file)
{
	const char *tmpdir = getenv("TMPDIR");
	int err;

	err = create_in(file, "", "/dev/shm");
	if (err && tmpdir && tmpdir[0] == '/')
		err = create_in(file, "", tmpdir);
	if (err)
		err = create_in(file, "", "/tmp");
	return err;
}

/* Root makes it for somebody else. */
static int give_to_owner(const struct counts_file *file, const char *root)
{
	struct stat owner;

	if (stat(root, &owner))
		return -errno;
	if (owner.st_uid == geteuid())
		return 0;
	return chown(file->own_path, owner.st_uid, owner.st_gid) ? -errno : 0;
}

int counts_create_for(struct counts_file *file, pid_t pid)
{
	char process[32], root[48];
	int err;

	snprintf(process, sizeof(process), "/proc/%d", (int)pid);
	snprintf(root, sizeof(root), "%s/root", process);
	err = create_in(file, root, "/dev/shm");
	if (err)
		err = create_in(file, root, "/tmp");
	if (err)
		return err;
	err = give_to_owner(file, process);
	if (err)
		counts_remove(file);
	return err;
}

void counts_remove(struct counts_file *file)
{
	unlink(file->own_path);
	marker_count_unmap(file->region);
}
