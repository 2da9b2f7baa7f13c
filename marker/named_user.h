/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * named_user.h - the connections of named probes in a process: of MARKER_ENABLE, and of the agent
 */
#ifndef MARKER_NAMED_USER_H
#define MARKER_NAMED_USER_H

#include "named_probe.h"
#include "os.h"

/* How many connections stand at a time. */
#define MARKER_NAMED_MAX 1024

struct marker_filter;

/**
 * struct marker_named_request - what is to be connected
 * @glob:	the markers
 * @probe:	a named probe
 * @arg:	what came after "=" or NULL
 * @later:	also if there is no such marker yet
 * @filtered:	the next four are to be looked at; struct marker_filter_spec has what they mean
 * @filter_text: the same as who asked wrote it, to be compared and shown
 */
struct marker_named_request {
	const char *glob;
	const struct marker_named_probe *probe;
	const char *arg;
	bool later;
	bool filtered;
	const char *condition;
	u64 every;
	u64 rate;
	u32 tid;
	const char *filter_text;
};

/** struct marker_named_connection - one that stands */
struct marker_named_connection {
	struct marker_named_connection *next;
	const struct marker_named_probe *probe;
	void *private_data;
	const char *glob;
	const char *arg;    /* "" if there was none */
	const char *filter; /* as text, "" if there is none */
	struct marker_filter *before;
	u64 since_ns;	  /* CLOCK_MONOTONIC */
	u64 since_cpu_ns; /* of the process's CPU time */
	bool inherited;	  /* over a fork(): what it has seen is older than the process */
};

/** marker_named_find() - a probe that the library has itself, or NULL */
const struct marker_named_probe *marker_named_find(const char *name);

/** marker_named_list() - the names of those, ", " between them, cut where they do not fit */
void marker_named_list(char *names, size_t size);

/**
 * marker_named_enable() - connect a named probe
 * @request:	strings are copied
 * @result:	the account of the connection; @result->reason also says what is wrong with a filter
 *
 * Context: sleeps.
 * Return: as marker_probe_connect(); -EEXIST if the probe is connected to that glob with that argument and
 * filter already; -ENOENT if there is no such marker (and not later); -ENOSPC if MARKER_NAMED_MAX stand; -ESHUTDOWN at exit; or what the probe's open said.
 */
int marker_named_enable(const struct marker_named_request *request, struct marker_result *result);

/**
 * marker_named_disable() - disconnect named probes
 * @glob:	everything that was connected to it, or to a pattern or name that it matches
 * @name:	the probe, NULL for any; "NAME=ARG": with that argument alone
 *
 * Context: sleeps for a grace period.
 * Return: how many connections there were, -ENOENT, or -EPERM of marker_synchronize(): then they are
 * disconnected, and what they had is never freed.
 */
int marker_named_disable(const char *glob, const char *name);

/**
 * marker_named_finish() - disconnect all and close them: the program ends
 *
 * Somebody who is in the middle of enabling or disabling is waited for, but not for long.
 */
void marker_named_finish(void);

/**
 * marker_named_is_quiet() - may a probe that is being opened not print on standard error at exit?
 *
 * The program was not started with it; for the open hooks.
 */
bool marker_named_is_quiet(void);

/** marker_named_start() - MARKER_ENABLE is read, until marker_named_started() */
void marker_named_start(void);
void marker_named_started(void);

/* Around marker_named_first() and what is done with it; outside os_lock(). */
void marker_named_lock(void);
void marker_named_unlock(void);
const struct marker_named_connection *marker_named_first(void);

/** marker_named_status() - marker_named_lock() is held; 0 or -ENODATA (struct marker_named_probe) */
int marker_named_status(const struct marker_named_connection *connection,
			const struct marker_info *marker, struct marker_named_status *status);

/** marker_named_stopped() - hits that the filter let not through */
u64 marker_named_stopped(const struct marker_named_connection *connection);

/** marker_named_forked() - in the child, which has all connections; the lock is held */
void marker_named_forked(void);

/** marker_clock_ns() - of clock_gettime(2) */
u64 marker_clock_ns(clockid_t clock);

#endif
