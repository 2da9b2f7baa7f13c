// SPDX-License-Identifier: GPL-2.0-only
/*
 * A process with threads forks, and each child records.   usage: forks CHILDREN
 *
 * Children are made by fork(), and by clone(2) itself: every second of these tells the library, the others
 * do not, and record nothing.  Thread 0 are the parent's events; each child has a trace of its own.
 */
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <marker/marker.h>

static int stop;

static void hit(int thread, unsigned long n)
{
	if (n % 1000 == 999)
		MARK(seq_text, "thread %d n %lu text %s", thread, n, n & 1 ? "odd" : "an even one");
	else
		MARK(seq, "thread %d n %lu", thread, n);
}

static void *keep_hitting(void *data)
{
	unsigned long n;

	for (n = 0; !__atomic_load_n(&stop, __ATOMIC_RELAXED); n++) {
		hit(1, n);
		if (n % 100 == 0)
			usleep(100);
	}
	return NULL;
}

static void child(void)
{
	unsigned long n;

	for (n = 0; n < 3000; n++)
		hit(2, n);
	_exit(0);
}

static pid_t bare_clone(void)
{
	return syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
}

static pid_t told_clone(void)
{
	pid_t pid;

	marker_before_fork();
	pid = bare_clone();
	if (pid)
		marker_after_fork_parent();
	else
		marker_after_fork_child();
	return pid;
}

int main(int argc, char **argv)
{
	int i, status, nr = argc > 1 ? atoi(argv[1]) : 10, bad = 0;
	pid_t (*const makers[])(void) = { fork, told_clone, fork, bare_clone };
	pthread_t thread;

	if (pthread_create(&thread, NULL, keep_hitting, NULL))
		return 1;
	for (i = 0; i < nr; i++) {
		pid_t pid = makers[i % 4]();

		if (!pid)
			child();
		hit(0, i);
		if (waitpid(pid, &status, 0) != pid || status)
			bad++;
	}
	__atomic_store_n(&stop, 1, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	return bad ? 1 : 0;
}
