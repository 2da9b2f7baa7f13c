// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_connected.c - a hit: its parts, its forms, and what else there is to be called by
 */
#include <string.h>

#include "section.h"

#define OURS "call-jump-list-copy"
#define NONE "loop-none"

/* ---- our own rows ----------------------------------------------------------------------------- */

static void add_row(struct doc_table *table, const struct figures *figures,
		    const struct bench *bench)
{
	const struct figure *figure = figures_find(figures, bench->name);

	doc_row(table);
	doc_text(table, "`%s`", bench->name);
	doc_text(table, "%s", bench->what);
	cell_cycles(table, figures, bench->name);
	if (!figure) {
		doc_empty(table);
		doc_empty(table);
		return;
	}
	cell_over(table, figures, bench->name);
	cell_ns(table, figures, bench->name);
}

/* Does a mechanism other than a marker stand in this group?  Those are compared below. */
static bool is_peer_group(const char *group)
{
	static const char *const peers[] = { "trap", "uprobe", "ptrace", "trace" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(peers); i++) {
		if (!strncmp(group, peers[i], strlen(peers[i])))
			return true;
	}
	return false;
}

static void add_group(struct doc_table *table, const struct figures *figures,
		      const struct bench_group *group)
{
	size_t i;

	doc_heading(table, "`%s`: %s", group->name, group->what ? group->what : "");
	if (!group->nr) {
		doc_row(table);
		doc_text(table, "`%s`", group->name);
		doc_none(table, "%s", group->missing ? group->missing : "no rows");
	}
	for (i = 0; i < group->nr; i++)
		if (report_part_takes(REPORT_CONNECTED, &group->rows[i]))
			add_row(table, figures, &group->rows[i]);
}

static struct doc_table *open_rows(struct doc *doc, const char *id, const char *caption)
{
	static const struct doc_column columns[] = {
		{ .head = "row" },
		{ .head = "what" },
		{ .head = "cycles a loop", .figures = true },
		{ .head = "over its base", .figures = true },
		{ .head = "ns", .figures = true },
	};

	return doc_table(doc, id, caption, columns, ARRAY_SIZE(columns));
}

static void add_rows(struct doc *doc, const struct figures *figures)
{
	struct doc_table *table = open_rows(doc, "connected", "A connected marker and its parts");
	size_t i;

	for (i = 0; i < bench_nr_groups; i++)
		if (report_part_has(REPORT_CONNECTED, bench_groups[i]->name) &&
		    !is_peer_group(bench_groups[i]->name))
			add_group(table, figures, bench_groups[i]);
}

/* ---- peers ------------------------------------------------------------------------------------ */

/* What a row adds to its base, over what our hit adds to the empty loop. */
static void add_times_ours(struct doc_table *table, const struct figures *figures,
			   const struct figure *figure)
{
	const char *num[2] = { figure->bench->name, figure->bench->base };
	static const char *const ours[] = { OURS, NONE };
	struct stat_interval ratio;

	if (!figure->told || run_extra_ratio(figures->run, num, ours, &ratio))
		doc_none(table, "%s", figure->told ? "`" OURS "` was not measured" : "");
	else
		cell_interval(table, &ratio, "x");
}

static void add_peer(struct doc_table *table, const struct figures *figures,
		     const struct bench *bench)
{
	const struct figure *figure = figures_find(figures, bench->name);

	add_row(table, figures, bench);
	if (figure && figure->has_base)
		add_times_ours(table, figures, figure);
	else
		doc_empty(table);
}

static void add_peer_group(struct doc_table *table, const struct figures *figures,
			   const struct bench_group *group)
{
	size_t i;

	if (!group->nr) {
		doc_row(table);
		doc_text(table, "`%s`", group->name);
		doc_text(table, "%s", group->what ? group->what : "");
		doc_none(table, "%s", group->missing ? group->missing : "no rows");
	}
	for (i = 0; i < group->nr; i++)
		if (report_part_takes(REPORT_CONNECTED, &group->rows[i]))
			add_peer(table, figures, &group->rows[i]);
}

static void add_peers(struct doc *doc, const struct figures *figures)
{
	static const struct doc_column columns[] = {
		{ .head = "row" },
		{ .head = "what" },
		{ .head = "cycles a hit", .figures = true },
		{ .head = "over its base", .figures = true },
		{ .head = "ns", .figures = true },
		{ .head = "times a marker", .figures = true },
	};
	struct doc_table *table;
	unsigned int found = 0;
	size_t i;

	table = doc_table(doc, "peers", "Other ways to be called at a place of a program", columns,
			  ARRAY_SIZE(columns));
	doc_row(table);
	doc_text(table, "`" OURS "`");
	doc_text(table, "a connected marker, variable arguments, copied");
	cell_cycles(table, figures, OURS);
	cell_over(table, figures, OURS);
	cell_ns(table, figures, OURS);
	cell_exact(table, 1, 0, "x");
	for (i = 0; i < bench_nr_groups; i++) {
		if (!is_peer_group(bench_groups[i]->name))
			continue;
		add_peer_group(table, figures, bench_groups[i]);
		found++;
	}
	if (!found)
		doc_note(doc, "This build has no rows of other mechanisms.");
}

/* ---- plot ------------------------------------------------------------------------------------- */

static void add_ns(struct plot *plot, const struct figures *figures, size_t series,
		   const struct figure *f)
{
	if (f->measured && f->has_base && f->told && f->over.mid > 0)
		plot_point(plot, series, f->bench->name, f->over.mid / figures->ghz,
			   f->over.low / figures->ghz, f->over.high / figures->ghz);
}

static bool is_of_peer_group(const struct bench *bench)
{
	size_t i, j;

	for (i = 0; i < bench_nr_groups; i++)
		for (j = 0; j < bench_groups[i]->nr; j++)
			if (&bench_groups[i]->rows[j] == bench)
				return is_peer_group(bench_groups[i]->name);
	return false;
}

static void add_plot(struct doc *doc, const struct figures *figures)
{
	size_t markers, parts, others;
	struct plot *plot;
	unsigned int i;

	if (!figures->ghz || !figures->nr)
		return;
	plot = doc_plot(doc, "connected", "A hit, and other ways to be called");
	markers = plot_series(plot, "connected markers");
	parts = plot_series(plot, "parts, without a marker");
	others = plot_series(plot, "other mechanisms");
	plot_axis(plot, "nanoseconds over the base, logarithmic", true);
	plot_describe(plot,
		      "Nanoseconds that a hit takes: connected markers of the jump kind, the parts "
		      "they are made of, and breakpoints, uprobes and system calls.");
	for (i = 0; i < figures->nr; i++) {
		const struct figure *f = &figures->rows[i];
		bool ours = cell_is_of(f->bench, "call") || cell_is_of(f->bench, "unlocked") ||
			    cell_is_of(f->bench, "probes") || cell_is_of(f->bench, "args");

		if (report_part_takes(REPORT_CONNECTED, f->bench) && !f->bench->copy &&
		    strncmp(f->bench->name, "loop-", 5) != 0)
			add_ns(plot, figures,
			       ours			  ? markers :
			       is_of_peer_group(f->bench) ? others :
							    parts,
			       f);
	}
}

/** section_connected() - on */
void section_connected(struct doc *doc, const struct report *report)
{
	const struct figures *figures = &report->figures[REPORT_CONNECTED];

	doc_section(doc, "connected", "Connected");
	doc_paragraph(
		doc,
		"A marker with a probe, in an empty loop, all rows in one run; the base of a kind "
		"is the same loop with the marker off. The kind is `jump`; the others are in the table of "
		"2006. `register`: the probe gets the marker's own "
		"argument types; `list`: a `va_list`; `copy`: it copies both values; `parse`: it "
		"reads the format at each hit. The read side of RCU hides behind the call, so "
		"differences of less than a cycle between these rows say little.");
	add_plot(doc, figures);
	add_rows(doc, figures);
	doc_paragraph(
		doc,
		"What enters the kernel is several times as dear in a virtual machine as on the "
		"bare one: of these, keep the ratios of one run.");
	add_peers(doc, figures);
}
