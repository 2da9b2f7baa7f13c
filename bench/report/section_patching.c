// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_patching.c - switching sites on and off
 */
#include <errno.h>
#include <string.h>

#include "section.h"

static void add_switching(struct doc *doc, const struct goal_report *enable)
{
	static const struct doc_column columns[] = {
		{ .head = "sites" },
		{ .head = "us to connect", .figures = true },
		{ .head = "goal, us", .figures = true },
	};
	struct doc_table *table;
	unsigned int i;

	table = doc_table(doc, "patching", "The call that connects a probe, of all sites together",
			  columns, ARRAY_SIZE(columns));
	for (i = 0; i < enable->nr; i++) {
		const struct goal_part *part = &enable->parts[i];

		doc_row(table);
		doc_text(table, "%s", part->what);
		if (part->missing[0])
			doc_none(table, "%s", part->missing);
		else
			cell_interval(table, &part->measured, "us");
		cell_exact(table, part->limit, 0, "us");
	}
}

static void add_ways(struct doc *doc, const struct way_time ways[static WAYS])
{
	static const struct doc_column columns[] = {
		{ .head = "way" },
		{ .head = "what" },
		{ .head = "1 place", .group = "us", .figures = true },
		{ .head = "1000", .group = "us", .figures = true },
		{ .head = "100,000", .group = "us", .figures = true },
	};
	struct doc_table *table;
	unsigned int way, size;

	table = doc_table(doc, "ways",
			  "Each way to write text alone, a byte every 64, and one "
			  "membarrier",
			  columns, ARRAY_SIZE(columns));
	for (way = 0; way < WAYS; way++) {
		doc_row(table);
		doc_text(table, "`%s`", ways[way].name);
		doc_text(table, "%s", ways[way].what);
		for (size = 0; size < WAYS_SIZES; size++) {
			if (ways[way].missing[0])
				doc_none(table, "%s", ways[way].missing);
			else
				cell_interval(table, &ways[way].us[size], "us");
		}
	}
}

static void add_plot(struct doc *doc, const struct goal_report *enable)
{
	struct plot *plot = doc_plot(doc, "patching", "Time to switch sites on");
	size_t now = plot_series(plot, "measured"), goal = plot_series(plot, "goal");
	unsigned int i;

	plot_axis(plot, "microseconds, logarithmic", true);
	plot_describe(plot, "Microseconds of the call that connects a probe to a marker of 1, 1000 "
			    "and 100,000 sites.");
	for (i = 0; i < enable->nr; i++) {
		const struct goal_part *part = &enable->parts[i];

		if (part->missing[0]) {
			plot_missing(plot, part->what, part->missing);
			continue;
		}
		plot_point(plot, now, part->what, part->measured.mid, part->measured.low,
			   part->measured.high);
		plot_point(plot, goal, part->what, part->limit, part->limit, part->limit);
	}
}

static void add_gaps(struct doc_table *table, const struct gap_figures *gaps)
{
	cell_exact(table, gaps->median, 0, "ns");
	cell_exact(table, gaps->p99, 0, "ns");
	cell_exact(table, gaps->max, 0, "ns");
}

static void add_case(struct doc_table *table, const struct latency_case *this)
{
	doc_row(table);
	doc_text(table, "`%s`", this->path);
	cell_exact(table, this->sites, 0, "sites");
	if (this->error) {
		doc_none(table, "%s", this->why);
		return;
	}
	cell_interval(table, &this->call, "ns");
	add_gaps(table, &this->toggle);
	add_gaps(table, &this->idle);
	doc_number(table, &(struct doc_number){ .mid = this->extra.mid,
						.low = this->extra.low,
						.high = this->extra.high,
						.unit = "ns",
						.sign = true,
						.interval = true,
						.blurred = this->extra.low <= 0 &&
							   this->extra.high >= 0 });
}

static void add_latency(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = {
		{ .head = "written by" },
		{ .head = "sites", .figures = true },
		{ .head = "a toggle takes, ns", .figures = true },
		{ .head = "median", .group = "longest gap, switching, ns", .figures = true },
		{ .head = "99 %", .group = "longest gap, switching, ns", .figures = true },
		{ .head = "max", .group = "longest gap, switching, ns", .figures = true },
		{ .head = "median", .group = "the same, idle, ns", .figures = true },
		{ .head = "99 %", .group = "the same, idle, ns", .figures = true },
		{ .head = "max", .group = "the same, idle, ns", .figures = true },
		{ .head = "more than idle, ns", .figures = true },
	};
	const struct latency *latency = &report->latency;
	struct doc_table *table;
	size_t i;

	if (report->latency_error) {
		doc_note(doc, "What a running thread sees of a patch: %s.",
			 report->latency_error == -ENODEV ? "two threads need two processors" :
							    strerror(-report->latency_error));
		return;
	}
	doc_paragraph(
		doc,
		"A thread on processor %d runs over a site and notes the longest gap between two "
		"passes, while another on processor %d switches it and others; then over a window "
		"as long in which nothing is done. %u toggles of each.",
		latency->cpu_runs, latency->cpu_patches, latency->rounds);
	table = doc_table(doc, "latency", "What a running thread sees of a patch", columns,
			  ARRAY_SIZE(columns));
	for (i = 0; i < LATENCY_CASES; i++)
		add_case(table, &latency->cases[i]);
}

/** section_patching() - how long switching takes, and what the others see of it */
void section_patching(struct doc *doc, const struct report *report)
{
	doc_section(doc, "patching", "Patching");
	doc_paragraph(
		doc,
		"Sites 64 bytes apart, switched through the public call in a process of one "
		"thread: the bytes are written, then one `membarrier` makes the cores see them. A "
		"few sites are written through `/proc/self/mem`, more of them after an `mprotect` "
		"of their pages; the library chooses, and where one way is refused takes the "
		"other.");
	if (!report->enable.nr) {
		doc_note(doc, "Not asked for.");
		return;
	}
	add_switching(doc, &report->enable);
	add_plot(doc, &report->enable);
	add_ways(doc, report->ways);
	add_latency(doc, report);
}
