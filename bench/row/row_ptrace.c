// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_ptrace.c - a hit of a debugger's breakpoint
 *
 * A child calls a function without end; we, its tracer, do what gdb does with a breakpoint that only
 * counts: wait for the stop, set the program counter back, put the instruction there, step over it,
 * put the breakpoint back and continue.  Both run on the processor of the run, by turns.
 */
#include "../bench.h"

#include <elf.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "probed.h"

static struct {
	pid_t pid;
	void *address;
	long instruction;
} child;

static void live_as_child(void (*function)(void))
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (setpgid(0, 0) || ptrace(PTRACE_TRACEME, 0, NULL, NULL) || raise(SIGSTOP))
		_exit(EXIT_FAILURE);
	for (;;)
		function();
}

static int wait_for_stop(int signal)
{
	int status;

	while (waitpid(child.pid, &status, __WALL) < 0) {
		if (errno != EINTR)
			return -errno;
	}
	if (!WIFSTOPPED(status) || WSTOPSIG(status) != signal)
		return -ECHILD;
	return 0;
}

static int write_text(long word)
{
	return ptrace(PTRACE_POKETEXT, child.pid, child.address, (void *)word) ? -errno : 0;
}

static int go_back(void)
{
	struct user_regs_struct regs;
	struct iovec all = { &regs, sizeof(regs) };

	if (ptrace(PTRACE_GETREGSET, child.pid, (void *)NT_PRSTATUS, &all))
		return -errno;
	memcpy(probed_pc(&regs), &child.address, sizeof(child.address));
	return ptrace(PTRACE_SETREGSET, child.pid, (void *)NT_PRSTATUS, &all) ? -errno : 0;
}

static int go_on(enum __ptrace_request how)
{
	if (ptrace(how, child.pid, NULL, NULL))
		return -errno;
	return wait_for_stop(SIGTRAP);
}

/* From one stop at the breakpoint to the next. */
static int hit(void)
{
	int ret = go_back();

	if (!ret)
		ret = write_text(child.instruction);
	if (!ret)
		ret = go_on(PTRACE_SINGLESTEP);
	if (!ret)
		ret = write_text(probed_breakpoint(child.instruction));
	return ret ? ret : go_on(PTRACE_CONT);
}

static int set_breakpoint(void)
{
	int ret = wait_for_stop(SIGSTOP);

	if (ret)
		return ret;
	if (ptrace(PTRACE_SETOPTIONS, child.pid, NULL, (void *)PTRACE_O_EXITKILL))
		return -errno;
	errno = 0;
	child.instruction = ptrace(PTRACE_PEEKTEXT, child.pid, child.address, NULL);
	if (errno)
		return -errno;
	ret = write_text(probed_breakpoint(child.instruction));
	if (!ret)
		ret = go_on(PTRACE_CONT);
	return ret ? ret : hit();
}

static void ptrace_exit(const struct bench *bench)
{
	kill(child.pid, SIGKILL);
	while (waitpid(child.pid, NULL, __WALL) < 0 && errno == EINTR)
		;
}

static int ptrace_init(const struct bench *bench, char *why, size_t len)
{
	void (*function)(void) = probed_functions[PROBED_PTRACE];
	int ret;

	if (!function) {
		snprintf(why, len, "no breakpoint instruction is known for this processor");
		return -ENOTSUP;
	}
	child.address = (void *)function;
	child.pid = fork();
	if (child.pid < 0)
		return -errno;
	if (!child.pid)
		live_as_child(function);
	ret = set_breakpoint();
	if (!ret)
		return 0;
	snprintf(why, len, "a child cannot be traced: %s", strerror(-ret));
	ptrace_exit(bench);
	return ret;
}

static BENCH_CODE void run_ptrace(unsigned long loops)
{
	for (; loops; loops--) {
		/* Somebody killed the child: no figure may come of that. */
		if (hit())
			abort();
	}
}

static const struct bench rows[] = {
	{ .name = "ptrace-breakpoint",
	  .base = "loop-none",
	  .weight = 25000,
	  .what = "a hit of a debugger's breakpoint: stop, step over, continue",
	  .init = ptrace_init,
	  .run = run_ptrace,
	  .exit = ptrace_exit },
};

const struct bench_group bench_ptrace = {
	.name = "ptrace",
	.what = "a breakpoint of a debugger, by ptrace(2)",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
