// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_patching.c - switching sites on and off
 */
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

static const char *why_no_latency(void)
{
	size_t i;

	for (i = 0; i < bench_nr_groups; i++) {
		const struct bench_group *group = bench_groups[i];

		if (report_part_of(group->name) == REPORT_PATCHING)
			return group->nr ? "not asked for" : group->missing;
	}
	return "this build has no such rows";
}

static void add_latency(struct doc *doc, const struct figures *figures)
{
	static const struct doc_column columns[] = {
		{ .head = "row" },
		{ .head = "what" },
		{ .head = "cycles", .figures = true },
		{ .head = "over its base", .figures = true },
		{ .head = "ns", .figures = true },
	};
	struct doc_table *table;
	unsigned int i;

	if (!figures->nr) {
		doc_note(doc, "What a running thread sees of a patch (group `latency`): %s.",
			 why_no_latency());
		return;
	}
	table = doc_table(doc, "latency", "What a running thread sees of a patch", columns,
			  ARRAY_SIZE(columns));
	for (i = 0; i < figures->nr; i++) {
		const struct bench *bench = figures->run->rows[i].bench;

		doc_row(table);
		doc_text(table, "`%s`", bench->name);
		doc_text(table, "%s", bench->what);
		cell_cycles(table, figures, bench->name);
		cell_over(table, figures, bench->name);
		cell_ns(table, figures, bench->name);
	}
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
	add_latency(doc, &report->figures[REPORT_PATCHING]);
}
