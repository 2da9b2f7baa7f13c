/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sizes.h - the names of a trace's events and how many bytes they have, by the description that we write
 */
#ifndef CTF_SIZES_H
#define CTF_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#include "probes/ctf/ctf.h"

/**
 * struct ctf_event_size - a kind of events
 * @name, @format:	of its marker; "" where the description does not say it
 * @words:		bytes before each string, and after the last one
 */
struct ctf_event_size {
	char *name;
	char *format;
	bool known;
	uint8_t strings;
	uint16_t words[MARKER_CTF_FIELDS + 1];
};

/** struct ctf_sizes - by the number of the event */
struct ctf_sizes {
	struct ctf_event_size *events;
	size_t nr;
};

/** ctf_sizes_read() - from the text of metadata; 0, -ENOMEM, -EINVAL if it is not as we write it */
int ctf_sizes_read(struct ctf_sizes *sizes, FILE *metadata);
void ctf_sizes_free(struct ctf_sizes *sizes);

/**
 * ctf_sizes_walk() - count the events that some bytes of a packet begin with
 * @data:	where one begins
 * @counts:	for each number one more for each event; as many as @sizes has
 *
 * Return: how many bytes those events have that are there as a whole, or -EINVAL if there is one that was
 * not described.
 */
ssize_t ctf_sizes_walk(const struct ctf_sizes *sizes, const uint8_t *data, size_t size,
		       uint64_t *counts);

#endif
