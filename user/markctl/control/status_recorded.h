/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * status_recorded.h - how often each marker of a process was recorded: from the files that it writes
 *
 * Its recorder counts nothing of a single marker, which would cost each hit.  The files have it.
 */
#ifndef MARKCTL_STATUS_RECORDED_H
#define MARKCTL_STATUS_RECORDED_H

#include <stdbool.h>
#include <stdint.h>

#include "user/markctl/control/session.h"
#include "user/ctf/counts.h"

struct recorded_trace {
	struct ctf_counts counts;
	bool is_whole; /* no flight recorder, which writes over what was recorded */
};

/** struct recorded_traces - that a process writes at this moment */
struct recorded_traces {
	pid_t pid;
	struct recorded_trace *items;
	size_t nr;
};

/**
 * recorded_read() - count the events in the traces that a status names
 *
 * One that cannot be read is left out.  Return: 0 or -ENOMEM.
 */
int recorded_read(struct recorded_traces *traces, pid_t pid, const struct reply *status);

/**
 * recorded_of() - what is recorded of a marker
 * @status:	what recorded_read() was given
 * @marker:	a line of it
 * @events:	the most that any trace has
 * @hits:	with those that were dropped: all that the recorder has seen
 *
 * Return: 0 if no trace tells, 1 if only @events is known, 2 if @hits is too.
 */
int recorded_of(const struct recorded_traces *traces, const struct reply *status,
		const struct marker_line *marker, uint64_t *events, uint64_t *hits);

void recorded_free(struct recorded_traces *traces);

#endif
