// SPDX-License-Identifier: GPL-2.0-only
/*
 * fork.c - processes that are made: fork from a threaded program, vfork, raw clone, a daemon, exec
 */
#include "life.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#define THREADS 3
#define FORKS	40

static volatile int stop;
static struct hits parent_hits;
static unsigned long progress[THREADS];

static __attribute__((noinline)) void hit(int value)
{
	MARK(fork_parent, "value %d", value);
	MARK(fork_child, "value %d", value);
	MARK_GENERIC(fork_child_generic, "value %d", value);
}

static void *hitter(void *arg)
{
	while (!stop) {
		hit(1);
		__atomic_fetch_add((unsigned long *)arg, 1, __ATOMIC_RELAXED);
	}
	return NULL;
}

/* Registers and unregisters all the time, so that forks meet the registry's lock taken. */
static void *toggler(void *arg)
{
	static struct hits hits;

	while (!stop) {
		if (marker_probe_register("fork_none_of_these*", NULL, count_hit, &hits) < 0)
			abort();
		marker_probe_unregister("fork_none_of_these*", count_hit, &hits);
		marker_synchronize();
	}
	return NULL;
}

/* All that a child may want: what it has inherited, enable, hit, disable, wait.  0 if it is right. */
static int child_works(void)
{
	struct hits hits = { 0 };
	unsigned long before = parent_hits.count;

	hit(4);
	if (parent_hits.count != before + 1)
		return 1;
	if (marker_probe_register("fork_child*", "value %d", count_hit, &hits) != 2)
		return 2;
	hit(5);
	if (hits.count != 2 || hits.sum != 10)
		return 3;
	if (marker_probe_unregister("fork_child*", count_hit, &hits))
		return 4;
	if (marker_synchronize())
		return 5;
	hit(6);
	if (hits.count != 2)
		return 6;
	if (marker_probe_unregister("fork_parent", count_hit, &parent_hits))
		return 7;
	hit(7);
	return parent_hits.count == before + 3 ? 0 : 8;
}

static int wait_for(pid_t pid)
{
	int status = -1;

	if (pid < 0)
		return 100;
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

static int forked(void)
{
	pid_t pid = fork();

	if (!pid)
		_exit(child_works());
	return wait_for(pid);
}

static int raw_clone(void)
{
	pid_t pid;

	marker_before_fork();
	pid = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
	if (!pid) {
		marker_after_fork_child();
		_exit(child_works());
	}
	marker_after_fork_parent();
	return wait_for(pid);
}

/* The grandchild is nobody's child; it answers by a pipe. */
static int daemonised(void)
{
	int fds[2], answer = 101;
	pid_t pid;

	if (pipe(fds))
		return 102;
	pid = fork();
	if (!pid) {
		setsid();
		if (!fork()) {
			answer = child_works();
			if (write(fds[1], &answer, sizeof(answer)) < 0)
				_exit(1);
		}
		_exit(0);
	}
	wait_for(pid);
	close(fds[1]);
	if (read(fds[0], &answer, sizeof(answer)) != sizeof(answer))
		answer = 103;
	close(fds[0]);
	return answer;
}

static int vforked_exec(char **argv)
{
	char *again[] = { argv[0], (char *)"child", NULL };
	pid_t pid = vfork();

	if (!pid) {
		execv(argv[0], again);
		_exit(104);
	}
	return wait_for(pid);
}

/* After exec nothing is connected, and everything works. */
static int exec_child(void)
{
	if (status_of("fork_parent").on || status_of("fork_parent").probes)
		return 20;
	if (marker_probe_register("fork_parent", "value %d", count_hit, &parent_hits) != 1)
		return 21;
	return child_works();
}

static int many(int (*make)(void))
{
	int i, ret = 0;

	for (i = 0; i < FORKS && !ret; i++)
		ret = make();
	return ret;
}

static int threads_go_on(void)
{
	unsigned long before = parent_hits.count, old[THREADS];
	int i;

	for (i = 0; i < THREADS; i++)
		old[i] = __atomic_load_n(&progress[i], __ATOMIC_RELAXED);
	for (i = 0; i < THREADS; i++)
		while (__atomic_load_n(&progress[i], __ATOMIC_RELAXED) == old[i])
			sched_yield();
	return parent_hits.count > before;
}

int main(int argc, char **argv)
{
	pthread_t threads[THREADS], toggling;
	int i, ret;

	if (argc > 1 && !strcmp(argv[1], "child"))
		return exec_child();
	ok(marker_probe_register("fork_parent", "value %d", count_hit, &parent_hits) == 1,
	   "fork: connect in the parent");
	for (i = 0; i < THREADS; i++)
		pthread_create(&threads[i], NULL, hitter, &progress[i]);
	pthread_create(&toggling, NULL, toggler, NULL);

	ret = many(forked);
	ok(ret == 0,
	   "T39 fork from a threaded program: the child enables, hits, disables, waits (%d)", ret);
	ok(status_of("fork_child").on == 0 && status_of("fork_parent").on == 1 && threads_go_on(),
	   "T39 fork: the parent's sites and threads are as before");
	ret = many(raw_clone);
	ok(ret == 0, "raw clone between marker_before_fork() and marker_after_fork_*() (%d)", ret);
	ok(status_of("fork_child").on == 0 && threads_go_on(),
	   "raw clone: the parent is as before");
	ret = many(daemonised);
	ok(ret == 0, "double fork of a daemon: the grandchild works (%d)", ret);
	ret = vforked_exec(argv);
	ok(ret == 0, "vfork and exec: the new program works, nothing is connected in it (%d)", ret);
	ok(threads_go_on(), "vfork: the parent is as before");
	stop = 1;
	for (i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	pthread_join(toggling, NULL);
	ok(marker_synchronize() == 0, "fork: grace periods end in the parent");
	return life_failures != 0;
}
