// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * agent.c - the life of the agent: a thread that is there from the start to the end
 *
 * It waits in poll() and costs nothing until somebody connects.  All signals are blocked in it, so that
 * the program's handlers run where they did.  The program never waits for it: its end removes the
 * socket's name and goes on.  The socket is made before the thread, because nobody opens or closes
 * descriptors then: main may count on getting the lowest number that is free.
 *
 *	agent.c			the thread
 *	server.c		its socket, and who is connected		address.c, fd.c
 *	client.c		one of them: a line in, a reply out		reply.c
 *	request.c		what a line asks for				line.c
 *	command.c		doing it					named_user.c
 *
 * fork() copies one thread alone: the child starts an agent of its own.  It sleeps before it does
 * anything, so that a child that calls exec at once leaves no socket behind.
 *
 * Locking: none of its own.
 */
#include "agent.h"

#include "command.h"
#include "server.h"
#include "../plugin.h"

#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <time.h>
#include "../valgrind_user.h"

/* What the commands take, with a probe's open and a plug-in's constructor; thread-local data is on top. */
#define STACK_SIZE (256u << 10)

#define CHILD_SLEEPS_NS 20000000

/* Under valgrind alone. */
#define JOIN_PATIENCE_S 2

static struct {
	bool runs;
	bool is_child;
	bool no_children; /* they get no agent */
	bool is_joined; /* at exit: valgrind takes what a thread has that runs then for lost memory */
	pthread_t thread;
	char runtime_dir[PATH_MAX];
} agent;

static void *run(void *unused)
{
	const struct timespec pause = { .tv_nsec = CHILD_SLEEPS_NS };

	prctl(PR_SET_NAME, "marker");
	if (agent.is_child) {
		nanosleep(&pause, NULL);
		if (marker_server_open(agent.runtime_dir))
			return NULL;
	}
	marker_server_run(marker_command_execute);
	return NULL;
}

/* A program with much thread-local data needs more than the small stack. */
static int create(void)
{
	pthread_attr_t attr;
	int err;

	pthread_attr_init(&attr);
	err = pthread_attr_setstacksize(&attr, STACK_SIZE);
	if (!err)
		err = pthread_create(&agent.thread, &attr, run, NULL);
	pthread_attr_destroy(&attr);
	if (err)
		err = pthread_create(&agent.thread, NULL, run, NULL);
	if (!err && !agent.is_joined)
		pthread_detach(agent.thread);
	return err;
}

static void start(void)
{
	sigset_t all, before;

	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &before);
	agent.runs = !create();
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void marker_agent_start(const char *runtime_dir)
{
	if (runtime_dir && strlen(runtime_dir) < sizeof(agent.runtime_dir))
		strcpy(agent.runtime_dir, runtime_dir);
	agent.is_joined = valgrind_runs();
	agent.no_children = marker_plugin_tsan();
	/* It forbids much to the children of a program of several threads, and cannot see into us. */
	if (agent.no_children && !OS_TSAN)
		return;
	if (!marker_server_open(agent.runtime_dir))
		start();
	if (!agent.runs)
		marker_server_finish();
}

static void join(void)
{
	struct timespec until;

	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += JOIN_PATIENCE_S;
	marker_server_wake();
	pthread_timedjoin_np(agent.thread, NULL, &until);
}

void marker_agent_finish(void)
{
	if (!agent.runs)
		return;
	marker_server_finish();
	if (agent.is_joined)
		join();
}

void marker_agent_forked(void)
{
	if (!agent.runs)
		return;
	marker_server_forked();
	agent.is_child = true;
	agent.runs = false;
	if (!agent.no_children)
		start();
}
