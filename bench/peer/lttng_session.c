// SPDX-License-Identifier: GPL-2.0-only
/*
 * lttng_session.c - LTTng-UST as its users run it
 *
 *	lttng-sessiond	one of our own, or the one that is there already
 *	snapshot	a session in snapshot mode: the buffers are overwritten, nothing is written out
 *	output		one that is written to disk; its buffers are as large as is needed for no loss
 *	provider	a shared object beside markbench, which is loaded when the sessions wait for it
 *
 * Opened once and for the life of the process, since LTTng-UST cannot be unloaded; undone at its
 * exit.  The daemon is told by the kernel if markbench is killed.
 */
#include "lttng_session.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "../row/record.h"

#define PATIENCE_MS 10000

static struct {
	struct record_folder folder;
	pid_t owner;
	pid_t daemon; /* 0 if it is not ours */
	char name[LTTNG_MODES][32];
	const struct lttng_loops *loops;
} session;

static const char *const mode_names[LTTNG_MODES] = { "snapshot", "output" };

/* ---- commands ------------------------------------------------------------------------ */

static void become(char *const *argv)
{
	int null = open("/dev/null", O_RDWR);
	cpu_set_t all;
	int cpu;

	/* The runner is pinned to one. */
	CPU_ZERO(&all);
	for (cpu = 0; cpu < CPU_SETSIZE; cpu++)
		CPU_SET(cpu, &all);
	sched_setaffinity(0, sizeof(all), &all);
	prctl(PR_SET_PDEATHSIG, SIGTERM);
	if (null >= 0) {
		dup2(null, STDIN_FILENO);
		dup2(null, STDOUT_FILENO);
		dup2(null, STDERR_FILENO);
	}
	execvp(argv[0], argv);
	_exit(127);
}

static pid_t start(const char *const *argv)
{
	pid_t pid = fork();

	if (!pid)
		become((char *const *)argv);
	return pid;
}

/* Runs "lttng --no-sessiond ..."; whether it succeeded. */
static bool lttng(const char *const *words)
{
	const char *argv[20] = { "lttng", "--no-sessiond" };
	int status, i;
	pid_t pid;

	for (i = 0; i < 17 && words[i]; i++)
		argv[i + 2] = words[i];
	pid = start(argv);
	return pid > 0 && waitpid(pid, &status, 0) == pid && !status;
}

#define LTTNG(...) lttng((const char *const[]){ __VA_ARGS__, NULL })

static void sleep_ms(unsigned int ms)
{
	const struct timespec time = { .tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000l };

	nanosleep(&time, NULL);
}

/* ---- the daemon ------------------------------------------------------------------------ */

static int start_daemon(char *why, size_t len)
{
	static const char *const argv[] = { "lttng-sessiond", "--no-kernel", NULL };
	unsigned int waited;

	if (LTTNG("list"))
		return 0;
	session.daemon = start(argv);
	if (session.daemon < 0) {
		session.daemon = 0;
		return -errno;
	}
	for (waited = 0; waited < PATIENCE_MS; waited += 50) {
		if (LTTNG("list"))
			return 0;
		if (waitpid(session.daemon, NULL, WNOHANG) == session.daemon) {
			session.daemon = 0;
			break;
		}
		sleep_ms(50);
	}
	snprintf(why, len, "lttng-sessiond cannot be started (lttng-tools)");
	return -ENOENT;
}

static void stop(void)
{
	unsigned int mode;

	/* A child of markbench that exits has opened nothing. */
	if (session.owner != getpid())
		return;
	for (mode = 0; mode < LTTNG_MODES; mode++)
		if (session.name[mode][0])
			LTTNG("destroy", session.name[mode]);
	if (session.daemon) {
		kill(session.daemon, SIGTERM);
		waitpid(session.daemon, NULL, 0);
	}
	record_folder_remove(&session.folder);
}

/* ---- the sessions ------------------------------------------------------------------------ */

static bool make_session(enum lttng_mode mode)
{
	char output[PATH_MAX + 32], event[64], *name = session.name[mode];
	bool made;

	snprintf(output, sizeof(output), "--output=%s/%s", session.folder.path, mode_names[mode]);
	snprintf(event, sizeof(event), "markbench_record:%s", mode_names[mode]);
	snprintf(name, sizeof(session.name[mode]), "markbench-%d-%.1s", (int)getpid(),
		 mode_names[mode]);
	if (mode == LTTNG_SNAPSHOT)
		made = LTTNG("create", name, "--snapshot", output) &&
		       LTTNG("enable-channel", "-u", "-s", name, "--overwrite",
			     "--subbuf-size=256k", "--num-subbuf=4", "c");
	else
		made = LTTNG("create", name, output) &&
		       LTTNG("enable-channel", "-u", "-s", name, "--discard", "--subbuf-size=1M",
			     "--num-subbuf=16", "c");
	return made && LTTNG("enable-event", "-u", "-s", name, "-c", "c", event) &&
	       LTTNG("start", name);
}

static int make_sessions(char *why, size_t len)
{
	unsigned int mode;

	for (mode = 0; mode < LTTNG_MODES; mode++) {
		if (make_session(mode))
			continue;
		snprintf(why, len, "lttng: no session in %s mode", mode_names[mode]);
		return -EIO;
	}
	return 0;
}

/* ---- the provider ------------------------------------------------------------------------ */

static void *load_provider(void)
{
	char path[PATH_MAX + 32];
	ssize_t len = readlink("/proc/self/exe", path, PATH_MAX);
	char *slash;

	if (len < 0)
		return NULL;
	path[len] = '\0';
	slash = strrchr(path, '/');
	if (!slash)
		return NULL;
	strcpy(slash, "/bench/lttng-record.so");
	/* Its constructor waits until the daemon has told it what is on. */
	setenv("LTTNG_UST_REGISTER_TIMEOUT", "10000", 1);
	return dlopen(path, RTLD_NOW | RTLD_NODELETE);
}

static bool are_on(const struct lttng_loops *loops)
{
	return loops->is_on[LTTNG_SNAPSHOT]() && loops->is_on[LTTNG_OUTPUT]();
}

/* Leaves a sentence where there are none. */
static void find_loops(char *why, size_t len)
{
	void *provider = load_provider();
	const struct lttng_loops *loops;
	unsigned int waited;

	loops = provider ? dlsym(provider, "markbench_lttng_loops") : NULL;
	if (!loops) {
		snprintf(why, len, "%s", dlerror());
		return;
	}
	for (waited = 0; waited < PATIENCE_MS && !are_on(loops); waited += 50)
		sleep_ms(50);
	if (!are_on(loops)) {
		snprintf(why, len, "LTTng-UST has not switched the events on");
		return;
	}
	session.loops = loops;
}

/**
 * lttng_session_open() - both sessions are recording when this returns
 *
 * Return: the loops, or NULL with a sentence; a second call returns what the first did.
 */
const struct lttng_loops *lttng_session_open(char *why, size_t len)
{
	static char failed[128];
	int ret;

	if (session.owner) {
		snprintf(why, len, "%s", failed);
		return session.loops;
	}
	session.owner = getpid();
	atexit(stop);
	ret = record_folder_make(&session.folder, false, failed, sizeof(failed));
	if (!ret)
		ret = start_daemon(failed, sizeof(failed));
	if (!ret)
		ret = make_sessions(failed, sizeof(failed));
	if (!ret)
		find_loops(failed, sizeof(failed));
	snprintf(why, len, "%s", failed);
	return session.loops;
}
