/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * fake_debugfs.h - a folder that looks as the kernel's debugfs does, for who reads that
 *
 * MARKER_DEBUGFS says where it is.
 */
#ifndef TESTS_FAKE_DEBUGFS_H
#define TESTS_FAKE_DEBUGFS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char fake_root[128];

static __attribute__((unused)) const char *fake_path(const char *name)
{
	static char path[256];

	snprintf(path, sizeof(path), "%s/%s", fake_root, name);
	return path;
}

static __attribute__((unused)) void fake_write(const char *name, const void *from, size_t len)
{
	FILE *out = fopen(fake_path(name), "w");

	assert_non_null(out);
	if (len)
		assert_int_equal(fwrite(from, 1, len, out), len);
	assert_int_equal(fclose(out), 0);
}

static __attribute__((unused)) void fake_text(const char *name, const char *text)
{
	fake_write(name, text, strlen(text));
}

/* The file's text, in memory of this function. */
static __attribute__((unused)) const char *fake_read(const char *name)
{
	static char text[65536];
	FILE *in = fopen(fake_path(name), "r");

	assert_non_null(in);
	text[fread(text, 1, sizeof(text) - 1, in)] = '\0';
	fclose(in);
	return text;
}

static __attribute__((unused)) int fake_begin(void **state)
{
	strcpy(fake_root, "/tmp/fake-debugfs-XXXXXX");
	if (!mkdtemp(fake_root) || mkdir(fake_path("marker"), 0700) ||
	    mkdir(fake_path("marker/record"), 0700))
		return -1;
	setenv("MARKER_DEBUGFS", fake_root, 1);
	return 0;
}

static __attribute__((unused)) int fake_end(void **state)
{
	char command[256];

	unsetenv("MARKER_DEBUGFS");
	snprintf(command, sizeof(command), "rm -rf '%s'", fake_root);
	return system(command);
}

#endif
