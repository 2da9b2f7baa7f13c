// SPDX-License-Identifier: GPL-2.0-only
/*
 * Folded stacks are told by their first line, which ends in a number, or by the name of the file: a
 * text that should be folded and is not deserves to hear which line is wrong.
 */
#include "user/markdiff/profile/source.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LOOK_SIZE (64 << 10)

static bool has_magic(const char *text, size_t size)
{
	return size >= 8 && (!memcmp(text, "PERFILE2", 8) || !memcmp(text, "2ELIFREP", 8) ||
			     !memcmp(text, "PERFFILE", 8) || !memcmp(text, "ELIFFREP", 8));
}

static bool has_name(const char *path)
{
	const char *dot = strrchr(path, '.');

	return dot && (!strcmp(dot, ".folded") || !strcmp(dot, ".collapsed"));
}

/* A stack, a blank, a number. */
static bool is_folded_line(const char *line, const char *end)
{
	const char *at = end, *c;

	while (at > line && (isdigit((unsigned char)at[-1]) || at[-1] == '.'))
		at--;
	if (at == end || at - line < 2 || at[-1] != ' ')
		return false;
	for (c = line; c < at; c++)
		if ((unsigned char)*c < ' ' && *c != '\t')
			return false;
	return true;
}

static bool looks_folded(const char *text, size_t size)
{
	const char *end = text + size, *line = text, *stop;

	for (; line < end; line = stop + 1) {
		stop = memchr(line, '\n', end - line);
		if (!stop)
			stop = end;
		if (stop > line && *line != '#' && *line != '\r')
			return is_folded_line(line, stop[-1] == '\r' ? stop - 1 : stop);
	}
	return false;
}

static int read_all(int fd, struct source *s)
{
	size_t cap = LOOK_SIZE;
	char *grown;
	ssize_t n = 1;

	s->text = malloc(cap);
	while (s->text && n) {
		n = read(fd, s->text + s->size, cap - s->size);
		if (n < 0 && errno != EINTR)
			return -errno;
		s->size += n > 0 ? n : 0;
		if (s->size < cap)
			continue;
		cap *= 2;
		grown = realloc(s->text, cap);
		if (!grown)
			return -ENOMEM;
		s->text = grown;
	}
	return s->text ? 0 : -ENOMEM;
}

/* A file is read only if it is folded; its offset may be another program's. */
static int look_at_file(int fd, struct source *s)
{
	char *look = malloc(LOOK_SIZE);
	ssize_t n = look ? pread(fd, look, LOOK_SIZE, 0) : -1;

	if (!look)
		return -ENOMEM;
	s->folded = n > 0 && !has_magic(look, n) && (has_name(s->path) || looks_folded(look, n));
	free(look);
	return s->folded && lseek(fd, 0, SEEK_SET) == 0 ? read_all(fd, s) : 0;
}

static int look_at_pipe(int fd, struct source *s)
{
	int err = read_all(fd, s);

	s->folded = !err && !has_magic(s->text, s->size) && looks_folded(s->text, s->size);
	return err;
}

/* Opening a pipe waits for its other end; opening anything else must not wait. */
static int open_path(const char *path)
{
	struct stat st;
	bool waits = !stat(path, &st) && S_ISFIFO(st.st_mode);

	if (!strcmp(path, "-"))
		return fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0);
	return open(path, O_RDONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK));
}

int source_read(struct source *s, const char *path)
{
	struct stat st;
	int fd = open_path(path), err = 0;

	*s = (struct source){ .path = path };
	if (fd < 0)
		return 0;
	if (!fstat(fd, &st) && S_ISREG(st.st_mode))
		err = look_at_file(fd, s);
	else if (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode))
		err = look_at_pipe(fd, s);
	close(fd);
	if (err)
		source_free(s);
	return err;
}

void source_free(struct source *s)
{
	if (!s->lent)
		free(s->text);
	s->text = NULL;
}
