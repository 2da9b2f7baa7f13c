// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print_user.c - each hit as a line on standard error, or at the end of a file
 *
 *	print		standard error
 *	print=FILE	appended to FILE
 *
 * One write(2) a line, so that lines of threads and processes do not mix; not by the C library's function, a
 * cancellation point, which would end a thread in the middle of a hit.  A file's descriptor is looked at
 * before each write: a program that closes descriptors it does not know may have another file there.
 *
 * glibc's vsnprintf() allocates for no conversion that a marker has but very wide numbers, so a
 * signal handler may hit a marker that is printed.
 */
#include "print.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../marker/fd_user.h"

static void print_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	const struct marker_fd *file = private_data;
	char line[MARKER_PRINT_MAX];
	int saved_errno = errno;

	if (!file || marker_fd_is_ours(file)) {
		size_t len = marker_print_line(line, marker, args);

		syscall(SYS_write, file ? file->fd : STDERR_FILENO, line, len);
	}
	errno = saved_errno;
}

static int file_open(struct marker_fd *file, const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);

	if (fd < 0)
		return -errno;
	marker_fd_take(file, fd);
	return file->fd < 0 ? -EBADF : 0;
}

static int print_open(const char *path, void **private_data)
{
	struct marker_fd *file;
	int err;

	*private_data = NULL;
	if (!path)
		return 0;
	file = os_alloc(sizeof(*file));
	if (!file)
		return -ENOMEM;
	err = file_open(file, path);
	if (err)
		os_free(file);
	else
		*private_data = file;
	return err;
}

static void print_close(void *private_data)
{
	struct marker_fd *file = private_data;

	if (file)
		marker_fd_close(file);
	os_free(file);
}

const struct marker_named_probe marker_print_named = {
	.name = "print",
	.func = print_probe,
	.open = print_open,
	.close = print_close,
};
