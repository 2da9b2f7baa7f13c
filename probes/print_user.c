// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * print_user.c - each hit as a line on standard error, or at the end of a file
 *
 *	print		standard error
 *	print=FILE	appended to FILE
 *
 * One write(2) a line, so that lines of threads and processes do not mix.  A file's descriptor is
 * looked at before each write: a program that closes descriptors it does not know may have another
 * file there.
 *
 * glibc's vsnprintf() allocates for no conversion that a marker has but very wide numbers, so a
 * signal handler may hit a marker that is printed.
 */
#include "print.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Out of the way of programs that count on low numbers. */
#define LOWEST_FD 200

/* Where the lines go. */
struct printer {
	int fd;
	dev_t dev;
	ino_t ino;
};

static bool still_ours(const struct printer *printer)
{
	struct stat stat;

	return !fstat(printer->fd, &stat) && stat.st_dev == printer->dev &&
	       stat.st_ino == printer->ino;
}

static void print_probe(void *private_data, const struct marker_info *marker, va_list *args)
{
	const struct printer *printer = private_data;
	char line[MARKER_PRINT_MAX];
	int saved_errno = errno;
	ssize_t ignored;

	if (!printer || still_ours(printer)) {
		size_t len = marker_print_line(line, marker, args);

		ignored = write(printer ? printer->fd : STDERR_FILENO, line, len);
		(void)ignored;
	}
	errno = saved_errno;
}

static int printer_open(struct printer *printer, const char *path)
{
	struct stat stat;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0600);
	int high;

	if (fd < 0)
		return -errno;
	high = fcntl(fd, F_DUPFD_CLOEXEC, LOWEST_FD);
	if (high >= 0) {
		close(fd);
		fd = high;
	}
	if (fstat(fd, &stat)) {
		close(fd);
		return -EBADF;
	}
	*printer = (struct printer){ .fd = fd, .dev = stat.st_dev, .ino = stat.st_ino };
	return 0;
}

static int print_open(const char *path, void **private_data)
{
	struct printer *printer;
	int err;

	*private_data = NULL;
	if (!path)
		return 0;
	printer = os_alloc(sizeof(*printer));
	if (!printer)
		return -ENOMEM;
	err = printer_open(printer, path);
	if (err)
		os_free(printer);
	else
		*private_data = printer;
	return err;
}

static void print_close(void *private_data)
{
	struct printer *printer = private_data;

	if (printer && still_ours(printer))
		close(printer->fd);
	os_free(printer);
}

const struct marker_named_probe marker_print_named = {
	.name = "print",
	.func = print_probe,
	.open = print_open,
	.close = print_close,
};
