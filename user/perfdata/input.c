// SPDX-License-Identifier: GPL-2.0-only
/*
 * Where bytes come from: a file, a pipe, memory that was lent.
 *
 * Files are read, not mapped: one that shrinks meanwhile ends early, where a mapping would end the
 * process (SIGBUS).  What can be read only once (a pipe, standard input) is first copied to
 * anonymous memory that has a descriptor, and from then on is a file.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "user/lib/output.h"
#include "user/perfdata/internal.h"

#define SPOOL_CHUNK ((size_t)256 << 10)

/* Reads up to size bytes at an offset; fewer where the file ends, also before its old size. */
int input_read(const struct input *in, uint64_t offset, void *to, size_t size, size_t *got)
{
	ssize_t n = 1;

	*got = 0;
	if (offset >= in->size)
		return 0;
	if (size > in->size - offset)
		size = in->size - offset;
	if (in->memory) {
		memcpy(to, in->memory + offset, size);
		*got = size;
		return 0;
	}
	while (n && *got < size) {
		n = pread(in->fd, (char *)to + *got, size - *got, offset + *got);
		if (n < 0 && errno != EINTR)
			return -errno;
		*got += n > 0 ? n : 0;
	}
	if (in->progress)
		__atomic_fetch_add(&in->progress->done, *got, __ATOMIC_RELAXED);
	return 0;
}

/*
 * A section's bytes, for the caller to free; NULL without an error where the section lies outside
 * of the input or is larger than the limit.
 */
int input_load(const struct input *in, const struct section *section, uint64_t limit,
	       uint8_t **bytes)
{
	size_t got;
	int err;

	*bytes = NULL;
	if (section->offset > in->size || section->size > in->size - section->offset ||
	    section->size > limit || !section->size)
		return 0;
	*bytes = malloc(section->size);
	if (!*bytes)
		return -ENOMEM;
	err = input_read(in, section->offset, *bytes, section->size, &got);
	if (!err && got == section->size)
		return 0;
	free(*bytes);
	*bytes = NULL;
	return err;
}

static int spool_all(int from, int to)
{
	char *chunk = malloc(SPOOL_CHUNK);
	ssize_t n = 1;
	int err = chunk ? 0 : -ENOMEM;

	while (!err && n) {
		n = read(from, chunk, SPOOL_CHUNK);
		if (n > 0)
			err = output_write(to, chunk, n);
		else if (n < 0 && errno != EINTR)
			err = -errno;
	}
	free(chunk);
	return err;
}

/* Takes over the descriptor of a pipe, and returns one of all that came through it. */
static int spool(int from)
{
	int to = memfd_create("perf.data", MFD_CLOEXEC), err;

	if (to < 0)
		err = -errno;
	else
		err = spool_all(from, to);
	close(from);
	if (err && to >= 0)
		close(to);
	return err ? err : to;
}

static int input_take(struct input *in, int fd)
{
	struct stat st;
	int err = 0;

	if (fstat(fd, &st) < 0)
		err = -errno;
	else if (S_ISDIR(st.st_mode))
		err = -EISDIR;
	else if (!S_ISREG(st.st_mode) && !S_ISFIFO(st.st_mode) && !S_ISSOCK(st.st_mode))
		err = -ESPIPE;
	if (err) {
		close(fd);
		return err;
	}
	if (!S_ISREG(st.st_mode)) {
		fd = spool(fd);
		if (fd < 0)
			return fd;
		if (fstat(fd, &st) < 0) {
			err = -errno;
			close(fd);
			return err;
		}
	}
	posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	*in = (struct input){ .fd = fd, .size = st.st_size };
	return 0;
}

/* Opening a pipe waits for its other end; opening anything else must not wait. */
static int open_flags(const char *path)
{
	struct stat st;

	if (!stat(path, &st) && S_ISFIFO(st.st_mode))
		return O_RDONLY | O_CLOEXEC;
	return O_RDONLY | O_CLOEXEC | O_NONBLOCK;
}

/* A path, or "-" for standard input. */
int input_open(struct input *in, const char *path)
{
	int fd;

	if (!strcmp(path, "-"))
		fd = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	else
		fd = open(path, open_flags(path));
	return fd < 0 ? -errno : input_take(in, fd);
}

void input_close(struct input *in)
{
	if (!in->memory)
		close(in->fd);
}
