// SPDX-License-Identifier: GPL-2.0-only
/*
 * kernel/files.c - opening, reading and writing the files of debugfs, and what went wrong in words
 */
#include "user/markctl/kernel/files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/magic.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#define TEXT_MAX (64u << 20)

static int fail(int err, char *why, size_t why_size, const char *format, ...)
	__attribute__((format(printf, 4, 5)));
static int fail(int err, char *why, size_t why_size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(why, why_size, format, args);
	va_end(args);
	return err;
}

static const char *debugfs(void)
{
	const char *root = getenv("MARKER_DEBUGFS");

	return root && *root ? root : "/sys/kernel/debug";
}

/* Of a copy it cannot be told, and need not. */
static bool is_mounted(void)
{
	struct statfs status;

	return getenv("MARKER_DEBUGFS") ||
	       (!statfs(debugfs(), &status) && status.f_type == DEBUGFS_MAGIC);
}

/* A name of the folder, or the folder itself. */
static bool exists(const char *name)
{
	char path[PATH_MAX];
	struct stat status;

	snprintf(path, sizeof(path), "%s/marker/%s", debugfs(), name);
	return !stat(path, &status);
}

static int explain_open(const char *name, int err, char *why, size_t why_size)
{
	if (err == -EACCES || err == -EPERM)
		return fail(err, why, why_size, "the kernel's markers are for root alone");
	if (err == -EBUSY)
		return fail(err, why, why_size, "somebody else is recording the kernel");
	if (err != -ENOENT && err != -ENOTDIR)
		return fail(err, why, why_size, "%s/marker/%s: %s", debugfs(), name,
			    strerror(-err));
	if (!is_mounted())
		return fail(err, why, why_size,
			    "debugfs is not mounted: mount -t debugfs debugfs %s", debugfs());
	if (!exists(""))
		return fail(err, why, why_size,
			    "the kernel has no markers: marker.ko is not loaded");
	if (!strncmp(name, "record/", 7) && !exists("record"))
		return fail(err, why, why_size,
			    "the kernel cannot record: marker-record.ko is not loaded");
	return fail(err, why, why_size,
		    "%s/marker/%s is not there: marker.ko is of another version", debugfs(), name);
}

bool kernel_lacks_record(void)
{
	return !getenv("MARKER_DEBUGFS") && is_mounted() && !exists("record");
}

int kernel_open(const char *name, int flags, char *why, size_t why_size)
{
	char path[PATH_MAX];
	int fd;

	snprintf(path, sizeof(path), "%s/marker/%s", debugfs(), name);
	fd = open(path, flags | O_CLOEXEC);
	if (fd < 0)
		return explain_open(name, -errno, why, why_size);
	return fd;
}

/* A file of debugfs does not know its length. */
static int read_all(int fd, char **text)
{
	size_t len = 0, room = 0;
	ssize_t got;

	*text = NULL;
	do {
		if (room - len < 4096) {
			char *more = len > TEXT_MAX ? NULL : realloc(*text, room += 65536);

			if (!more)
				return -ENOMEM;
			*text = more;
		}
		got = read(fd, *text + len, room - len - 1);
		if (got < 0 && errno != EINTR)
			return -errno;
		len += got > 0 ? got : 0;
	} while (got);
	(*text)[len] = '\0';
	return 0;
}

int kernel_read(const char *name, char **text, char *why, size_t why_size)
{
	int fd = kernel_open(name, O_RDONLY, why, why_size), ret;

	*text = NULL;
	if (fd < 0)
		return fd;
	ret = read_all(fd, text);
	close(fd);
	if (!ret)
		return 0;
	free(*text);
	*text = NULL;
	return fail(ret, why, why_size, "%s/marker/%s: %s", debugfs(), name, strerror(-ret));
}

/* "last error: enable GLOB: error N: SENTENCE"; the sentence, or NULL. */
static const char *sentence_of(char *status, int err)
{
	char *line = strstr(status, "last error: "), *sentence;
	char number[32];

	if (!line)
		return NULL;
	line[strcspn(line, "\n")] = '\0';
	snprintf(number, sizeof(number), ": error %d: ", -err);
	sentence = strstr(line, number);
	return sentence ? sentence + strlen(number) : NULL;
}

static int explain_command(const char *command, int err, char *why, size_t why_size)
{
	const char *sentence = NULL;
	char *status = NULL;

	if (!strncmp(command, "enable ", 7))
		kernel_read("status", &status, why, why_size);
	if (status)
		sentence = sentence_of(status, err);
	if (sentence)
		fail(err, why, why_size, "the kernel: %s", sentence);
	else
		fail(err, why, why_size, "the kernel: '%s': %s", command, strerror(-err));
	free(status);
	return err;
}

int kernel_command(const char *command, char *why, size_t why_size)
{
	int fd = kernel_open("control", O_WRONLY, why, why_size), ret = 0;

	if (fd < 0)
		return fd;
	if (write(fd, command, strlen(command)) < 0)
		ret = -errno;
	close(fd);
	return ret ? explain_command(command, ret, why, why_size) : 0;
}

static bool is_octal(const char *p)
{
	return p[0] >= '0' && p[0] <= '3' && p[1] >= '0' && p[1] <= '7' && p[2] >= '0' &&
	       p[2] <= '7';
}

void kernel_unescape(char *text)
{
	char *to = text;

	while (*text) {
		if (*text == '\\' && is_octal(text + 1)) {
			*to++ = (text[1] - '0') << 6 | (text[2] - '0') << 3 | (text[3] - '0');
			text += 4;
		} else {
			*to++ = *text++;
		}
	}
	*to = '\0';
}
