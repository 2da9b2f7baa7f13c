// SPDX-License-Identifier: GPL-2.0-only
/*
 * clock.c - the processor time of a program from main() to exit(), in nanoseconds, as a line on
 * descriptor 9
 *
 * Linked with --wrap=main into every build that is timed, with markers or without.  What a library
 * does before main() is not in it (that is paid once), nor what it does after exit handlers that are
 * older than this one.  Where nobody has opened the descriptor the line is lost, which does no harm.
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

int __real_main(int argc, char **argv, char **env);
int __wrap_main(int argc, char **argv, char **env);

static long long now_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static long long begin;

static void tell(void)
{
	char line[32];
	int length = snprintf(line, sizeof(line), "%lld\n", now_ns() - begin);

	if (write(9, line, (size_t)length) != length)
		return;
}

int __wrap_main(int argc, char **argv, char **env)
{
	if (atexit(tell))
		return 1;
	begin = now_ns();
	return __real_main(argc, argv, env);
}
