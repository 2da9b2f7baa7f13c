/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * kernel/lines.h - lines of fields that are separated by tabs: what debugfs shows of markers
 */
#ifndef MARKCTL_KERNEL_LINES_H
#define MARKCTL_KERNEL_LINES_H

#include <stddef.h>

#define KERNEL_FIELDS 9

/**
 * struct kernel_lines - a file while it is walked
 * @text:	of all of it, to be freed when it is done
 * @rest:	what was not walked yet
 * @fields:	@nr of the line; text in quotes without them, and what is escaped as it was
 */
struct kernel_lines {
	char *text;
	char *rest;
	char *fields[KERNEL_FIELDS];
	unsigned int nr;
};

/** kernel_lines_open() - read a file of the folder; 0 or -errno with a sentence */
int kernel_lines_open(struct kernel_lines *lines, const char *name, char *why, size_t why_size);

/** kernel_lines_next() - go to the next line: 1, 0 behind the last, or -EPROTO for more fields */
int kernel_lines_next(struct kernel_lines *lines);
void kernel_lines_close(struct kernel_lines *lines);

#endif
