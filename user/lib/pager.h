/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The program that shows long output on a terminal.
 */
#ifndef LIB_PAGER_H
#define LIB_PAGER_H

#include <stdbool.h>
#include <sys/types.h>

struct pager {
	const char *command;
	pid_t pid;    /* 0: none */
	int terminal; /* what standard error was */
};

/**
 * pager_choose - what is run, or NULL where nothing is
 * @perf_pager, @pager: what the environment says, PERF_PAGER and PAGER; NULL where it does not
 *
 * As perf: PERF_PAGER, PAGER, what the distribution prefers, less.  "cat" and "" are none.
 */
const char *pager_choose(const char *perf_pager, const char *pager);

/**
 * pager_start - from now on, standard output (and standard error, on a terminal) goes through it
 * @command: for the shell; NULL: nothing happens
 * @always: less must not end by itself when all fits the screen
 *
 * Returns 0, or a negative errno: then output goes where it went.  From here on, the reader may
 * leave early: writing fails with EPIPE, there is no signal.
 */
int pager_start(struct pager *pager, const char *command, bool always);

/**
 * pager_end - all is written: wait until the user has read it
 *
 * Returns false where the shell did not find the command, so that nobody saw the output.
 */
bool pager_end(struct pager *pager);

static inline bool pager_is_on(const struct pager *pager)
{
	return pager->pid;
}

#endif
