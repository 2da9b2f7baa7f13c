// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_conclusions.c - each conclusion of the text of 2006: does it hold?
 *
 * The rules are those of conclusion.h; the limits stand here, beside the claims, and on the page.
 */
#include <math.h>
#include <string.h>

#include "conclusion.h"
#include "section.h"
#include "../goal/size.h"

#define ALIKE  2.0   /* "about as much": within this factor */
#define ALMOST 0.1   /* "almost the same": within this part of a connected marker */
#define FREE   0.01  /* "nothing": within this part of the base */
#define RATIO  75.0  /* of 2006 */
#define LOCKED 10.45 /* of 2006, cycles */

/* One line, and what it is made of. */
struct line {
	struct doc_table *table;
	const char *claim;
	const char *then;
};

static void put(const struct line *line, enum conclusion verdict,
		const struct stat_interval *figure, const char *unit, const char *of)
{
	doc_row(line->table);
	doc_text(line->table, "%s", line->claim);
	doc_text(line->table, "%s", line->then);
	doc_text(line->table, "%s", conclusion_text(verdict));
	cell_interval(line->table, figure, unit);
	doc_text(line->table, "%s", of);
}

/* There is no figure: the claim stays open. */
static void put_open(const struct line *line, const char *why)
{
	doc_row(line->table);
	doc_text(line->table, "%s", line->claim);
	doc_text(line->table, "%s", line->then);
	doc_text(line->table, "%s", conclusion_text(CONCLUSION_OPEN));
	doc_none(line->table, "%s", why);
	doc_empty(line->table);
}

static void put_missing(const struct line *line, const struct figures *figures,
			const char *const *names)
{
	char why[FIGURES_WHY], text[FIGURES_WHY + 64];

	while (names[1] && figures_find(figures, names[0]))
		names++;
	snprintf(text, sizeof(text), "`%s`: %s", names[0], figures_why(figures, names[0], why));
	put_open(line, text);
}

/* ---- off ------------------------------------------------------------------------------------- */

static void say_dearer(const struct line *line, const struct figures *figures, const char *dear,
		       const char *cheap, const char *floor_of, const char *of)
{
	const char *names[] = { dear, cheap, NULL };
	const struct figure *figure = figures_find(figures, dear);
	struct stat_interval d;
	double sites, floor;

	if (!figure || run_difference(figures->run, dear, cheap, &d)) {
		put_missing(line, figures, names);
		return;
	}
	sites = figure->bench->sites ? figure->bench->sites : 1;
	floor = run_floor(figures->run, floor_of) / sites;
	d = (struct stat_interval){ d.mid / sites, d.low / sites, d.high / sites };
	put(line, conclude_dearer(&d, floor), &d, "cycles a site", of);
}

static void say_off(struct doc_table *table, const struct figures *figures)
{
	const struct line loop = { table,
				   "In an empty loop the generic form is faster than the "
				   "optimized one.",
				   "2.50 - 1.17 = 1.33 cycles" };
	const struct line load = { table,
				   "When memory is busy, the load of the generic form costs "
				   "more.",
				   "2.123 - 0.074 = 2.05 cycles" };

	say_dearer(&loop, figures, "loop8-immediate", "loop8-generic", "loop8-none",
		   "cycles a site: `loop8-immediate` - `loop8-generic`");
	say_dearer(&load, figures, "straight-generic", "straight-immediate", "straight-none",
		   "cycles a site: `straight-generic` - `straight-immediate` (the form of 2006)");
	say_dearer(&load, figures, "straight-generic", "straight-jump", "straight-none",
		   "cycles a site: `straight-generic` - `straight-jump` (`MARK`)");
}

/* A probe point that is off is one nop: as near to an inactive breakpoint as there is. */
static void say_inactive(struct doc_table *table, const struct figures *figures)
{
	const struct line line = { table,
				   "An inactive breakpoint costs nothing, so \"no marker\" "
				   "stands for it.",
				   "not measured" };
	const struct figure *sdt = figures_find(figures, "straight-sdt"),
			    *none = figures_find(figures, "straight-none");
	const char *names[] = { "straight-sdt", "straight-none", NULL };

	if (!sdt || !none || !sdt->has_base)
		put_missing(&line, figures, names);
	else
		put(&line, conclude_free(&sdt->over, sdt->floor, FREE * none->cycles.mid),
		    &sdt->over, "cycles a site",
		    "cycles a site: `straight-sdt`, the nop that a uprobe goes on, over "
		    "`straight-none`; a hundredth of that still counts as nothing");
}

/* ---- connected: user space, or the kernel ----------------------------------------------------- */

/*
 * @counts: the figures are instructions.  They are shown, but what the text says of times stays open.
 */
struct world {
	const struct figures *figures;
	const char *kind;
	const char *unit;
	bool counts;
};

static void put_of(const struct line *line, const struct world *w, enum conclusion verdict,
		   const struct stat_interval *figure, const char *unit, const char *of)
{
	char text[192];

	snprintf(text, sizeof(text), "%s%s", of, w->counts ? "; instructions are no times" : "");
	put(line, w->counts ? CONCLUSION_OPEN : verdict, figure, unit, text);
}

static void name_of(const struct world *world, const char *form, char name[static TABLE_2006_NAME])
{
	table_2006_name(form, world->kind, name);
}

static void say_format(struct doc_table *table, const struct world *w)
{
	const struct line line = { table,
				   "Disabling preemption and calling a probe costs about as "
				   "much as parsing a format string.",
				   "48.11 / 40.48 = 1.19" };
	char list[TABLE_2006_NAME], off[TABLE_2006_NAME], parse[TABLE_2006_NAME],
		copy[TABLE_2006_NAME], of[160];
	const char *const num[2] = { list, off }, *const den[2] = { parse, copy };
	const char *names[] = { list, off, parse, copy, NULL };
	struct stat_interval ratio;

	name_of(w, "call-%s-list", list);
	name_of(w, "loop-%s", off);
	name_of(w, "call-%s-parse-copy", parse);
	name_of(w, "call-%s-list-copy", copy);
	snprintf(of, sizeof(of),
		 "%s: (row 8 - off) / (row 12 - row 11); a factor of %.0f is \"about\"", w->unit,
		 ALIKE);
	if (run_extra_ratio(w->figures->run, num, den, &ratio))
		put_missing(&line, w->figures, names);
	else
		put_of(&line, w, conclude_alike(&ratio, ALIKE), &ratio, "x", of);
}

static void say_arguments(struct doc_table *table, const struct world *w)
{
	const struct line line = { table,
				   "Stack arguments and a variable-argument list of known "
				   "layout cost almost the same.",
				   "2.74 cycles more for the list, of 55.74" };
	char list[TABLE_2006_NAME], regs[TABLE_2006_NAME], of[160];
	const char *names[] = { list, regs, NULL };
	const struct figure *figure;
	struct stat_interval d;

	name_of(w, "call-%s-list-copy", list);
	name_of(w, "call-%s-register-copy", regs);
	snprintf(of, sizeof(of), "%s: row 11 - row 10; a tenth of row 11 is \"almost\"", w->unit);
	figure = figures_find(w->figures, list);
	if (!figure || run_difference(w->figures->run, list, regs, &d))
		put_missing(&line, w->figures, names);
	else
		put_of(&line, w, conclude_small(&d, ALMOST * figure->cycles.mid), &d, w->unit, of);
}

static void say_preemption(struct doc_table *table, const struct world *w)
{
	const struct line line = { table,
				   "Disabling preemption costs 10.45 cycles (by rows of unlike "
				   "arguments; like for like it was 18.48).",
				   "10.45, or 18.48" };
	char list[TABLE_2006_NAME], unlocked[TABLE_2006_NAME], of[160];
	const char *names[] = { list, unlocked, NULL };
	struct stat_interval d;

	name_of(w, "call-%s-list", list);
	name_of(w, "unlocked-%s-list", unlocked);
	snprintf(of, sizeof(of), "%s: row 8 - row 9", w->unit);
	if (run_difference(w->figures->run, list, unlocked, &d))
		put_missing(&line, w->figures, names);
	else
		put_of(&line, w, conclude_at_least(&d, LOCKED), &d, w->unit, of);
}

static void say_breakpoint(struct doc_table *table, const struct world *w, const char *form)
{
	const struct line line = { table, "An active breakpoint costs at least 75 times a marker.",
				   "4178.23 / 55.74 = 75" };
	char trap[TABLE_2006_NAME], copy[TABLE_2006_NAME], of[160];
	const char *names[] = { trap, copy, NULL };
	struct stat_interval ratio;

	name_of(w, form, trap);
	name_of(w, "call-%s-list-copy", copy);
	snprintf(of, sizeof(of), "%s: (`%s` - row 11) / row 11", w->unit, trap);
	if (run_ratio(w->figures->run, trap, copy, &ratio)) {
		put_missing(&line, w->figures, names);
		return;
	}
	ratio = (struct stat_interval){ ratio.mid - 1, ratio.low - 1, ratio.high - 1 };
	put_of(&line, w, conclude_at_least(&ratio, RATIO), &ratio, "x", of);
}

static void say_connected(struct doc_table *table, const struct world *w, const char *const *forms)
{
	size_t i;

	if (!w->figures->run)
		return;
	say_format(table, w);
	say_arguments(table, w);
	say_preemption(table, w);
	for (i = 0; i < TABLE_2006_FORMS; i++)
		if (forms[i])
			say_breakpoint(table, w, forms[i]);
}

/* ---- size, whole programs --------------------------------------------------------------------- */

/* By the compiler of markbench, at -O2. */
static void say_code(const struct line *line)
{
	double jump = section_size_likely("jump"), generic = section_size_likely("generic");
	struct stat_interval more = { generic - jump, generic - jump, generic - jump };
	char of[96];

	if (isnan(more.mid)) {
		put_open(line, "the reference functions were not built");
		return;
	}
	snprintf(of, sizeof(of), "bytes more of the likely path: generic %.0f, jump %.0f", generic,
		 jump);
	put(line, conclude_dearer(&more, 0), &more, "bytes", of);
}

static void say_size(struct doc_table *table)
{
	const struct line code = { table, "The optimized form has the smaller code.",
				   "6 bytes against 11 of the likely path" };
	const struct line datum = { table, "The optimized form keeps one datum less in the cache.",
				    "0 bytes of .data against 1" };
	struct stat_interval bytes;
	struct size size;
	char why[128];

	say_code(&code);
	if (size_read(&size, why, sizeof(why))) {
		put_open(&datum, why);
		return;
	}
	bytes = (struct stat_interval){ (double)size.data, (double)size.data, (double)size.data };
	put(&datum, conclude_small(&bytes, 0), &bytes, "bytes",
	    "bytes of `.data`, of all sites of `markbench`; the flag of a generic one lies in `.bss`, "
	    "and is loaded all the same");
}

static void say_macro(struct doc_table *table, const struct macro_results *macro)
{
	static const char *const programs[] = { "lua", "sqlite" };
	const struct line line = { table, "No macro-benchmark shows a significant difference.",
				   "one run each" };
	struct stat_interval each[2], widest = { 0, 0, 0 };
	size_t nr = 0, i;

	for (i = 0; macro && i < 2; i++) {
		const struct macro_figure *f =
			macro_find(macro, programs[i], "dense", "off_percent");

		if (!f)
			continue;
		each[nr++] = f->interval;
		if (nr == 1 || f->interval.high > widest.high)
			widest = f->interval;
	}
	if (!nr)
		put_open(&line, "no figures of whole programs were given (`--macro`)");
	else
		put(&line, conclude_none_differs(each, nr), &widest, "%",
		    "per cent of a run, the dense set, off against vanilla: of Lua and SQLite the one "
		    "that may differ most");
}

/** section_conclusions() - holds, no longer holds, refined */
void section_conclusions(struct doc *doc, const struct report *report)
{
	static const struct doc_column columns[] = {
		{ .head = "the text says" }, { .head = "its figures" },
		{ .head = "today" },	     { .head = "figure", .figures = true },
		{ .head = "of what" },
	};
	const struct world user = { &report->figures[REPORT_MICRO], "jump", "cycles", false };
	const struct world kernel = { &report->kernel_figures, "static-key",
				      report->counts ? "instructions" : "ticks", report->counts };
	struct doc_table *table;

	doc_section(doc, "conclusions", "Conclusions");
	doc_paragraph(
		doc,
		"What the text of 2006 concludes, and whether it holds. The verdict is by rule, "
		"on the whole interval: it `holds` if all of it is as the text says, `no "
		"longer holds` if all of it is as the text denies, and is `refined` in "
		"between, or where the two are not told apart. It is `open` without a figure, or with "
		"one that is not of what the text speaks of.");
	table = doc_table(doc, "conclusions", "The conclusions of 2006", columns,
			  ARRAY_SIZE(columns));
	doc_heading(table, "off");
	say_off(table, &report->figures[REPORT_SEPARATION]);
	say_inactive(table, &report->figures[REPORT_SEPARATION]);
	doc_heading(table, "connected, in user space");
	say_connected(table, &user, table_2006_forms(&edition_2006_user, TABLE_2006_ROWS - 1));
	if (report->kernel)
		doc_heading(table, "connected, in the kernel");
	say_connected(table, &kernel, table_2006_forms(&edition_2006_kernel, TABLE_2006_ROWS - 1));
	doc_heading(table, "size");
	say_size(table);
	doc_heading(table, "whole programs");
	say_macro(table, report->macro);
}
