/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - a run, told: as text, as the table of 2006, as JSON
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdbool.h>
#include <stdio.h>

#include "run.h"

/* report_text.c */
void report_head(const struct run *run, FILE *file);
void report_rows(const struct run *run, FILE *file);
const char *report_verdict(const struct run *run, const struct bench *bench,
			   const struct stat_interval *difference, char *text, size_t len);

/* report_2006.c */
int report_2006_add(struct run *run);
void report_2006(const struct run *run, FILE *file);

/* report_json.c */
int report_json(const struct run *run, bool with_2006, const char *path);

#endif
