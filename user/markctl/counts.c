// SPDX-License-Identifier: GPL-2.0-only
/*
 * counts.c - the file of counters of one run
 */
#include "counts.h"

#include <fcntl.h>
#include <unistd.h>

static int create_in(struct counts_file *file, const char *dir)
{
	int fd, len, err;

	len = snprintf(file->path, sizeof(file->path), "%s/markctl-XXXXXX", dir);
	/* A comma would end the entry of MARKER_ENABLE. */
	if (len >= (int)sizeof(file->path) || strchr(dir, ','))
		return -EINVAL;
	fd = mkostemp(file->path, O_CLOEXEC);
	if (fd < 0)
		return -errno;
	err = marker_count_map(fd, &file->region);
	close(fd);
	if (err)
		unlink(file->path);
	return err;
}

int counts_create(struct counts_file *file)
{
	const char *tmpdir = getenv("TMPDIR");
	int err;

	err = create_in(file, "/dev/shm");
	if (err && tmpdir && tmpdir[0] == '/')
		err = create_in(file, tmpdir);
	if (err)
		err = create_in(file, "/tmp");
	return err;
}

void counts_remove(struct counts_file *file)
{
	unlink(file->path);
	marker_count_unmap(file->region);
}

char *counts_environment(const struct counts_file *file, char **globs, size_t nr_globs)
{
	const char *before = getenv("MARKER_ENABLE");
	size_t size = 0, i;
	char *value = NULL;
	FILE *out = open_memstream(&value, &size);

	if (!out)
		return NULL;
	if (before && before[0])
		fprintf(out, "%s,", before);
	for (i = 0; i < nr_globs; i++)
		fprintf(out, "%s%s:count=%s", i ? "," : "", globs[i], file->path);
	if (fclose(out)) {
		free(value);
		return NULL;
	}
	return value;
}
