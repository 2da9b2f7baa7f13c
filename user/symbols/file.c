// SPDX-License-Identifier: GPL-2.0-only
/*
 * A whole file in memory.  Files of /proc say that they have size 0, so reading goes on until
 * nothing comes; the bound is there for a file that never ends.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
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

/*
 * A whole file as it is, mapped where it can be.  No zero comes after it, and it must not be
 * written to.
 */
int file_map(const char *path, char **text, size_t *size, bool *mapped)
{
	struct stat st;
	void *at = MAP_FAILED;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	*mapped = false;
	if (fd < 0)
		return -errno;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode) && st.st_size > 0 &&
	    (size_t)st.st_size < MAX_SIZE)
		at = mmap(NULL, st.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd, 0);
	close(fd);
	if (at == MAP_FAILED)
		return file_read(path, text, size);
	*text = at;
	*size = st.st_size;
	*mapped = true;
	return 0;
}

void file_unmap(char *text, size_t size, bool mapped)
{
	if (mapped)
		munmap(text, size);
	else
		free(text);
}

/* Others could put names of their choice into a world-writable directory. */
bool file_is_trusted(const char *path)
{
	struct stat st;

	return !stat(path, &st) && (st.st_uid == 0 || st.st_uid == geteuid());
}
