/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sizes.h - how many bytes the events of a trace of ours have, by the description that we write
 */
#ifndef CTF_SIZES_H
#define CTF_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "probes/ctf/ctf.h"

/** struct ctf_event_size - bytes before each string, and after the last one */
struct ctf_event_size {
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
 * ctf_sizes_count() - the events of a packet
 * @data:	what is behind its head
 *
 * Return: how many, or -EINVAL if they do not end where the data end.
 */
int64_t ctf_sizes_count(const struct ctf_sizes *sizes, const uint8_t *data, size_t size);

#endif
