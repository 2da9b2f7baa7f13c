/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * text.h - the text that describes a trace: TSDL, in the file "metadata".  User space
 *
 * First marker_ctf_head(), then a marker_ctf_event() for each marker.  Source: CTF 1.8.3, section 7 and
 * appendix C, the grammar.
 *
 * Names: readers take one '_' away from the front of a field's name, so one is put there where it would
 * be no identifier, a word of the language, or has one itself.
 */
#ifndef MARKER_CTF_TEXT_H
#define MARKER_CTF_TEXT_H

#include "ctf.h"

#include <stdio.h>

/**
 * struct marker_ctf_clock - the clock of all time stamps
 * @name:	of the counter; clocks of one name and one uuid tell the same time
 * @uuid:	of the machine since it was started, as text; NULL or "" if it is not known
 * @freq:	ticks in a second
 * @precision:	how far the offset may be wrong, in ticks
 * @offset_s:	seconds from the Unix epoch to the counter's 0, and
 * @offset:	ticks on top of them
 */
struct marker_ctf_clock {
	const char *name;
	const char *description;
	const char *uuid;
	u64 freq;
	u64 precision;
	u64 offset_s;
	u64 offset;
};

/**
 * struct marker_ctf_trace - what is said once; strings may be NULL and are left out then
 * @uuid:	as in each packet
 * @domain:	"ust" or "kernel": with the latter a packet is a CPU's, not a thread's
 * @vpid:	0: none
 * @creation:	date and time, ISO 8601
 */
struct marker_ctf_trace {
	u8 uuid[16];
	const char *domain;
	const char *hostname;
	const char *procname;
	const char *exe;
	const char *build_id;
	const char *creation;
	const char *clock_source;
	u32 vpid;
	struct marker_ctf_clock clock;
};

/**
 * marker_ctf_clock_origin() - when the counter was 0: offset_s and offset, by freq
 * @real_ns:	CLOCK_REALTIME at a moment
 * @counter:	the counter then
 *
 * Context: any.
 */
void marker_ctf_clock_origin(struct marker_ctf_clock *clock, u64 real_ns, u64 counter);

/**
 * marker_ctf_head() - write what comes before the events: trace, env, clock, stream
 *
 * The process's number and those of the clock have blanks behind them, as many as it takes to make any
 * others of them in place.
 *
 * Return: 0, or -EIO if @out has failed.
 */
int marker_ctf_head(FILE *out, const struct marker_ctf_trace *trace);

/**
 * marker_ctf_event() - write the description of one marker's events
 * @id:		of the event
 * @stream:	of the kind of stream: 0
 * @marker:	its name, and its fields as marker_ctf_layout_init() has them
 *
 * A comment in front of it has the format: "format: " and a string as C writes it.
 *
 * Return: 0, -EINVAL for more fields than a marker may have, or -EIO if @out has failed.
 */
int marker_ctf_event(FILE *out, u32 id, u32 stream, const struct marker_info *marker);

#endif
