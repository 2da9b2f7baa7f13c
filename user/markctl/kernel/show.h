/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/show.h - what the kernel has, as lines of marker-protocol(7)
 */
#ifndef MARKCTL_KERNEL_SHOW_H
#define MARKCTL_KERNEL_SHOW_H

#include "marker/agent/line.h"

#include <stdio.h>

/** struct kernel_request - what is asked, where the reply goes (NULL: nowhere), and an error's sentence */
struct kernel_request {
	const struct marker_line *line;
	FILE *reply;
	char *why;
	size_t why_size;
};

/**
 * struct kernel_count - over the markers of a glob
 * @markers:	how many
 * @sites_on:	of all of them
 */
struct kernel_count {
	unsigned long markers, sites_on;
};

/* 0 or -errno; the first two reply, the others only count. */
int kernel_list(const struct kernel_request *request);
int kernel_status(const struct kernel_request *request);
int kernel_count_markers(const struct kernel_request *request, const char *glob,
			 struct kernel_count *count);
int kernel_count_connections(const struct kernel_request *request, unsigned long *nr);

/** kernel_note() - what the kernel said of the last command that was no error; -ENODATA if nothing */
int kernel_note(char *note, size_t size, char *why, size_t why_size);

/** kernel_put_quoted() - " key=" and a text in quotes */
void kernel_put_quoted(FILE *out, const char *key, const char *text);

#endif
