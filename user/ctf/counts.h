/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * counts.h - how often each event is in a trace of ours, also while it is being written
 *
 * Counting by libbabeltrace2 takes a second for some hundred thousand events.  This walks over the
 * events by their sizes, which our descriptions say in few words, and goes on where it was: what was
 * counted once is not read again.  It reads no other traces.
 */
#ifndef CTF_COUNTS_H
#define CTF_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sizes.h"

/** struct ctf_counted_file - one packet; bytes from its beginning */
struct ctf_counted_file {
	char *name;
	size_t at;  /* so far it was counted */
	size_t end; /* of what it had when it was looked at last */
	uint64_t stream;
	uint64_t discarded;
	bool seen;
};

/**
 * struct ctf_counts - of one trace
 * @sizes:	the events that are described
 * @events:	by the number of the event, as many as @sizes has
 * @bytes:	of packets, without the room that is left in them
 * @discarded:	events that found no room when they were recorded
 * @known:	false: something is not as we write it, and not all is counted
 */
struct ctf_counts {
	char *trace;
	struct ctf_sizes sizes;
	uint64_t *events;
	uint64_t bytes;
	uint64_t discarded;
	bool known;
	struct ctf_counted_file *files;
	size_t nr_files;
	size_t room;
};

/** ctf_counts_open() - nothing is counted yet; 0, -EINVAL if the trace is not ours, -ENOMEM */
int ctf_counts_open(struct ctf_counts *counts, const char *trace);

/**
 * ctf_counts_update() - count what has come since the last time
 *
 * What a flight recorder has written over meanwhile stays counted, if it was before.
 *
 * Return: 0, or a negative errno: the trace is not there any more, or memory.
 */
int ctf_counts_update(struct ctf_counts *counts);

void ctf_counts_close(struct ctf_counts *counts);

#endif
