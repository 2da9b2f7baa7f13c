// SPDX-License-Identifier: GPL-2.0-only
/*
 * The pager, a child that reads from a pipe.  It starts when the table is ready, so that what was
 * said before stands on the screen above it.  Keys are the pager's: an interrupt ends neither.
 */
#include "pager.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "user/lib/output.h"

#define NOT_FOUND 127 /* what a shell returns */

const char *pager_choose(const char *perf_pager, const char *pager)
{
	static const char *const usual[] = { "/usr/bin/pager", "/usr/bin/less" };
	const char *command = perf_pager ? perf_pager : pager;

	for (int i = 0; i < 2 && !command; i++)
		if (!access(usual[i], X_OK))
			command = usual[i];
	return command && *command && strcmp(command, "cat") != 0 ? command : NULL;
}

/* less: colours as they are, long lines are cut, nothing is cleared; F: it ends if all fits. */
static void run(const char *command, const int pipe_ends[2], bool always)
{
	dup2(pipe_ends[0], STDIN_FILENO);
	close(pipe_ends[0]);
	close(pipe_ends[1]);
	setenv("LESS", always ? "RSX" : "FRSX", 0);
	execl("/bin/sh", "sh", "-c", command, (char *)NULL);
	_exit(NOT_FOUND);
}

int pager_start(struct pager *pager, const char *command, bool always)
{
	int pipe_ends[2];

	*pager = (struct pager){ .command = command };
	if (!command)
		return 0;
	if (fflush(stdout) || pipe(pipe_ends))
		return -errno;
	pager->pid = fork();
	if (!pager->pid)
		run(command, pipe_ends, always);
	if (pager->pid < 0) {
		pager->pid = 0;
		close(pipe_ends[0]);
		close(pipe_ends[1]);
		return -EAGAIN;
	}
	close(pipe_ends[0]);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGINT, SIG_IGN);
	signal(SIGQUIT, SIG_IGN);
	pager->terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	dup2(pipe_ends[1], STDOUT_FILENO);
	if (isatty(STDERR_FILENO))
		dup2(pipe_ends[1], STDERR_FILENO);
	close(pipe_ends[1]);
	return 0;
}

bool pager_end(struct pager *pager)
{
	int status = 0;

	if (!pager->pid)
		return true;
	fflush(stdout);
	output_forget(stdout);
	fflush(stderr);
	/* The pager sees the end of its input when nobody has the pipe any more. */
	close(STDOUT_FILENO);
	dup2(pager->terminal, STDERR_FILENO);
	close(pager->terminal);
	while (waitpid(pager->pid, &status, 0) < 0 && errno == EINTR)
		;
	pager->pid = 0;
	return !WIFEXITED(status) || WEXITSTATUS(status) != NOT_FOUND;
}
