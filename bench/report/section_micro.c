// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_micro.c - the thirteen rows of 2006, beside today's in user space and in the kernel
 */
#include <math.h>
#include <string.h>

#include "../report.h"
#include "section.h"

#define FORMS (2 * TABLE_2006_FORMS)

/* A side of the table: a run, and what of it stands for the rows. */
struct side {
	const struct figures *figures;
	const struct edition_2006 *edition;
	const char *group;
	const char *unit;
};

static struct side user_side(const struct report *report)
{
	return (struct side){ &report->figures[REPORT_MICRO], &edition_2006_user,
			      "user space, core cycles", "cycles" };
}

static struct side kernel_side(const struct report *report)
{
	return (struct side){ report->kernel ? &report->kernel_figures : NULL, &edition_2006_kernel,
			      report->counts ? "kernel, instructions (QEMU)" : "kernel, ticks",
			      report->counts ? "instructions" : "ticks" };
}

static size_t side_columns(const struct side *side, struct doc_column *columns)
{
	size_t i;

	for (i = 0; side->figures && i < side->edition->nr_kinds; i++)
		columns[i] = (struct doc_column){ side->edition->kinds[i], side->group, true };
	return i;
}

static struct doc_table *open_table(struct doc *doc, const char *id, const char *caption,
				    const struct side sides[2])
{
	struct doc_column columns[16] = { { .head = "#", .figures = true },
					  { .head = "row" },
					  { .head = "2006, cycles", .figures = true } };
	size_t nr = 3;

	nr += side_columns(&sides[0], columns + nr);
	nr += side_columns(&sides[1], columns + nr);
	return doc_table(doc, id, caption, columns, nr);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool has_form(const struct edition_2006 *edition, size_t row, const char *form)
{
	const char *const *forms = table_2006_forms(edition, row);
	size_t i;

	for (i = 0; i < TABLE_2006_FORMS; i++) {
		if (forms[i] && !strcmp(forms[i], form))
			return true;
	}
	return false;
}

/* The generic rows 3 and 6 stand in the column of that kind alone. */
static bool has_cell(const struct row_2006 *r, const char *form, const char *kind)
{
	return table_2006_has(r, kind) && (!strstr(form, "-generic") || !strcmp(kind, "generic"));
}

static void add_cells(struct doc_table *table, const struct side *side, size_t row,
		      const char *form)
{
	char name[TABLE_2006_NAME];
	size_t i;

	for (i = 0; side->figures && i < side->edition->nr_kinds; i++) {
		const char *kind = side->edition->kinds[i];

		if (!has_form(side->edition, row, form) || !has_cell(&table_2006[row], form, kind))
			doc_empty(table);
		else
			cell_cycles(table, side->figures, table_2006_name(form, kind, name));
	}
}

/* "int3" of "trap-%s-int3", if a row has several forms. */
static const char *form_name(const char *form)
{
	const char *at = strstr(form, "%s-");

	return at ? at + 3 : "";
}

static void add_row(struct doc_table *table, const struct side sides[2], size_t row,
		    const char *form, bool first)
{
	const struct row_2006 *r = &table_2006[row];
	bool several = row == TABLE_2006_ROWS - 1;

	doc_row(table);
	doc_text(table, "%zu", row + 1);
	doc_text(table, "%s%s%s", r->what, several ? ": " : "", several ? form_name(form) : "");
	if (first)
		cell_exact(table, r->cycles, 2, "cycles");
	else
		doc_empty(table);
	add_cells(table, &sides[0], row, form);
	add_cells(table, &sides[1], row, form);
}

/* All forms of a row of both sides, each once; how many. */
static size_t collect_forms(const struct side sides[2], size_t row, const char *forms[FORMS])
{
	size_t nr = 0, side, i, j;

	for (side = 0; side < 2; side++) {
		const char *const *theirs = table_2006_forms(sides[side].edition, row);

		for (i = 0; sides[side].figures && i < TABLE_2006_FORMS; i++) {
			if (!theirs[i])
				continue;
			for (j = 0; j < nr && strcmp(forms[j], theirs[i]) != 0;)
				j++;
			if (j == nr)
				forms[nr++] = theirs[i];
		}
	}
	return nr;
}

static void add_rows(struct doc *doc, const struct side sides[2])
{
	struct doc_table *table =
		open_table(doc, "micro", "The thirteen rows of 2006: a loop takes", sides);
	const char *forms[FORMS];
	size_t row, i, nr;

	for (row = 0; row < TABLE_2006_ROWS; row++) {
		nr = collect_forms(sides, row, forms);
		for (i = 0; i < nr; i++)
			add_row(table, sides, row, forms[i], !i);
	}
}

/* ---- derived differences --------------------------------------------------------------------- */

static void add_derived_cell(struct doc_table *table, const struct side *side,
			     const struct row_2006 *r, const struct derived_2006 *d,
			     const char *form, const char *kind)
{
	char plus[TABLE_2006_NAME], minus[TABLE_2006_NAME];
	struct stat_interval now;

	table_2006_name(d->plus ? d->plus : form, kind, plus);
	table_2006_name(d->minus, kind, minus);
	if (!has_cell(r, form, kind))
		doc_empty(table);
	else if (report_2006_derive(side->figures->run, d, form, kind, &now))
		cell_why(table, side->figures, figures_find(side->figures, plus) ? minus : plus);
	else if (d->ratio)
		cell_interval(table, &now, "x");
	else
		cell_difference(table, side->figures, &now, run_floor(side->figures->run, minus),
				side->unit);
}

/* As many as the text printed: two, three where it gave thousandths. */
static int digits_2006(double cycles)
{
	if (cycles == rint(cycles))
		return 0;
	return fabs(cycles * 100 - rint(cycles * 100)) < 1e-6 ? 2 : 3;
}

static void add_derived(struct doc_table *table, const struct side sides[2], size_t row,
			const struct derived_2006 *d, const char *form)
{
	const struct row_2006 *r = &table_2006[row];
	size_t side, i;

	doc_row(table);
	doc_text(table, "%zu", row + 1);
	doc_text(table, "%s%s%s", d->what, d->plus ? "" : ": ", d->plus ? "" : form_name(form));
	cell_exact(table, d->cycles, digits_2006(d->cycles), d->ratio ? "x" : "cycles");
	for (side = 0; side < 2; side++)
		for (i = 0; sides[side].figures && i < sides[side].edition->nr_kinds; i++) {
			if (has_form(sides[side].edition, row, form))
				add_derived_cell(table, &sides[side], r, d, form,
						 sides[side].edition->kinds[i]);
			else
				doc_empty(table);
		}
}

static void add_differences(struct doc *doc, const struct side sides[2])
{
	struct doc_table *table = open_table(
		doc, "derived", "Differences as the text derived them, and like for like", sides);
	const char *forms[FORMS];
	size_t row, i, d, nr;

	for (row = 0; row < TABLE_2006_ROWS; row++) {
		nr = collect_forms(sides, row, forms);
		for (i = 0; i < nr; i++)
			for (d = 0; d < TABLE_2006_DERIVED; d++)
				if (table_2006[row].derived[d].what)
					add_derived(table, sides, row, &table_2006[row].derived[d],
						    forms[i]);
	}
}

/* ---- plot ------------------------------------------------------------------------------------ */

static void add_now(struct plot *plot, const struct figures *figures, size_t series, size_t row,
		    const char *label, const char *kind)
{
	const char *form = table_2006[row].forms[0];
	const struct figure *figure;
	char name[TABLE_2006_NAME];

	if (!has_cell(&table_2006[row], form, kind))
		return;
	figure = figures_find(figures, table_2006_name(form, kind, name));
	if (figure)
		plot_point(plot, series, label, figure->cycles.mid, figure->cycles.low,
			   figure->cycles.high);
}

static void add_plot(struct doc *doc, const struct figures *figures)
{
	static const char *const kinds[] = { "immediate", "jump", "generic" };
	struct plot *plot = doc_plot(doc, "micro", "The thirteen rows, 2006 and now in user space");
	size_t then = plot_series(plot, "2006, Pentium 4"), series[3], row, i;

	for (i = 0; i < 3; i++)
		series[i] = plot_series(plot, kinds[i]);
	plot_axis(plot, "core cycles a loop, logarithmic", true);
	plot_describe(plot,
		      "Cycles of each row of the table above: those of 2006, and those of the "
		      "immediate, jump and generic kinds of site now.");
	for (row = 0; row < TABLE_2006_ROWS; row++) {
		const struct row_2006 *r = &table_2006[row];
		char label[64];

		snprintf(label, sizeof(label), "%zu  %.30s", row + 1, form_name(r->forms[0]));
		if (row < 6)
			snprintf(label, sizeof(label), "%zu  %s", row + 1, r->forms[0]);
		if (strstr(label, "-%s"))
			snprintf(label, sizeof(label), "%zu  %.*s, optimized", row + 1,
				 (int)(strstr(r->forms[0], "-%s") - r->forms[0]), r->forms[0]);
		plot_point(plot, then, label, r->cycles, r->cycles, r->cycles);
		for (i = 0; i < 3; i++)
			add_now(plot, figures, series[i], row, label, kinds[i]);
	}
}

/* ---- the section ----------------------------------------------------------------------------- */

static void say_kernel(struct doc *doc, const struct report *report)
{
	if (!report->kernel)
		doc_note(doc, "There are no rows of the kernel: `markbench kernel --json FILE` "
			      "measures them, `markbench report --kernel FILE` puts them beside.");
	else if (report->counts)
		doc_note(
			doc,
			"The kernel's figures are instructions, not cycles: all rounds of %s took "
			"the same, as they do in QEMU with `-icount`, whose time stamp counter "
			"counts instructions. They are exact, and no times: an instruction that "
			"waits for memory counts as one, and so does a `ret` that is mispredicted.",
			report->kernel->kernel);
	else
		doc_paragraph(doc,
			      "The kernel is %s (%s); its figures are ticks of its %s, interrupts "
			      "off.",
			      report->kernel->kernel, report->kernel->machine,
			      report->kernel->run.clock);
}

/** section_micro() - the table of 2006 */
void section_micro(struct doc *doc, const struct report *report)
{
	const struct side sides[2] = { user_side(report), kernel_side(report) };

	doc_section(doc, "micro", "Micro-benchmarks");
	doc_paragraph(
		doc,
		"The marker is that of 2006, `MARK(subsys_mark1, \"%%d %%p\", 1, NULL)`; the figures "
		"of 2006 are those of \"Performance analysis of Linux Kernel Markers 0.20 for 2.6.17\" "
		"(Message-ID 20060930180157.GA25761@Krystal), of a Pentium 4 at 3 GHz, of one run "
		"each. Where preemption was disabled then, user space has the read side of RCU; where a "
		"kprobe was put on the probe, it has an `int3` of its own and a uprobe. "
		"`immediate` is the optimized form of 2006, `generic` loads a flag, `jump` is `MARK`: one "
		"instruction that becomes a jump.");
	say_kernel(doc, report);
	add_rows(doc, sides);
	add_plot(doc, sides[0].figures);
	doc_paragraph(
		doc,
		"One site in an empty loop (rows 2, 3) and one beside a copy of 4096 bytes (rows 5, 6) "
		"vanish in the width of a core of today: see the next section for what tells them "
		"apart. The text took row 7 - row 9 for the cost of preemption, which subtracts rows of "
		"unlike arguments; like for like it is row 8 - row 9. Both are here.");
	add_differences(doc, sides);
}
