/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * attach.h - probes that a command connects in a running process and disconnects when it is done
 *
 * Each has an argument of its own (a directory, a file of counters), by which it is known again: what
 * others have connected to the same markers stays.
 */
#ifndef MARKCTL_ATTACH_H
#define MARKCTL_ATTACH_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "user/markctl/control/children.h"
#include "user/markctl/control/client.h"

#define ATTACH_MAX 32

/** struct attach_filter - which hits; NULL: all (marker-protocol(7)) */
struct attach_filter {
	const char *condition;
	const char *every;
	const char *rate;
	const char *tid;
};

struct attach {
	pid_t pid;
	struct children children;
	struct client *client;	/* NULL but while commands are sent */
	char *undo[ATTACH_MAX]; /* commands */
	size_t nr;
	bool refused;  /* it was asked, and said no */
	bool detached; /* attach_detach() */
};

/** attach_open() - as client_open() */
int attach_open(struct attach *attach, pid_t pid, char *why, size_t why_size);

/** attach_status() - the exit status after one of the others has failed */
int attach_status(const struct attach *attach);

/** attach_pause() - hang up: an agent does not wait for who says nothing for minutes */
void attach_pause(struct attach *attach);

/**
 * attach_enable() - connect a probe; sites that stay off are told on standard error, and why
 * @probe:	NAME=ARG
 * @filter:	may be NULL
 */
int attach_enable(struct attach *attach, const char *glob, const char *probe,
		  const struct attach_filter *filter, char *why, size_t why_size);

/**
 * attach_detach() - disconnect what attach_enable() has connected; after attach_pause() too
 *
 * Return: 0, or what the process said; one that is gone is no error.
 */
int attach_detach(struct attach *attach, char *why, size_t why_size);

/**
 * attach_close() - attach_detach(), if that was not done, and the same in children that the process has
 * forked meanwhile
 *
 * Return: as attach_detach(); what children say is not told.
 */
int attach_close(struct attach *attach, char *why, size_t why_size);

#endif
