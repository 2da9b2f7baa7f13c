// SPDX-License-Identifier: GPL-2.0-only
/*
 * traced.c - a program to be recorded
 *
 *	traced count N THREADS		each thread hits the marker "tick" N times, with 0 to N - 1
 *	traced fork N			the same in a child, and before it in the parent
 *	traced exit STATUS		hits it once
 *	traced kill			hits it once, and is killed
 *	traced wait			prints "ready", and hits it, with growing numbers, once for each line that it
 *					reads; then prints the number
 *	traced spin			the same as fast as it can, until it is killed
 *	traced storm			prints "ready", and forks 100 times, and some of its children once; each hits it,
 *					and some go on until their input ends
 */
#include <marker/marker.h>

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Of a storm: so many children, and so long if nobody ends it. */
#define STORM_FORKS 100
#define STORM_S	    120

static void tick(long i)
{
	MARK(tick, "i %ld parity %s", i, i % 2 ? "odd" : "even");
}

static void *count(void *data)
{
	long i, n = *(const long *)data;

	for (i = 0; i < n; i++)
		tick(i);
	return NULL;
}

static int count_in_threads(long n, int threads)
{
	pthread_t thread[64];
	int i;

	if (threads > 64)
		return 2;
	for (i = 0; i < threads; i++)
		if (pthread_create(&thread[i], NULL, count, &n))
			return 1;
	for (i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	return 0;
}

static int count_in_child(long n)
{
	count(&n);
	if (!fork()) {
		count(&n);
		_exit(0);
	}
	while (wait(NULL) > 0)
		;
	return 0;
}

static int wait_for_lines(void)
{
	char line[64];
	long i = 0;

	printf("ready\n");
	fflush(stdout);
	while (fgets(line, sizeof(line), stdin)) {
		tick(i);
		printf("%ld\n", i++);
		fflush(stdout);
	}
	return 0;
}

static void *spin(void *data)
{
	long i;

	for (i = 0;; i++)
		tick(i);
	return data;
}

/* Until the other end of its input has gone, which all of them have. */
static bool input_ended(void)
{
	struct pollfd in = { .fd = STDIN_FILENO };

	return poll(&in, 1, 0) > 0 && in.revents & POLLHUP;
}

/* One that stays has a child that stays, too; the first one hits it so often that it soon needs more files. */
static void be_child(unsigned int nr, bool stays)
{
	const struct timespec pause = { .tv_nsec = 1000000 };
	bool is_second = nr % 4 == 0 && !fork();
	long i;

	alarm(STORM_S);
	tick(0);
	for (i = 1; stays && !input_ended(); i++) {
		tick(i);
		if (nr || is_second || i % 16 == 0)
			nanosleep(&pause, NULL);
	}
	_exit(0);
}

static int storm(void)
{
	const struct timespec pause = { .tv_nsec = 3000000 };
	unsigned int nr;

	printf("ready\n");
	fflush(stdout);
	signal(SIGCHLD, SIG_IGN);
	alarm(STORM_S);
	for (nr = 0; !input_ended(); nr++) {
		if (nr < STORM_FORKS && !fork())
			be_child(nr, nr % 16 == 0);
		nanosleep(&pause, NULL);
	}
	return 0;
}

int main(int argc, char **argv)
{
	const char *mode = argc > 1 ? argv[1] : "";
	long n = argc > 2 ? atol(argv[2]) : 0;
	pthread_t other;

	if (!strcmp(mode, "count"))
		return count_in_threads(n, argc > 3 ? atoi(argv[3]) : 1);
	if (!strcmp(mode, "fork"))
		return count_in_child(n);
	if (!strcmp(mode, "wait"))
		return wait_for_lines();
	if (!strcmp(mode, "storm"))
		return storm();
	if (!strcmp(mode, "spin")) {
		printf("ready\n");
		fflush(stdout);
		pthread_create(&other, NULL, spin, NULL);
		spin(NULL);
	}
	tick(n);
	MARK(other, "n %ld", n);
	if (!strcmp(mode, "kill"))
		raise(SIGKILL);
	return n;
}
