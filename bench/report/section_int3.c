// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_int3.c - the text's comparison with an int3, then and now
 */
#include <string.h>

#include "../report.h"
#include "section.h"

/* The derived ratio of row 13, and the difference before it. */
static const struct row_2006 *const row13 = &table_2006[TABLE_2006_ROWS - 1];

static void add_2006(struct doc_table *table)
{
	doc_row(table);
	doc_text(table, "2006: empty kprobe, int3");
	doc_text(table, "optimized");
	cell_exact(table, row13->derived[0].cycles, 2, "cycles");
	cell_exact(table, row13->derived[1].cycles, 0, "x");
}

static void add_form(struct doc_table *table, const struct figures *figures, const char *form,
		     const char *kind, const char *unit)
{
	char name[TABLE_2006_NAME];
	struct stat_interval now;

	table_2006_name(form, kind, name);
	doc_row(table);
	doc_text(table, "`%s`", name);
	doc_text(table, "`%s`", kind);
	if (report_2006_derive(figures->run, &row13->derived[0], form, kind, &now)) {
		cell_why(table, figures, name);
		doc_empty(table);
		return;
	}
	cell_interval(table, &now, unit);
	if (!report_2006_derive(figures->run, &row13->derived[1], form, kind, &now))
		cell_interval(table, &now, "x");
}

static void add_edition(struct doc_table *table, const struct figures *figures,
			const struct edition_2006 *edition, const char *unit)
{
	const char *const *forms = table_2006_forms(edition, TABLE_2006_ROWS - 1);
	size_t form, kind;

	for (form = 0; form < TABLE_2006_FORMS; form++)
		for (kind = 0; forms[form] && kind < edition->nr_kinds; kind++)
			add_form(table, figures, forms[form], edition->kinds[kind], unit);
}

static void add_point(struct plot *plot, const struct figures *figures, size_t series,
		      const char *form, const char *kind)
{
	struct stat_interval ratio;
	char name[TABLE_2006_NAME];

	table_2006_name(form, kind, name);
	if (!report_2006_derive(figures->run, &row13->derived[1], form, kind, &ratio))
		plot_point(plot, series, name, ratio.mid, ratio.low, ratio.high);
}

static void add_plot(struct doc *doc, const struct report *report)
{
	const struct figures *user = &report->figures[REPORT_MICRO];
	struct plot *plot = doc_plot(doc, "int3", "A breakpoint over a connected marker");
	size_t series = plot_series(plot, "user space, time"), kernel, i;
	const char *const *forms = table_2006_forms(&edition_2006_kernel, TABLE_2006_ROWS - 1);

	kernel = report->kernel ? plot_series(plot, report->counts ? "kernel, instructions" :
								     "kernel, time") :
				  0;
	plot_axis(plot, "times a connected marker (row 11), logarithmic", true);
	plot_describe(plot, "What a breakpoint on the probe adds to a connected marker, over the "
			    "marker. The line is the 75 of 2006.");
	for (i = 0; user->run && i < TABLE_2006_FORMS; i++)
		if (row13->forms[i])
			add_point(plot, user, series, row13->forms[i], "jump");
	for (i = 0; report->kernel && i < TABLE_2006_FORMS; i++)
		if (forms[i])
			add_point(plot, &report->kernel_figures, kernel, forms[i], "static-key");
	plot_span(plot, "2006", row13->derived[1].cycles, row13->derived[1].cycles);
}

/** section_int3() - the ratio */
void section_int3(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = {
		{ .head = "breakpoint" },
		{ .head = "kind of site" },
		{ .head = "adds to row 11", .figures = true },
		{ .head = "times row 11", .figures = true },
	};
	const struct figures *user = &report->figures[REPORT_MICRO];
	struct doc_table *table;

	doc_section(doc, "int3", "Against int3");
	doc_paragraph(doc,
		      "The text put an empty kprobe on a connected probe (row 13) and divided "
		      "what that added by the connected marker (row 11): 75. The same division "
		      "of today's rows; an optimised kprobe is a jump, and one by ftrace a call "
		      "at the function's entry.");
	add_plot(doc, report);
	table = doc_table(doc, "int3", "What a breakpoint adds, and how many markers that is",
			  columns, ARRAY_SIZE(columns));
	add_2006(table);
	if (user->run) {
		doc_heading(table, "user space, core cycles");
		add_edition(table, user, &edition_2006_user, "cycles");
	}
	if (!report->kernel) {
		doc_note(doc, "No rows of the kernel: see Micro-benchmarks.");
		return;
	}
	doc_heading(table, "kernel, %s", report->counts ? "instructions (QEMU)" : "ticks");
	add_edition(table, &report->kernel_figures, &edition_2006_kernel,
		    report->counts ? "instructions" : "ticks");
	if (report->counts)
		doc_note(doc,
			 "Ratios of the kernel's rows are of instructions. The trap itself, some "
			 "hundred cycles in which no instruction ends, counts as one: a ratio of "
			 "times would be larger.");
}
