// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_macro.c - whole programs: those of 2006, and the figures of bench/macro/
 */
#include <string.h>

#include "section.h"

static const char *const programs[] = { "lua", "sqlite", "redis" };
static const char *const sets[] = { "null", "dense", "sparse", "generic" };
static const char *const probes[] = { "null", "empty", "count" };

static void add_2006(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{ .head = "work, 2006" },	    { .head = "vanilla" },
		{ .head = "with markers, off" },    { .head = "said in the text" },
		{ .head = "what its figures say" },
	};
	struct doc_table *table = doc_table(doc, "macro-2006", "The macro-benchmarks of 2006",
					    columns, ARRAY_SIZE(columns));
	const double compile[2] = { 482.443, 481.635 }, sys[2] = { 34.950, 36.298 };

	doc_row(table);
	doc_text(table, "kernel compile, cold cache");
	doc_text(table, "8m2.443s, sys 34.950 s");
	doc_text(table, "8m1.635s, sys 36.298 s");
	doc_text(table, "0.98 %% speed-up");
	doc_text(table, "%.2f %% less time, %.1f %% more of sys; one run each",
		 100 * (1 - compile[1] / compile[0]), 100 * (sys[1] / sys[0] - 1));
	doc_row(table);
	doc_text(table, "ping flood on loopback");
	doc_text(table, "12,601 packets/s, 10.840 s");
	doc_text(table, "12,596 packets/s, 8.614 s");
	doc_text(table, "0.03 %% slow-down");
	doc_text(table, "%.2f %% fewer packets; the runs differ in length",
		 100 * (1 - 12596. / 12601));
}

/* ---- off against vanilla ---------------------------------------------------------------------- */

/* Per cent: one that holds 0 has a bound, and is not nought. */
static void add_percent(struct doc_table *table, const struct macro_figure *f)
{
	struct doc_number number;
	char bound[48];

	if (!f) {
		doc_empty(table);
		return;
	}
	number = (struct doc_number){ .mid = f->interval.mid,
				      .low = f->interval.low,
				      .high = f->interval.high,
				      .digits = 2,
				      .unit = "%",
				      .sign = true };
	if (f->interval.low <= 0 && f->interval.high >= 0) {
		snprintf(bound, sizeof(bound), "at most %+.2f %%", f->interval.high);
		number.blurred = true;
		number.why = bound;
	}
	doc_number(table, &number);
}

static void add_plain(struct doc_table *table, const struct macro_figure *f, int digits,
		      const char *unit)
{
	if (f)
		doc_number(table, &(struct doc_number){ .mid = f->interval.mid,
							.low = f->interval.low,
							.high = f->interval.high,
							.digits = digits,
							.unit = unit });
	else
		doc_empty(table);
}

static void add_off_row(struct doc_table *table, const struct macro_results *m, const char *program,
			const char *set)
{
	const struct macro_figure *time = macro_find(m, program, set, "off_percent"),
				  *more = macro_find(m, program, set, "instructions_percent");

	if (!time && !more)
		return;
	doc_row(table);
	doc_text(table, "%s", program);
	doc_text(table, "%s", strcmp(set, "null") != 0 ? set : "null: vanilla again");
	add_percent(table, time);
	if (time)
		cell_exact(table, time->values, 0, "orders");
	else
		doc_empty(table);
	add_plain(table, more, 3, "%");
	add_plain(table, macro_find(m, program, set, "instructions_per_site"), 3, "instructions");
}

static void add_off(struct doc *doc, const struct macro_results *m)
{
	static const struct doc_column columns[] = {
		{ .head = "program" },
		{ .head = "set" },
		{ .head = "time, %", .figures = true },
		{ .head = "values", .figures = true },
		{ .head = "instructions, %", .figures = true },
		{ .head = "instructions a site", .figures = true },
	};
	struct doc_table *table =
		doc_table(doc, "macro-off", "Off against vanilla", columns, ARRAY_SIZE(columns));
	size_t program, set;

	for (program = 0; program < ARRAY_SIZE(programs); program++)
		for (set = 0; set < ARRAY_SIZE(sets); set++)
			add_off_row(table, m, programs[program], sets[set]);
}

static void add_off_plot(struct doc *doc, const struct macro_results *m)
{
	struct plot *plot = doc_plot(doc, "macro", "Off against vanilla, time");
	size_t series = plot_series(plot, "time"), program, set;

	plot_axis(plot, "per cent of the run's time over vanilla", false);
	plot_describe(plot, "The mean over hundreds of orders of the functions; null is vanilla "
			    "against itself.");
	for (program = 0; program < ARRAY_SIZE(programs); program++)
		for (set = 0; set < ARRAY_SIZE(sets); set++) {
			const struct macro_figure *f =
				macro_find(m, programs[program], sets[set], "off_percent");
			char label[2 * MACRO_NAME + 2];

			snprintf(label, sizeof(label), "%s, %s", programs[program], sets[set]);
			if (f)
				plot_point(plot, series, label, f->interval.mid, f->interval.low,
					   f->interval.high);
		}
}

/* ---- on against off --------------------------------------------------------------------------- */

static void add_on(struct doc *doc, const struct macro_results *m)
{
	static const struct doc_column columns[] = {
		{ .head = "program" },
		{ .head = "probe" },
		{ .head = "time, %", .figures = true },
		{ .head = "ns a hit", .figures = true },
		{ .head = "requests a second", .figures = true },
	};
	struct doc_table *table =
		doc_table(doc, "macro-on", "On against off, inside one program, dense set", columns,
			  ARRAY_SIZE(columns));
	size_t program, probe;

	for (program = 0; program < ARRAY_SIZE(programs); program++)
		for (probe = 0; probe < ARRAY_SIZE(probes); probe++) {
			const char *p = programs[program], *kind = probes[probe];
			const struct macro_figure *time = macro_find(m, p, kind, "on_percent");

			if (!time)
				continue;
			doc_row(table);
			doc_text(table, "%s", p);
			doc_text(table, "%s", strcmp(kind, "null") != 0 ? kind : "null: off again");
			add_percent(table, time);
			add_plain(table, macro_find(m, p, kind, "on_hit_ns"), 2, "ns");
			add_plain(table, macro_find(m, p, kind, "requests_per_s"), 0, "requests/s");
		}
}

/** section_macro() - whole programs */
void section_macro(struct doc *doc, const struct report *report)
{
	const struct macro_results *m = report->macro;

	doc_section(doc, "macro", "Macro-benchmarks");
	add_2006(doc);
	if (m) {
		doc_paragraph(
			doc,
			"Lua, SQLite and redis from Debian's sources, with 35 to 40 marked "
			"functions (`dense`) or a handful (`sparse`), by `bench/macro/user.sh` "
			"(%s, %s). Times are averaged over random orders of the functions, "
			"because one pair of builds tells only where its functions lie; "
			"instructions are callgrind's, exact.",
			m->mode, m->compiler);
		add_off_plot(doc, m);
		add_off(doc, m);
		add_on(doc, m);
	} else {
		doc_note(doc, "There are no figures of whole programs: `make macro-user` measures "
			      "Lua, SQLite and redis in 13 to 25 minutes (`ARGS=--quick`: 4), and "
			      "`markbench report --macro DIR` takes its directory of results.");
	}
	doc_paragraph(
		doc, "A whole kernel, with markers in its system calls, page faults, scheduler and "
		     "network, is measured by `make macro-kernel`, in instructions a packet, a "
		     "process and a system call: its table is "
		     "`Documentation/results/kernel-macro.rst`.");
}
