// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs a command and appends what it took to a file, as one line: user, system and wall time in
 * microseconds, peak memory in kilobytes.   usage: timed FILE COMMAND [ARGUMENT...]
 *
 * time(1) has hundredths of a second, which is a sixth of what is measured.  The exit status is the
 * command's.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000ll + t.tv_nsec / 1000;
}

static long long us(const struct timeval *t)
{
	return t->tv_sec * 1000000ll + t->tv_usec;
}

int main(int argc, char **argv)
{
	long long begin = now_us(), wall;
	struct rusage usage;
	int status;
	FILE *out;
	pid_t pid;

	if (argc < 3)
		return 2;
	pid = fork();
	if (!pid) {
		execvp(argv[2], argv + 2);
		perror(argv[2]);
		_exit(127);
	}
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		return 1;
	wall = now_us() - begin;
	out = fopen(argv[1], "a");
	if (!out ||
	    fprintf(out, "%lld %lld %lld %ld\n", us(&usage.ru_utime), us(&usage.ru_stime), wall,
		    usage.ru_maxrss) < 0 ||
	    fclose(out))
		return 1;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}
