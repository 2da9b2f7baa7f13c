// SPDX-License-Identifier: GPL-2.0-only
/*
 * report_text.c - a run as lines of text
 *
 * A difference is never told as nought: its interval is there.  Where the interval holds nought, the
 * difference is smaller than that of two copies of the base, or nobody knows how far those lie apart,
 * there is "~" in the place of a figure, and the line says why.
 */
#include "report.h"

#include <math.h>
#include <string.h>

#include "host.h"
#include "machine.h"

/** report_head() - the conditions of the run */
void report_head(const struct run *run, FILE *file)
{
	if (run->host)
		host_print(run->host, file);
	fprintf(file,
		"%s: a tick is %.4f core cycles [%.4f, %.4f], by a chain of operations of %u "
		"cycle%s\n",
		machine_clock, run->ratio.mid, run->ratio.low, run->ratio.high,
		machine_chain_cycles, machine_chain_cycles > 1 ? "s" : "");
	fprintf(file,
		"processor %d, %u rounds; medians with 95 %% bootstrap intervals over the "
		"rounds; differences are paired\n",
		run->cpu, run->rounds);
	report_steady(run, file);
}

static const char *verdict(const struct bench *bench, const struct stat_interval *difference,
			   double floor, char *text, size_t len)
{
	text[0] = '\0';
	if (bench->copy)
		snprintf(text, len, "A/A: the noise floor of %s", bench->base);
	else if (difference->low <= 0 && difference->high >= 0)
		snprintf(text, len, "not told from %s", bench->base);
	else if (isnan(floor))
		snprintf(text, len, "no noise floor: %s has no second copy here", bench->base);
	else if (fabs(difference->mid) <= floor)
		snprintf(text, len, "within the noise floor of %s", bench->base);
	return text;
}

/**
 * report_verdict() - what cannot be said of a difference
 * @run:	it was measured in
 * @bench:	the row
 * @difference:	to its base, a loop
 * @text:	where to put it
 *
 * Return: @text, "" if the difference is one.
 */
const char *report_verdict(const struct run *run, const struct bench *bench,
			   const struct stat_interval *difference, char *text, size_t len)
{
	return verdict(bench, difference, run_floor(run, bench->base), text, len);
}

/**
 * report_difference() - the end of a line: what a row has over its base
 * @difference:	a loop
 * @floor:	how far two copies of the base lie apart; NaN if it is not known
 */
void report_difference(const struct bench *bench, const struct stat_interval *difference,
		       double floor, FILE *file)
{
	double sites = bench->sites ? bench->sites : 1;
	char text[96];

	if (!run_is_told(difference, floor) && !bench->copy)
		fprintf(file, "  %10s", "~");
	else
		fprintf(file, "  %+10.3f", difference->mid / sites);
	fprintf(file, " [%+.3f, %+.3f]  %s", difference->low / sites, difference->high / sites,
		verdict(bench, difference, floor, text, sizeof(text)));
}

static void print_difference(const struct run *run, const struct bench *bench, FILE *file)
{
	struct stat_interval d;

	if (bench->base && !run_difference(run, bench->name, bench->base, &d))
		report_difference(bench, &d, run_floor(run, bench->base), file);
}

/** report_row() - a line: the name, cycles a site, and what they are over the base's */
void report_row(const struct run *run, const struct run_row *row, FILE *file)
{
	double sites = row->bench->sites ? row->bench->sites : 1;
	struct stat_interval cycles;

	fprintf(file, "%-30s", row->bench->name);
	if (row->error || run_cycles(run, row->bench->name, &cycles)) {
		fprintf(file, "  missing: %s\n", row->why);
		return;
	}
	fprintf(file, " %10.3f", cycles.mid / sites);
	print_difference(run, row->bench, file);
	fputc('\n', file);
}

/** report_rows() - a line a row */
void report_rows(const struct run *run, FILE *file)
{
	unsigned int i;

	fprintf(file, "%-30s %10s  %10s\n", "row", "cycles", "over its base [95 %]");
	for (i = 0; i < run->nr; i++)
		report_row(run, &run->rows[i], file);
}
