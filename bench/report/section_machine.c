// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_machine.c - what was measured on, by what clock, and what that can resolve
 */
#include <math.h>
#include <string.h>

#include "../machine.h"
#include "section.h"

static void add_fact(struct doc_table *table, const char *what, const char *text)
{
	if (!*text)
		return;
	doc_row(table);
	doc_text(table, "%s", what);
	doc_text(table, "%s", text);
}

static void add_processor(struct doc_table *table, const struct host *host)
{
	doc_row(table);
	doc_text(table, "processor");
	doc_text(table, "%s; %u processors of %u cores", host->cpu, host->cpus, host->cores);
}

static void add_caches(struct doc_table *table, const struct host *host)
{
	char text[256] = "";
	unsigned int i;

	for (i = 0; i < host->nr_caches; i++) {
		const struct host_cache *cache = &host->caches[i];
		size_t len = strlen(text);

		snprintf(text + len, sizeof(text) - len, "%sL%u %s %lu kB", i ? ", " : "",
			 cache->level, cache->type, cache->size_bytes / 1024);
	}
	add_fact(table, "caches", text);
}

static void add_frequency(struct doc_table *table, const struct host *host)
{
	doc_row(table);
	doc_text(table, "frequency");
	if (!*host->driver)
		doc_text(table,
			 "no driver in sysfs: firmware or the host sets it, unseen from here");
	else
		doc_text(table, "%s, %s, %lu to %lu MHz%s%s", host->driver, host->governor,
			 host->min_khz / 1000, host->max_khz / 1000, *host->turbo ? ", turbo " : "",
			 host->turbo);
}

static void add_kernel(struct doc_table *table, const struct host *host)
{
	doc_row(table);
	doc_text(table, "kernel");
	doc_text(table, "%s %s; %s", host->kernel, host->arch, host->kernel_version);
	doc_row(table);
	doc_text(table, "virtual machine");
	doc_text(table, "%s%s%s", host_virtual_name(host->is_virtual),
		 *host->hypervisor ? ": " : "", host->hypervisor);
	add_fact(table, "Spectre v2", host->spectre_v2);
	add_fact(table, "clock of the kernel", host->clocksource);
}

static void add_machine(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = { { .head = "what" }, { .head = "here" } };
	const struct host *host = &report->host;
	struct doc_table *table = doc_table(doc, "machine", "Machine and build", columns, 2);

	add_processor(table, host);
	add_caches(table, host);
	add_frequency(table, host);
	add_kernel(table, host);
	doc_row(table);
	doc_text(table, "built");
	doc_text(table, "commit %s by %s, `%s`", host->commit, host->compiler, host->flags);
	doc_row(table);
	doc_text(table, "measured");
	doc_text(table, "%s, in %.0f s%s", report->date, report->seconds,
		 report->quick ? "; quick: a tenth of the rounds" : "");
}

/* ---- the clock ------------------------------------------------------------------------------- */

static void add_run(struct doc_table *table, const struct report *report, unsigned int part)
{
	const struct run *run = &report->runs[part];
	double ghz = report->timer.ticks_per_s / 1e9;
	struct stat_interval core = { run->ratio.mid * ghz, run->ratio.low * ghz,
				      run->ratio.high * ghz };

	if (!report->figures[part].nr)
		return;
	doc_row(table);
	doc_text(table, "%s", report_part_names[part]);
	cell_exact(table, run->nr, 0, "rows");
	cell_exact(table, run->rounds, 0, "rounds");
	cell_exact(table, run->cpu, 0, NULL);
	cell_interval(table, &run->ratio, "cycles a tick");
	cell_interval(table, &core, "GHz");
}

static void add_clock(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = {
		{ .head = "run" },
		{ .head = "rows", .figures = true },
		{ .head = "rounds", .figures = true },
		{ .head = "processor", .figures = true },
		{ .head = "core cycles a tick", .figures = true },
		{ .head = "core clock, GHz", .figures = true },
	};
	const struct timer *timer = &report->timer;
	struct doc_table *table;
	unsigned int part;

	doc_paragraph(
		doc,
		"The clock is the %s, at %.1f MHz by `CLOCK_MONOTONIC`; two readings of it "
		"are %.0f ticks apart (the median), and differ by no less than %.0f. "
		"In each round a chain of operations of %u cycles each is timed too: that gives "
		"core cycles a tick, and the interval shows whether the core's clock moved.",
		machine_clock, timer->ticks_per_s / 1e6, timer->reading, timer->step,
		machine_chain_cycles);
	table = doc_table(doc, "clock", "Runs and their calibration, with 95 % intervals", columns,
			  ARRAY_SIZE(columns));
	for (part = 0; part < REPORT_PARTS; part++)
		add_run(table, report, part);
}

/* ---- the noise floor ------------------------------------------------------------------------- */

static void add_floor(struct doc_table *table, const struct figures *figures,
		      const struct figure *copy)
{
	double sites = copy->bench->sites ? copy->bench->sites : 1;

	doc_row(table);
	doc_text(table, "`%s`", copy->bench->base);
	doc_text(table, "%s", bench_find(copy->bench->base)->what);
	cell_cycles(table, figures, copy->bench->base);
	cell_over(table, figures, copy->bench->name);
	cell_exact(table, run_floor(figures->run, copy->bench->base) / sites, 3, "cycles");
}

static void add_floors(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = {
		{ .head = "base" },
		{ .head = "what" },
		{ .head = "cycles a site", .figures = true },
		{ .head = "second copy over it", .figures = true },
		{ .head = "floor", .figures = true },
	};
	struct doc_table *table;
	unsigned int part, i;

	doc_paragraph(
		doc,
		"Each base stands in the program twice, as two functions of the same code (A/A). "
		"What the two differ by is the noise floor of all rows with that base: a "
		"difference below it may come from where the code lies, and is printed as `~` with "
		"its interval, as is one whose interval holds 0. Absolute figures of two runs "
		"differ by more: compare within one table.");
	table = doc_table(doc, "floor", "Noise floor of each base, cycles a site", columns,
			  ARRAY_SIZE(columns));
	for (part = 0; part < REPORT_PARTS; part++) {
		const struct figures *figures = &report->figures[part];

		if (figures->nr)
			doc_heading(table, "%s", report_part_names[part]);
		for (i = 0; i < figures->nr; i++)
			if (figures->rows[i].measured && figures->rows[i].bench->copy)
				add_floor(table, figures, &figures->rows[i]);
	}
}

/** section_machine() - the conditions */
void section_machine(struct doc *doc, const struct report *report)
{
	doc_section(doc, "machine", "Machine");
	add_machine(doc, report);
	add_clock(doc, report);
	doc_paragraph(
		doc,
		"Figures are medians over the rounds with 95 %% bootstrap intervals (%d resamples, "
		"seed %d). All rows of a run are sampled in each round, in an order that turns from "
		"round to round and runs backwards in every other one; differences are of the two "
		"rows of the same round. Here and below, `[low, high]` is such an interval.",
		STAT_RESAMPLES, STAT_SEED);
	add_floors(doc, report);
}
