// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_trace_marker.c - a line of text to the kernel's trace
 *
 * What a program did before it had markers: format, and write(2) to trace_marker of tracefs.  An
 * instance of our own takes the lines, so that nobody's trace is disturbed; it is removed at the end.
 */
#include "../bench.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const mounts[] = { "/sys/kernel/tracing", "/sys/kernel/debug/tracing" };
static char instance[64];
static int fd = -1;

static int write_line(void)
{
	char line[64];
	int len = snprintf(line, sizeof(line), "bench: %d %p\n", 1, (void *)0);

	return write(fd, line, (size_t)len) == len ? 0 : -errno;
}

/* Where tracefs is mounted; NULL if it is not, or not for us. */
static const char *find_mount(void)
{
	char path[64];
	size_t i;

	for (i = 0; i < ARRAY_SIZE(mounts); i++) {
		snprintf(path, sizeof(path), "%s/instances", mounts[i]);
		if (!access(path, X_OK))
			return mounts[i];
	}
	return NULL;
}

static int open_instance(const char *mount)
{
	char path[96];
	int ret;

	snprintf(instance, sizeof(instance), "%s/instances/markbench-%d", mount, (int)getpid());
	if (mkdir(instance, 0700))
		return -errno;
	snprintf(path, sizeof(path), "%s/trace_marker", instance);
	fd = open(path, O_WRONLY | O_CLOEXEC);
	ret = fd < 0 ? -errno : write_line();
	if (!ret)
		return 0;
	if (fd >= 0)
		close(fd);
	rmdir(instance);
	return ret;
}

static int trace_init(const struct bench *bench, char *why, size_t len)
{
	const char *mount = find_mount();
	int ret;

	if (!mount) {
		snprintf(
			why, len,
			"tracefs is not mounted, or not for this user (mount -t tracefs tracefs %s)",
			mounts[0]);
		return -ENOENT;
	}
	ret = open_instance(mount);
	if (ret)
		snprintf(why, len, "%s: %s", instance, strerror(-ret));
	return ret;
}

static BENCH_CODE void run_trace_marker(unsigned long loops)
{
	for (; loops; loops--)
		write_line();
}

static void trace_exit(const struct bench *bench)
{
	close(fd);
	rmdir(instance);
}

static const struct bench rows[] = {
	{ .name = "trace-marker",
	  .base = "loop-none",
	  .weight = 2000,
	  .what = "a formatted line, written to trace_marker of tracefs",
	  .init = trace_init,
	  .run = run_trace_marker,
	  .exit = trace_exit },
};

const struct bench_group bench_trace = {
	.name = "trace",
	.what = "a line of text to the kernel's trace",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
