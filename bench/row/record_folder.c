// SPDX-License-Identifier: GPL-2.0-only
/*
 * record_folder.c - where traces of the bench go: TMPDIR or /tmp, or what is memory
 */
#include "record.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *parent(bool in_memory)
{
	static const char memory[] = "/dev/shm";
	const char *tmp = getenv("TMPDIR");

	if (in_memory && !access(memory, W_OK | X_OK))
		return memory;
	return tmp && *tmp ? tmp : "/tmp";
}

/**
 * record_folder_make() - make one
 * @in_memory:	where shared memory is, as LTTng-UST's buffers, if there is such a place
 *
 * Return: 0, or a negative errno with a sentence.
 */
int record_folder_make(struct record_folder *folder, bool in_memory, char *why, size_t len)
{
	int ret;

	snprintf(folder->path, sizeof(folder->path), "%s/markbench-XXXXXX", parent(in_memory));
	if (mkdtemp(folder->path))
		return 0;
	ret = -errno;
	snprintf(why, len, "%.80s: %s", folder->path, strerror(-ret));
	folder->path[0] = '\0';
	return ret;
}

static int remove_one(const char *path, const struct stat *stat, int type, struct FTW *where)
{
	remove(path);
	return 0;
}

/** record_folder_remove() - one that was not made is fine */
void record_folder_remove(struct record_folder *folder)
{
	if (folder->path[0])
		nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	folder->path[0] = '\0';
}
