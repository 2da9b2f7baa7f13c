/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * until.h - wait for an interrupt, the end of a process, a time, a key: whichever comes first
 */
#ifndef MARKCTL_UNTIL_H
#define MARKCTL_UNTIL_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>

struct until {
	int signal_fd;
	int process_fd; /* -1: no process */
	sigset_t old_mask;
};

enum until_reason {
	UNTIL_TIME,
	UNTIL_SIGNAL, /* SIGINT, SIGQUIT, SIGTERM or SIGHUP */
	UNTIL_PROCESS,
	UNTIL_INPUT,
};

/**
 * until_open() - from here on those signals are kept for until_wait()
 * @pid:	a process whose end is waited for; 0: none
 *
 * Return: 0, or -ESRCH and other negative errnos of pidfd_open() and signalfd().
 */
int until_open(struct until *until, pid_t pid);
void until_close(struct until *until);

/**
 * until_wait() - wait
 * @seconds:	at most; negative: for ever
 * @input:	a descriptor that may become readable; -1: none
 *
 * Return: an enum until_reason or a negative errno.
 */
int until_wait(struct until *until, double seconds, int input);

/** until_seconds() - "5", "0.5": a positive number of seconds; 0 or -EINVAL */
int until_seconds(const char *text, double *seconds);

#endif
