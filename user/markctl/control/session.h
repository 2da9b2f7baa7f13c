/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * session.h - a command's talk with one process, or with the kernel: options, requests, replies
 */
#ifndef MARKCTL_SESSION_H
#define MARKCTL_SESSION_H

#include <json-c/json.h>
#include <stdbool.h>

#include "user/markctl/control/control.h"
#include "marker/agent/line.h"

/** struct session - zeroed, then filled by session_option(), then opened */
struct session {
	pid_t pid; /* 0: not said */
	bool kernel;
	bool json;
	const struct control *control;
	void *handle;
	char why[1024];
};

/** struct reply - lines, the last one ("ok ...") too */
struct reply {
	struct marker_line *lines;
	size_t nr;
	char *text;
	size_t size;
};

/* For getopt_long(), to be put among a command's own. */
#define SESSION_SHORTS "p:kjh"
#define SESSION_LONGS                                                                  \
	{ "pid", required_argument, NULL, 'p' }, { "kernel", no_argument, NULL, 'k' }, \
		{ "json", no_argument, NULL, 'j' },                                    \
	{                                                                              \
		"help", no_argument, NULL, 'h'                                         \
	}
#define SESSION_HELP                             \
	"  -p, --pid PID    a running process\n" \
	"  -k, --kernel     the kernel\n"        \
	"  -j, --json       JSON on standard output\n"

/** session_option() - 0, or -EINVAL for an option that is not of SESSION_SHORTS, or has a wrong value */
int session_option(struct session *session, int c, const char *arg);

/** session_open() - 0, or an exit status: what is wrong has been said on standard error */
int session_open(struct session *session);
void session_close(struct session *session);

/**
 * session_request() - one command
 * @reply:	to be freed; empty on an error
 *
 * Return: 0 or a negative errno, the sentence in @session->why.
 */
int session_request(struct session *session, const char *command, struct reply *reply);
void reply_free(struct reply *reply);

/** session_fail() - say @session->why behind "markctl: WHAT: "; the exit status for @err */
int session_fail(const struct session *session, const char *what, int err);

/** reply_value() - of a line, "" if it has no such key */
const char *reply_value(const struct marker_line *line, const char *key);

/** reply_is() - is it a line of that kind? */
bool reply_is(const struct marker_line *line, const char *kind);

/** reply_warn() - of the last line of "enable": say on standard error which sites stay off, and why */
void reply_warn(const struct marker_line *ok, const char *glob);

/** reply_json() - a line as an object: each key, its value a number or text */
json_object *reply_json(const struct marker_line *line);

/** reply_json_all() - all lines of a kind, as an array */
json_object *reply_json_all(const struct reply *reply, const char *kind);

#endif
