/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reader.h - the events of many traces, in the order of time
 *
 * Traces are read by libbabeltrace2, as babeltrace2 itself reads them: whatever writes CTF 1.8 can
 * be read here, and the two agree.
 */
#ifndef CTF_READER_H
#define CTF_READER_H

#include <babeltrace2/babeltrace.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "origin.h"

struct ctf_reader;

enum ctf_message_type {
	CTF_EVENT,
	CTF_DISCARDED_EVENTS, /* the writer had no room for them */
	CTF_DISCARDED_PACKETS,
};

/** struct ctf_message - an event, or a gap in a stream; valid until the next one is read */
struct ctf_message {
	enum ctf_message_type type;
	bool timed;	       /* the stream has a clock */
	int64_t time_ns;       /* from the Unix epoch; of a gap: its beginning */
	int64_t end_ns;	       /* of a gap */
	uint64_t count;	       /* of a gap; 0: not known */
	const char *name;      /* of an event */
	const bt_event *event; /* NULL for a gap */
	const struct ctf_origin *origin;
};

/**
 * struct ctf_reader_options - what is read
 * @dirs:	traces, and directories that have traces below them
 * @complain:	told of each trace that cannot be read, and of damage that ends the reading: where
 *		it is, and what is wrong
 */
struct ctf_reader_options {
	char *const *dirs;
	size_t nr_dirs;
	void (*complain)(void *data, const char *where, const char *what);
	void *data;
};

/**
 * ctf_reader_open() - begin to read
 *
 * A trace that cannot be read is told of and left out, and so is a file of ours that cannot be;
 * ctf_reader_refused() counts them.
 *
 * Return: 0; -ENOENT if no trace is left; -ENOMEM, or -ENOSYS if libbabeltrace2 has no plugins.
 */
int ctf_reader_open(struct ctf_reader **reader, const struct ctf_reader_options *options);

/**
 * ctf_reader_next() - the next message
 *
 * Return: 1; 0 at the end; -EINVAL where a trace is damaged (and was complained of), -ENOMEM.
 */
int ctf_reader_next(struct ctf_reader *reader, struct ctf_message *message);

size_t ctf_reader_refused(const struct ctf_reader *reader);
void ctf_reader_close(struct ctf_reader *reader);

#endif
