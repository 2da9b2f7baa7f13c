// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_separation.c - sites that are off, where the kinds can be told apart
 *
 * A place is a group of rows (loop8, straight, ...), a variant what stands there (jump, generic, lttng,
 * ...): the row is PLACE-VARIANT, whichever group it was defined in.
 */
#include <stdlib.h>
#include <string.h>

#include "section.h"

static const struct {
	const char *name;
	const char *head;
	const char *shows;
} places[] = {
	{ "loop8", "loop of 8",
	  "Eight sites in an empty loop: how many operations a site is, and chains through a register." },
	{ "straight", "straight line",
	  "4096 sites in a straight line, each behind an independent random load in 16 MB: the loads fill "
	  "the core's window, and a site costs what it takes away from them." },
	{ "cold", "straight line, cold",
	  "The straight line with its data and code out of the cache." },
	{ "leaf", "leaf function",
	  "A small function that calls nothing: what a slow path costs while it is not taken." },
	{ "leafx", "leaf, expressions",
	  "The same with expressions as arguments, which must not be computed while the site is off." },
	{ "alu", "loop of its ALUs",
	  "11 independent additions, which fill the units that a test needs too: for such loops there is "
	  "the nop8 form." },
	{ "many", "4096 functions", "4096 functions with a site each, called in a random order." },
};

#define PLACES	 ARRAY_SIZE(places)
#define VARIANTS 32

/* Variants in the order of the first place that has them. */
struct variants {
	const char *name[VARIANTS];
	const struct bench *bench[VARIANTS];
	size_t nr;
};

static void add_variant(struct variants *variants, const struct bench *bench, const char *name)
{
	size_t i;

	for (i = 0; i < variants->nr; i++) {
		if (!strcmp(variants->name[i], name))
			return;
	}
	if (variants->nr == VARIANTS)
		return;
	variants->bench[variants->nr] = bench;
	variants->name[variants->nr++] = name;
}

/* Of all rows there are, measured or not. */
static void collect(struct variants *variants, const char *place)
{
	size_t i, j;

	for (i = 0; i < bench_nr_groups; i++) {
		for (j = 0; j < bench_groups[i]->nr; j++) {
			const struct bench *bench = &bench_groups[i]->rows[j];

			if (cell_is_of(bench, place))
				add_variant(variants, bench, bench->name + strlen(place) + 1);
		}
	}
}

static bool has_rows(const char *place)
{
	struct variants variants = { .nr = 0 };

	collect(&variants, place);
	return variants.nr;
}

/* Rows of a place, and their bases, are all of one run. */
static const struct figures *figures_of(const struct report *report, size_t place)
{
	return &report->figures[report_part_of(places[place].name)];
}

static const char *row_name(size_t place, const char *variant, char name[static TABLE_2006_NAME])
{
	snprintf(name, TABLE_2006_NAME, "%s-%s", places[place].name, variant);
	return name;
}

/* ---- the table of all places ------------------------------------------------------------------ */

static size_t columns_of(struct doc_column columns[static PLACES + 1])
{
	size_t place, nr = 0;

	columns[nr++] = (struct doc_column){ .head = "" };
	for (place = 0; place < PLACES; place++) {
		if (has_rows(places[place].name))
			columns[nr++] =
				(struct doc_column){ .head = places[place].head, .figures = true };
	}
	return nr;
}

static void add_bases(struct doc_table *table, const struct report *report)
{
	char name[TABLE_2006_NAME];
	size_t place;

	doc_row(table);
	doc_text(table, "`none`: cycles a site");
	for (place = 0; place < PLACES; place++)
		if (has_rows(places[place].name))
			cell_cycles(table, figures_of(report, place),
				    row_name(place, "none", name));
}

/* Another base than "none": all of it, not a difference. */
static void add_base(struct doc_table *table, const struct figures *figures, const char *name)
{
	const struct figure *figure = figures_find(figures, name);

	if (figure)
		doc_number(table, &(struct doc_number){ .mid = figure->cycles.mid,
							.low = figure->cycles.low,
							.high = figure->cycles.high,
							.unit = "cycles",
							.why = "a base: all of it" });
	else
		cell_why(table, figures, name);
}

static void add_variant_row(struct doc_table *table, const struct report *report,
			    const char *variant)
{
	const struct bench *bench;
	char name[TABLE_2006_NAME];
	size_t place;

	doc_row(table);
	doc_text(table, "`%s`", variant);
	for (place = 0; place < PLACES; place++) {
		if (!has_rows(places[place].name))
			continue;
		bench = bench_find(row_name(place, variant, name));
		if (!bench)
			doc_empty(table);
		else if (bench->base)
			cell_over(table, figures_of(report, place), name);
		else
			add_base(table, figures_of(report, place), name);
	}
}

static void add_table(struct doc *doc, const struct report *report)
{
	struct doc_column columns[PLACES + 1];
	struct variants variants = { .nr = 0 };
	struct doc_table *table;
	size_t i;

	table = doc_table(doc, "separation", "Off: cycles a site over the base", columns,
			  columns_of(columns));
	for (i = 0; i < PLACES; i++)
		collect(&variants, places[i].name);
	add_bases(table, report);
	for (i = 0; i < variants.nr; i++)
		if (strcmp(variants.name[i], "none") != 0)
			add_variant_row(table, report, variants.name[i]);
}

/* ---- a plot a place --------------------------------------------------------------------------- */

static bool is_ours(const char *variant)
{
	static const char *const ours[] = { "immediate", "immediate-clc", "jump", "generic" };
	size_t i;

	for (i = 0; i < ARRAY_SIZE(ours); i++) {
		if (!strcmp(variant, ours[i]))
			return true;
	}
	return false;
}

/* Of a place; how many points, and the floor of the kinds' base. */
static size_t add_points(struct plot *plot, const struct figures *figures, const char *place,
			 double *floor)
{
	size_t ours = plot_series(plot, "markers"), peers = plot_series(plot, "others"), points = 0;
	unsigned int i;

	for (i = 0; i < figures->nr; i++) {
		const struct figure *f = &figures->rows[i];
		const char *variant;

		if (!cell_is_of(f->bench, place) || !f->bench->base)
			continue;
		variant = f->bench->name + strlen(place) + 1;
		if (!f->measured || !f->has_base) {
			plot_missing(plot, variant, "missing, see the table");
			continue;
		}
		plot_point(plot, is_ours(variant) ? ours : peers, variant, f->over.mid, f->over.low,
			   f->over.high);
		*floor = is_ours(variant) ? f->floor : *floor;
		points++;
	}
	return points;
}

static void add_plot(struct doc *doc, const struct figures *figures, size_t at)
{
	const char *place = places[at].name;
	double floor = 0;
	struct plot *plot;
	char title[96];
	unsigned int i;

	for (i = 0; i < figures->nr &&
		    !(cell_is_of(figures->rows[i].bench, place) && figures->rows[i].has_base);)
		i++;
	if (i == figures->nr)
		return;
	snprintf(title, sizeof(title), "Off, %s: over the base", places[at].head);
	doc_paragraph(doc, "`%s`: %s", place, places[at].shows);
	plot = doc_plot(doc, place, title);
	plot_axis(plot, "core cycles a site over the base", false);
	plot_describe(
		plot,
		"What a site that is off adds, for each kind of marker and for its peers, with "
		"95 %% intervals; the band is the noise floor.");
	add_points(plot, figures, place, &floor);
	if (floor > 0)
		plot_span(plot, "noise floor", -floor, floor);
}

/* ---- the section ------------------------------------------------------------------------------ */

static void say_missing(struct doc *doc)
{
	size_t i;

	for (i = 0; i < PLACES; i++)
		if (!has_rows(places[i].name))
			doc_note(doc, "`%s` (%s): this build has no such rows.", places[i].name,
				 places[i].head);
	for (i = 0; i < bench_nr_groups; i++)
		if (report_part_of(bench_groups[i]->name) == REPORT_SEPARATION &&
		    !bench_groups[i]->nr && bench_groups[i]->missing)
			doc_note(doc, "`%s` is left out of this build: %s.", bench_groups[i]->name,
				 bench_groups[i]->missing);
}

/** section_separation() - off, in places that tell */
void section_separation(struct doc *doc, const struct report *report)
{
	size_t i;

	doc_section(doc, "separation", "Separation");
	doc_paragraph(
		doc,
		"Sites that are off, where one can be told from another, and in the same run the peers: "
		"`lttng` is a tracepoint of LTTng-UST, `sdt` a probe point of `sys/sdt.h`, `sdtsem` one "
		"with a semaphore, `pfe` the nops of `-fpatchable-function-entry`; `none2` is the second "
		"copy of no marker at all. The base of the kinds in the straight line is `slow`, the "
		"same slow paths without sites, so that the compiler allots registers alike; `slow` "
		"itself is over `none`.");
	say_missing(doc);
	add_table(doc, report);
	for (i = 0; i < PLACES; i++)
		add_plot(doc, figures_of(report, i), i);
}
