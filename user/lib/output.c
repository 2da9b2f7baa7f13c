// SPDX-License-Identifier: GPL-2.0-only
#include "user/lib/output.h"

#include <errno.h>
#include <stdio_ext.h>
#include <string.h>
#include <unistd.h>

int output_write(int fd, const void *data, size_t size)
{
	const char *from = data;
	ssize_t done;

	while (size) {
		done = write(fd, from, size);
		if (done < 0 && errno != EINTR)
			return -errno;
		from += done > 0 ? done : 0;
		size -= done > 0 ? done : 0;
	}
	return 0;
}

/* Writing fails again and again, so errno is of the last time: in fflush(), or, if that has nothing left, before. */
int output_flush(FILE *out, int err)
{
	int before = errno;

	if (err && err != -EIO)
		return err;
	if (fflush(out))
		return -errno;
	if (!ferror(out))
		return err;
	return before ? -before : -EIO;
}

void output_forget(FILE *out)
{
	__fpurge(out);
	clearerr(out);
}

int output_end(const char *program, int status, int failed)
{
	int err = output_flush(stdout, 0);

	if (!err || err == -EPIPE || status)
		return status;
	fprintf(stderr, "%s: standard output: %s\n", program, strerror(-err));
	return failed;
}
