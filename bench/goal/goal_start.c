// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_start.c - U1: how much later a program ends that has 1024 markers and does nothing
 *
 * Two programs of one source, with markers and the shared library, and without either
 * (bench/start/).  Each round starts both and waits for them, in turns first; the figure is the
 * median of the differences.
 */
#include <errno.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "goal.h"

#define ROUNDS_MAX 501

enum {
	WITHOUT,
	WITH,
	PROGRAMS,
};

static const char *const names[PROGRAMS] = { "start-none", "start-marks" };

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

/* Beside markbench, in bench/. */
static int find(char path[PATH_MAX + 32], const char *name)
{
	ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
	char *slash;

	if (len < 0)
		return -errno;
	path[len] = '\0';
	slash = strrchr(path, '/');
	sprintf(slash ? slash : path, "/bench/%s", name);
	return access(path, X_OK) ? -errno : 0;
}

/* As a shell starts it that asks for nothing. */
static int start(char *path, double *ms)
{
	char *argv[] = { path, NULL }, *environ_of[] = { NULL };
	double begin = now_ms();
	int status, ret;
	pid_t pid;

	ret = posix_spawn(&pid, path, NULL, NULL, argv, environ_of);
	if (ret)
		return -ret;
	if (waitpid(pid, &status, 0) != pid)
		return -errno;
	*ms = now_ms() - begin;
	return status ? -ECHILD : 0;
}

static int measure(unsigned int rounds, uint64_t seed, struct stat_interval *interval)
{
	char paths[PROGRAMS][PATH_MAX + 32];
	double ms[PROGRAMS], more[ROUNDS_MAX];
	unsigned int round, turn;
	int ret = find(paths[WITHOUT], names[WITHOUT]);

	if (!ret)
		ret = find(paths[WITH], names[WITH]);
	for (turn = 0; turn < 6 && !ret; turn++) /* into the caches */
		ret = start(paths[turn % 2], ms);
	for (round = 0; round < rounds && !ret; round++) {
		for (turn = 0; turn < PROGRAMS && !ret; turn++)
			ret = start(paths[(round + turn) % 2], &ms[(round + turn) % 2]);
		more[round] = ms[WITH] - ms[WITHOUT];
	}
	return ret ? ret : stat_median_interval(more, rounds, seed, interval);
}

/** goal_start() - U1 */
int goal_start(struct goal_report *report)
{
	struct goal_part *part = goal_part_add(report, "later than without", 1, " ms");
	unsigned int rounds = report->rounds < ROUNDS_MAX ? report->rounds : ROUNDS_MAX;
	int ret = measure(rounds, report->seed, &part->measured);

	if (ret)
		snprintf(part->missing, sizeof(part->missing), "build/bench/%s: %s", names[WITH],
			 strerror(-ret));
	return 0;
}
