/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the tests of verdicts share: runs that were made of counts, and the report of them.
 *
 * A run has programs a, b, c...: so many samples in each, of one period.  Rows are of programs
 * (-s dso), so nothing needs symbols.
 */
#ifndef TESTS_UNIT_VERDICTS_RUN_H
#define TESTS_UNIT_VERDICTS_RUN_H

#include <errno.h>
#include <math.h>

#include "tests/unit/markdiff_run.h"
#include "user/markdiff/out/json.h"
#include "user/markdiff/out/verdicts.h"
#include "user/markdiff/verdict/report.h"

#define MS 1000000

struct judged {
	struct options options;
	struct diff diff;
	struct verdict_report report;
	char why[OBSERVE_WHY];
};

/* One more run, of nr counts. */
static inline void counts_file(struct run *run, const int *counts, int nr, uint64_t period)
{
	static struct build b;
	char name[16];
	uint64_t time = 10 * MS;

	build_begin(&b, build_cpu_clock, 1);
	for (int i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "/no/%c", 'a' + i);
		build_mmap(&b, 10, 1, 0x400000 + 0x10000 * i, 0x10000, 0, name, 2);
	}
	for (int i = 0; i < nr; i++)
		for (int n = 0; n < counts[i]; n++, time += MS)
			build_sample_of(&b, 0, 10, time, 0x400010 + 0x10000 * i, period, 2);
	run_file(run, &b);
}

#define COUNTS(run, period, ...)                       \
	counts_file(run, (const int[]){ __VA_ARGS__ }, \
		    (int)(sizeof((const int[]){ __VA_ARGS__ }) / sizeof(int)), period)

/* @line has "%d" for the n-th file. */
static inline void judge_line(struct judged *j, const struct run *run, const char *line)
{
	char text[512], *at = text;

	for (; *line; line++) {
		if (line[0] == '%' && line[1] >= '0' && line[1] <= '9')
			at += sprintf(at, "%s", run->path[*++line - '0']);
		else
			*at++ = *line;
		assert_true(at < text + sizeof(text) - TABLE_PATH_SIZE);
	}
	*at = 0;
	memset(j, 0, sizeof(*j));
	table_parse(&j->options, text);
	assert_int_equal(diff_load(&j->diff, &j->options), 0);
	assert_int_equal(diff_resolve(&j->diff, NULL), 0);
}

static inline void judge_runs_of(struct judged *j, const struct run *run, const char *line)
{
	judge_line(j, run, line);
	j->report = (struct verdict_report){ .version = "test", .command = "markdiff" };
	if (verdict_report_make(&j->report, &j->diff, j->why))
		fail_msg("%s: %s", line, j->why);
}

static inline void judged_free(struct judged *j)
{
	verdict_report_free(&j->report);
	diff_free(&j->diff);
	options_free(&j->options);
}

/* The row of a program; the total for NULL. */
static inline const struct verdict_row *judged_row(const struct judged *j, const char *name)
{
	const struct verdict_table *t = &j->report.events[0].table;

	if (!name)
		return &t->total;
	for (uint32_t i = 0; i < t->nr; i++)
		if (!strcmp(names_text(&j->diff.names, t->rows[i].observed->row->dso), name))
			return &t->rows[i];
	fail_msg("no row %s", name);
	return NULL;
}

static inline const struct figures *judged_figures(const struct judged *j, const char *name)
{
	return &judged_row(j, name)->figures[COST_SELF];
}

static inline void cell_is(const struct judged *j, const char *name, enum figure_cell cell,
			   const char *want)
{
	char text[CELL_SIZE];

	cell_text(&j->report.events[0].unit, judged_figures(j, name), cell, text);
	assert_string_equal(text, want);
}

static inline void verdict_is(const struct judged *j, const char *name, enum verdict want)
{
	const struct figures *f = judged_figures(j, name);

	if (f->verdict != want)
		fail_msg("%s: %s (%s), not %s", name ? name : "total", verdict_name(f->verdict),
			 figures_reason(&j->report.events[0].table, f), verdict_name(want));
}

/* As text or JSON, to be freed. */
static inline char *judged_text(const struct judged *j,
				int (*print)(FILE *out, const struct verdict_report *report))
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	assert_int_equal(print(out, &j->report), 0);
	fclose(out);
	return text;
}

#endif
