// SPDX-License-Identifier: GPL-2.0-only
/*
 * twin.c - the second thread
 *
 *	runner				twin
 *	------				----
 *					sleeps while DONE
 *	twin_wake: AWAKE	--->	leaves the kernel
 *				<---	READY, spins
 *	twin_run: the work, GO	--->	does it
 *	does it too
 *	spins until DONE	<---	DONE
 *
 * Each state is written by the one side that the drawing says.  Opened as often as there are rows
 * of two threads; there is one thread for all of them.
 */
#include "twin.h"

#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
	STARTING,
	DONE,
	AWAKE,
	READY,
	GO,
	QUIT,
};

static struct {
	unsigned int state;
	void (*run)(unsigned long loops);
	unsigned long loops;
	pthread_t thread;
	unsigned int opened;
	int cpu;
} twin;

static unsigned int state(void)
{
	return __atomic_load_n(&twin.state, __ATOMIC_ACQUIRE);
}

/* Release: who sees the state sees the work, and what the work did. */
static void set_state(unsigned int to)
{
	__atomic_store_n(&twin.state, to, __ATOMIC_RELEASE);
}

static void wake(unsigned int to)
{
	set_state(to);
	syscall(SYS_futex, &twin.state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

/* On any processor but the runner's. */
static int leave_runner(void)
{
	cpu_set_t others;
	int cpu;

	CPU_ZERO(&others);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		if (cpu != twin.cpu)
			CPU_SET(cpu, &others);
	return sched_setaffinity(0, sizeof(others), &others) ? errno : 0;
}

static void *live(void *error)
{
	*(int *)error = leave_runner();
	set_state(DONE);
	for (;;) {
		switch (state()) {
		case DONE:
			syscall(SYS_futex, &twin.state, FUTEX_WAIT_PRIVATE, DONE, NULL, NULL, 0);
			break;
		case AWAKE:
			set_state(READY);
			break;
		case GO:
			twin.run(twin.loops);
			set_state(DONE);
			break;
		case QUIT:
			return NULL;
		}
	}
}

static void wait_until(unsigned int wanted)
{
	while (state() != wanted)
		;
}

/** twin_open() - a second thread is there; 0 or a negative errno with a sentence */
int twin_open(char *why, size_t len)
{
	static int error;
	int ret;

	if (twin.opened++)
		return 0;
	twin.cpu = sched_getcpu();
	set_state(STARTING);
	ret = pthread_create(&twin.thread, NULL, live, &error);
	if (!ret) {
		while (state() != DONE)
			sched_yield();
		ret = error;
		if (ret) {
			wake(QUIT);
			pthread_join(twin.thread, NULL);
		}
	}
	if (!ret)
		return 0;
	twin.opened = 0;
	snprintf(why, len, "%s", ret == EINVAL ? "two threads need two processors" : strerror(ret));
	return -ret;
}

/** twin_wake() - get both threads ready: awake, and with the work in their caches */
void twin_wake(void (*run)(unsigned long loops), unsigned long warm)
{
	wake(AWAKE);
	wait_until(READY);
	twin_run(run, warm);
	wake(AWAKE);
	wait_until(READY);
}

/** twin_run() - the loops in both threads, which are awake; returns when both have done them */
void twin_run(void (*run)(unsigned long loops), unsigned long loops)
{
	twin.run = run;
	twin.loops = loops;
	set_state(GO);
	run(loops);
	wait_until(DONE);
}

/** twin_close() - as often as twin_open() returned 0 */
void twin_close(void)
{
	if (--twin.opened)
		return;
	wake(QUIT);
	pthread_join(twin.thread, NULL);
}
