/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * request.h - what a line asks for
 */
#ifndef MARKER_AGENT_REQUEST_H
#define MARKER_AGENT_REQUEST_H

#include "line.h"

enum marker_verb {
	MARKER_VERB_LIST,
	MARKER_VERB_STATUS,
	MARKER_VERB_ENABLE,
	MARKER_VERB_DISABLE,
	MARKER_NR_VERBS
};

/**
 * struct marker_request - a line, understood; all strings are the line's
 * @glob:	the markers; list: "*" if the line has none
 * @probe:	enable; disable: NULL for any
 * @arg:	what is behind "PROBE=", or NULL
 * @condition, @every, @rate, @tid:	the filter; NULL and 0 for none
 * @later:	enable, also if there is no such marker yet
 */
struct marker_request {
	enum marker_verb verb;
	const char *glob;
	const char *probe;
	const char *arg;
	const char *condition;
	u64 every;
	u64 rate;
	u64 tid;
	bool later;
};

/**
 * marker_request_parse() - understand a line
 * @text:	changed, and pointed into
 * @why:	what is wrong, for people
 *
 * Return: 0, -EINVAL, or what marker_line_parse() says.
 */
int marker_request_parse(char *text, struct marker_request *request, const char **why);

/** marker_request_take() - the same of a line that was parsed */
int marker_request_take(const struct marker_line *line, struct marker_request *request,
			const char **why);

#endif
