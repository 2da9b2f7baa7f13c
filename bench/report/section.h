/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * section.h - the sections of the report, and what they tell of
 *
 * Each section is a file, section_NAME.c.  It finds its rows by the names of their groups in the table of
 * rows, so that a row that is added there appears here; and where one has no figure, it prints the
 * reason.  cmd_report.c has their order.
 */
#ifndef BENCH_SECTION_H
#define BENCH_SECTION_H

#include "../doc/doc.h"
#include "figures.h"
#include "../goal/goal.h"
#include "../host.h"
#include "../kernel_results.h"
#include "../latency/latency.h"
#include "macro_results.h"
#include "../table_2006.h"
#include "../run/timer.h"
#include "../goal/ways.h"

/* What is measured together: rows of one run are paired. */
enum report_part {
	REPORT_MICRO,
	REPORT_SEPARATION,
	REPORT_COLD,
	REPORT_CONNECTED,
	REPORT_RECORDING,
	REPORT_PARTS,
};

/**
 * struct report - all that the document tells
 * @runs, @figures:	of each part; a part without rows has a run of 0 of them
 * @date:		when, in UTC
 * @kernel:		NULL if no file was given
 * @counts:		the kernel's figures are instructions that QEMU counted, not ticks
 * @macro:		NULL if no directory was given
 * @enable, @ways:	how long switching takes, and each way to write alone
 * @latency:		what a running thread sees of it, if @latency_error is 0
 */
struct report {
	struct run runs[REPORT_PARTS];
	struct figures figures[REPORT_PARTS];
	struct host host;
	struct timer timer;
	char date[32];
	const struct kernel_results *kernel;
	struct figures kernel_figures;
	bool counts;
	const struct macro_results *macro;
	struct goal_report enable;
	struct way_time ways[WAYS];
	struct latency latency;
	int latency_error;
	bool quick;
	double seconds;
};

/* report_parts.c */
enum report_part report_part_of(const char *group);
bool report_part_has(enum report_part part, const char *group);
bool report_part_takes(enum report_part part, const struct bench *bench);
extern const char *const report_part_names[REPORT_PARTS];

/* report_measure.c */
struct options;
int report_measure(struct report *report, const struct options *options);
void report_free(struct report *report);

/* report_files.c */
int report_files(const struct doc *doc, const struct report *report, const char *dir);

/* One a file. */
void section_machine(struct doc *doc, const struct report *report);
void section_micro(struct doc *doc, const struct report *report);
void section_separation(struct doc *doc, const struct report *report);
void section_connected(struct doc *doc, const struct report *report);
void section_int3(struct doc *doc, const struct report *report);
int section_size(struct doc *doc);
double section_size_likely(const char *kind);
void section_patching(struct doc *doc, const struct report *report);
void section_recording(struct doc *doc, const struct report *report);
void section_macro(struct doc *doc, const struct report *report);
void section_conclusions(struct doc *doc, const struct report *report);

/* cells.c: a row's figures as cells of a table */
void cell_cycles(struct doc_table *table, const struct figures *figures, const char *name);
void cell_over(struct doc_table *table, const struct figures *figures, const char *name);
void cell_ns(struct doc_table *table, const struct figures *figures, const char *name);
void cell_interval(struct doc_table *table, const struct stat_interval *interval, const char *unit);
void cell_difference(struct doc_table *table, const struct figures *figures,
		     const struct stat_interval *difference, double floor, const char *unit);
void cell_exact(struct doc_table *table, double value, int digits, const char *unit);
void cell_why(struct doc_table *table, const struct figures *figures, const char *name);
bool cell_is_of(const struct bench *bench, const char *prefix);

#endif
