/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * report.h - a run, told: as text, as the table of 2006, as JSON
 */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "run/run.h"
#include "table_2006.h"

/* report_text.c */
void report_head(const struct run *run, FILE *file);
void report_rows(const struct run *run, FILE *file);
void report_row(const struct run *run, const struct run_row *row, FILE *file);
void report_difference(const struct bench *bench, const struct stat_interval *difference,
		       double floor, FILE *file);
const char *report_verdict(const struct run *run, const struct bench *bench,
			   const struct stat_interval *difference, char *text, size_t len);

/* report_events.c */
#define REPORT_READING (COUNTER_WHY + 64)
void report_levels(const struct run *run, const struct run_event *event,
		   char text[static EXCLUDE_TEXT]);
void report_events(const struct run *run, FILE *file);
const char *report_reading(const struct run_event *event, char *text, size_t len);

/* report_steady.c */
struct json_object;
void report_steady(const struct run *run, FILE *file);
struct json_object *steady_json(const struct steady *steady);
struct json_object *interference_json(const struct run *run);

/* report_2006.c */
int report_2006_add(struct run *run);
void report_2006(const struct run *run, const struct edition_2006 *edition, FILE *file);
int report_2006_derive(const struct run *run, const struct derived_2006 *derived, const char *form,
		       const char *kind, struct stat_interval *now);

/* report_json.c */
struct json_object *report_json_object(const struct run *run, const struct edition_2006 *edition);
int report_json_write(struct json_object *json, const char *path);
int report_json(const struct run *run, const struct edition_2006 *edition, const char *path);

#endif
