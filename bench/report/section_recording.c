// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_recording.c - an event into a trace, beside LTTng-UST and the clock alone
 */
#include <string.h>

#include "section.h"

#define CLOCK "record-clock"

static const char *const groups[] = { "record", "lttng-record", "trace" };

static bool is_of(const struct bench_group *group)
{
	size_t i;

	for (i = 0; i < ARRAY_SIZE(groups); i++)
		if (!strcmp(group->name, groups[i]))
			return true;
	return false;
}

/* What the event takes, over what reading the clock takes. */
static void add_times_clock(struct doc_table *table, const struct figures *figures,
			    const struct figure *figure)
{
	const char *num[2] = { figure->bench->name, figure->bench->base };
	static const char *const clock[] = { CLOCK, "loop-none" };
	struct stat_interval ratio;

	if (!figure->told || run_extra_ratio(figures->run, num, clock, &ratio))
		doc_none(table, "%s", figure->told ? "`" CLOCK "` was not measured" : "");
	else
		cell_interval(table, &ratio, "x");
}

static void add_row(struct doc_table *table, const struct figures *figures,
		    const struct bench *bench)
{
	const struct figure *figure = figures_find(figures, bench->name);
	unsigned int i;

	doc_row(table);
	doc_text(table, "`%s`", bench->name);
	doc_text(table, "%s", bench->what);
	cell_cycles(table, figures, bench->name);
	if (figure && figure->has_base) {
		cell_over(table, figures, bench->name);
		cell_ns(table, figures, bench->name);
		add_times_clock(table, figures, figure);
		return;
	}
	for (i = 0; i < 3; i++)
		doc_empty(table);
}

static void add_group(struct doc_table *table, const struct figures *figures,
		      const struct bench_group *group)
{
	size_t i;

	doc_heading(table, "`%s`: %s", group->name, group->what);
	if (!group->nr) {
		doc_row(table);
		doc_text(table, "`%s`", group->name);
		doc_none(table, "%s", group->missing ? group->missing : "no rows");
	}
	for (i = 0; i < group->nr; i++)
		add_row(table, figures, &group->rows[i]);
}

static void add_rows(struct doc *doc, const struct figures *figures)
{
	static const struct doc_column columns[] = {
		{ .head = "row" },
		{ .head = "what" },
		{ .head = "cycles an event", .figures = true },
		{ .head = "over an empty loop", .figures = true },
		{ .head = "ns", .figures = true },
		{ .head = "times the clock alone", .figures = true },
	};
	struct doc_table *table;
	size_t i;

	table = doc_table(doc, "recording", "An int and a pointer into a trace", columns,
			  ARRAY_SIZE(columns));
	for (i = 0; i < bench_nr_groups; i++)
		if (is_of(bench_groups[i]))
			add_group(table, figures, bench_groups[i]);
}

static void add_point(struct plot *plot, size_t series, const struct figures *figures,
		      const struct figure *f)
{
	if (f->measured && f->has_base && f->told && f->over.mid > 0)
		plot_point(plot, series, f->bench->name, f->over.mid / figures->ghz,
			   f->over.low / figures->ghz, f->over.high / figures->ghz);
}

static void add_plot(struct doc *doc, const struct figures *figures)
{
	size_t markers, others;
	struct plot *plot;
	unsigned int i;

	if (!figures->ghz || !figures->nr)
		return;
	plot = doc_plot(doc, "recording", "An event into a trace");
	markers = plot_series(plot, "markers");
	others = plot_series(plot, "clocks and peers");
	plot_axis(plot, "nanoseconds over an empty loop, logarithmic", true);
	plot_describe(plot, "Nanoseconds of an event with an int and a pointer: of a marker, of "
			    "LTTng-UST, as text to the kernel, and of a clock alone.");
	for (i = 0; i < figures->nr; i++) {
		const struct figure *f = &figures->rows[i];
		bool ours = cell_is_of(f->bench, "record-flight") ||
			    cell_is_of(f->bench, "record-grow");

		add_point(plot, ours ? markers : others, figures, f);
	}
}

/** section_recording() - what an event costs that is kept */
void section_recording(struct doc *doc, const struct report *report)
{
	const struct figures *figures = &report->figures[REPORT_RECORDING];

	doc_section(doc, "recording", "Recording");
	doc_paragraph(
		doc,
		"A marker with an int and a pointer, recorded by the probe `record`, and the same "
		"event of LTTng-UST with a real session daemon, its buffers of one user: in "
		"snapshot mode they are overwritten, in output mode a consumer writes them to disk. "
		"With two threads both hit the same place, each on a processor of its own, and the "
		"figure is of one event of one of them. What an event cannot do without is the "
		"clock: `" CLOCK "` reads it and stores what it read.");
	add_plot(doc, figures);
	add_rows(doc, figures);
}
