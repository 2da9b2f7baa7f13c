/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * compare_report.h - a comparison, told: what differs around the figures, the figures, JSON
 */
#ifndef BENCH_COMPARE_REPORT_H
#define BENCH_COMPARE_REPORT_H

#include <stdio.h>

#include "compare.h"
#include "saved.h"

#define COMPARE_WARNINGS 48

/** struct compare_warnings - what differs between two files beside the figures: a sentence each */
struct compare_warnings {
	char text[COMPARE_WARNINGS][320];
	unsigned int nr;
};

/* compare_warn.c */
void compare_warn(struct compare_warnings *warnings, const struct saved *first,
		  const struct saved *second);

/* compare_report.c */
void compare_print(const struct comparison *comparison, const struct saved *first, FILE *file);
struct json_object *compare_json(const struct comparison *comparison,
				 const struct compare_warnings *warnings);

#endif
