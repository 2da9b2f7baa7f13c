// SPDX-License-Identifier: GPL-2.0-only
/*
 * until.c - waiting for one of several ends
 */
#include "user/markctl/record/until.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/pidfd.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec + time.tv_nsec * 1e-9;
}

int until_open(struct until *until, pid_t pid)
{
	static const int signals[] = { SIGINT, SIGQUIT, SIGTERM, SIGHUP };
	sigset_t mask;
	size_t i;
	int err;

	until->process_fd = -1;
	if (pid) {
		until->process_fd = pidfd_open(pid, 0);
		if (until->process_fd < 0)
			return -errno;
	}
	sigemptyset(&mask);
	for (i = 0; i < sizeof(signals) / sizeof(signals[0]); i++)
		sigaddset(&mask, signals[i]);
	sigprocmask(SIG_BLOCK, &mask, &until->old_mask);
	until->signal_fd = signalfd(-1, &mask, SFD_CLOEXEC);
	if (until->signal_fd >= 0)
		return 0;
	err = -errno;
	until_close(until);
	return err;
}

/* A signal that has come was meant for what is over now: it does not end the caller. */
void until_close(struct until *until)
{
	struct signalfd_siginfo info;
	struct pollfd poll_fd = { .fd = until->signal_fd, .events = POLLIN };

	while (until->signal_fd >= 0 && poll(&poll_fd, 1, 0) > 0)
		if (read(until->signal_fd, &info, sizeof(info)) <= 0)
			break;
	if (until->signal_fd >= 0)
		close(until->signal_fd);
	if (until->process_fd >= 0)
		close(until->process_fd);
	sigprocmask(SIG_SETMASK, &until->old_mask, NULL);
}

int until_wait(struct until *until, double seconds, int input)
{
	struct pollfd fds[] = {
		{ .fd = until->signal_fd, .events = POLLIN },
		{ .fd = until->process_fd, .events = POLLIN },
		{ .fd = input, .events = POLLIN },
	};
	double end = now() + seconds, left;
	struct timespec time;
	int ret;

	do {
		left = fmax(end - now(), 0);
		time.tv_sec = left;
		time.tv_nsec = (left - time.tv_sec) * 1e9;
		ret = ppoll(fds, 3, seconds < 0 ? NULL : &time, NULL);
	} while (ret < 0 && errno == EINTR);
	if (ret < 0)
		return -errno;
	if (fds[0].revents)
		return UNTIL_SIGNAL;
	if (fds[1].revents)
		return UNTIL_PROCESS;
	return fds[2].revents ? UNTIL_INPUT : UNTIL_TIME;
}

int until_seconds(const char *text, double *seconds)
{
	char *end;

	errno = 0;
	*seconds = strtod(text, &end);
	/* A month is as good as for ever, and fits a time_t anywhere. */
	if (errno || end == text || *end || !isfinite(*seconds) || *seconds <= 0 || *seconds > 31e6)
		return -EINVAL;
	return 0;
}
