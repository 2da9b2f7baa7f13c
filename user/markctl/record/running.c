// SPDX-License-Identifier: GPL-2.0-only
/*
 * running.c - a process by its number
 */
#include "user/markctl/record/running.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

pid_t process_number(const char *text)
{
	char *end;
	long number;

	errno = 0;
	number = strtol(text, &end, 10);
	return errno || end == text || *end || number < 1 || number > INT_MAX ? 0 : number;
}

void process_path(pid_t pid, char *path, size_t size)
{
	char link[32];
	ssize_t length;

	snprintf(link, sizeof(link), "/proc/%d/exe", (int)pid);
	length = readlink(link, path, size - 1);
	if (length <= 0)
		snprintf(path, size, "?");
	else
		path[length] = '\0';
}

void process_program(pid_t pid, char *name, size_t size)
{
	char path[PATH_MAX];
	const char *base;

	process_path(pid, path, sizeof(path));
	base = strrchr(path, '/');
	snprintf(name, size, "%s", base && base[1] ? base + 1 : path);
}
