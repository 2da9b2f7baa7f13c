// SPDX-License-Identifier: GPL-2.0-only
/*
 * child.c - starting a command, passing signals on, waiting
 */
#include "user/markctl/record/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const int fatal_signals[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };

#define NR_FATAL (sizeof(fatal_signals) / sizeof(fatal_signals[0]))

/* What was before, for the child. */
static struct sigaction old_actions[NR_FATAL];
static struct sigaction old_child_action;
static sigset_t old_mask;

static volatile pid_t child_pid;

static void pass_on(int sig, siginfo_t *info, void *context)
{
	int saved_errno = errno;

	/* The terminal's go to the whole group of processes: the child has its own. */
	if (info->si_code != SI_KERNEL && child_pid > 0)
		kill(child_pid, sig);
	errno = saved_errno;
}

void child_guard(void)
{
	struct sigaction action = { .sa_sigaction = pass_on, .sa_flags = SA_SIGINFO };
	struct sigaction plain = { .sa_handler = SIG_DFL };
	sigset_t mask;
	size_t i;

	sigemptyset(&mask);
	for (i = 0; i < NR_FATAL; i++)
		sigaddset(&mask, fatal_signals[i]);
	sigprocmask(SIG_BLOCK, &mask, &old_mask);
	for (i = 0; i < NR_FATAL; i++) {
		sigaction(fatal_signals[i], NULL, &old_actions[i]);
		if (old_actions[i].sa_handler != SIG_IGN)
			sigaction(fatal_signals[i], &action, NULL);
	}
	/* A parent that ignores SIGCHLD would have waitpid() find nothing. */
	sigaction(SIGCHLD, &plain, &old_child_action);
}

static void exec_child(char **argv, const char *name, const char *value, int report_fd)
{
	ssize_t ignored;
	int err;
	size_t i;

	for (i = 0; i < NR_FATAL; i++)
		sigaction(fatal_signals[i], &old_actions[i], NULL);
	sigaction(SIGCHLD, &old_child_action, NULL);
	sigprocmask(SIG_SETMASK, &old_mask, NULL);
	if (!setenv(name, value, 1))
		execvp(argv[0], argv);
	err = errno;
	ignored = write(report_fd, &err, sizeof(err));
	(void)ignored;
	_exit(127);
}

static uint64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000000000ull + now.tv_nsec;
}

/* The write end is close-on-exec: it closes without a word when the command has started. */
static int read_start_errno(int fd)
{
	int err = 0;
	ssize_t len;

	do {
		len = read(fd, &err, sizeof(err));
	} while (len < 0 && errno == EINTR);
	return len == sizeof(err) ? err : 0;
}

static void wait_for(pid_t pid, struct child_outcome *outcome)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (WIFSIGNALED(status)) {
		outcome->signal = WTERMSIG(status);
		outcome->status = 128 + outcome->signal;
	} else {
		outcome->status = WEXITSTATUS(status);
	}
}

int child_run(char **argv, const char *name, const char *value, struct child_outcome *outcome)
{
	uint64_t start_ns;
	int fds[2], err;
	pid_t pid;

	*outcome = (struct child_outcome){ 0 };
	if (pipe2(fds, O_CLOEXEC))
		return -errno;
	start_ns = now_ns();
	pid = fork();
	err = -errno;
	if (pid == 0)
		exec_child(argv, name, value, fds[1]);
	close(fds[1]);
	if (pid > 0) {
		child_pid = pid;
		sigprocmask(SIG_SETMASK, &old_mask, NULL);
		outcome->start_errno = read_start_errno(fds[0]);
		wait_for(pid, outcome);
		child_pid = 0;
		outcome->elapsed_ns = now_ns() - start_ns;
		err = 0;
	}
	close(fds[0]);
	if (outcome->start_errno)
		outcome->status = outcome->start_errno == ENOENT ? 127 : 126;
	return err;
}

bool child_glob_is_sound(const char *glob)
{
	return glob[0] && !strpbrk(glob, ",:= \t\n");
}

char *child_marker_enable(char *const *globs, size_t nr_globs, const char *probe)
{
	const char *before = getenv("MARKER_ENABLE");
	size_t size = 0, i;
	char *value = NULL;
	FILE *out = open_memstream(&value, &size);

	if (!out)
		return NULL;
	if (before && before[0])
		fprintf(out, "%s,", before);
	for (i = 0; i < nr_globs; i++)
		fprintf(out, "%s%s:%s", i ? "," : "", globs[i], probe);
	if (fclose(out)) {
		free(value);
		return NULL;
	}
	return value;
}
