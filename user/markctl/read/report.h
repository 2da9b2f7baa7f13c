/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - what markctl stat has counted, as text or JSON
 */
#ifndef MARKCTL_REPORT_H
#define MARKCTL_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "user/markctl/record/child.h"
#include "user/markctl/read/counts.h"

/* A line of the report. */
struct report_line {
	char *name;
	char *format;
	unsigned long hits;
};

struct report {
	char **argv; /* the command; of a process that ran already, its program alone */
	pid_t pid;   /* of such a process, or 0 */
	const struct child_outcome *outcome;
	struct report_line *lines;
	size_t nr_lines;
	unsigned long programs; /* that had the library and took part */
	unsigned long lost;	/* hits of more markers than there is room for */
};

/**
 * report_read() - take over what was counted
 * @globs:	what was asked for: markers of the command's own file that were never hit have a line
 *		too
 *
 * Return: 0 or -ENOMEM; report_free() in any case.
 */
int report_read(struct report *report, const struct marker_count_region *region, char **globs,
		size_t nr_globs);
void report_free(struct report *report);

int report_print_text(const struct report *report, FILE *out);
int report_print_json(const struct report *report, FILE *out);

#endif
