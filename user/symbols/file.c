// SPDX-License-Identifier: GPL-2.0-only
/*
 * A whole file in memory.  Files of /proc say that they have size 0, so reading goes on until
 * nothing comes; the bound is there for a file that never ends.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#define MAX_SIZE ((size_t)1 << 30)

static int read_all(int fd, char **text, size_t *size, size_t cap)
{
	char *bigger;
	ssize_t got;

	while (*size < MAX_SIZE) {
		if (*size + 1 >= cap) {
			cap *= 2;
			bigger = realloc(*text, cap);
			if (!bigger)
				return -ENOMEM;
			*text = bigger;
		}
		got = read(fd, *text + *size, cap - 1 - *size);
		if (got < 0)
			return -errno;
		if (!got)
			break;
		*size += got;
	}
	(*text)[*size] = 0;
	return 0;
}

int file_read(const char *path, char **text, size_t *size)
{
	size_t cap = 1 << 20;
	struct stat st;
	int fd, err = 0;

	*text = NULL;
	*size = 0;
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		err = -EINVAL;
	if (!err && (size_t)st.st_size >= cap)
		cap = st.st_size + 2;
	if (!err) {
		*text = malloc(cap);
		err = *text ? read_all(fd, text, size, cap) : -ENOMEM;
	}
	close(fd);
	if (err) {
		free(*text);
		*text = NULL;
	}
	return err;
}
