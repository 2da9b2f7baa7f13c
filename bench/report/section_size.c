// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_size.c - the bytes a marker adds, beside those of 2006
 */
#include <math.h>

#include "section.h"
#include "../goal/size.h"

/* Bytes of 2006, of an x86 of 32 bits; negative for what has none. */
static void add_row(struct doc_table *table, const char *what, double optimized, double generic,
		    double now, int digits)
{
	const double then[2] = { optimized, generic };
	int i;

	doc_row(table);
	doc_text(table, "%s", what);
	for (i = 0; i < 2; i++) {
		if (then[i] < 0)
			doc_empty(table);
		else
			cell_exact(table, then[i], 0, "bytes");
	}
	if (isnan(now))
		doc_none(table, "see `markbench size`");
	else
		cell_exact(table, now, digits, "bytes");
}

static void add_plot(struct doc *doc, const struct size *size)
{
	struct plot *plot = doc_plot(doc, "size", "Bytes of one marker, 2006 and now");
	size_t optimized = plot_series(plot, "2006, optimized"),
	       generic = plot_series(plot, "2006, generic"), now = plot_series(plot, "now, jump");

	if (plot)
		plot->bars = true;
	plot_axis(plot, "bytes a marker", false);
	plot_describe(plot, "Bytes of the unlikely path, the tables and the data of one marker.");
	plot_point(plot, optimized, "unlikely path", 32, 32, 32);
	plot_point(plot, generic, "unlikely path", 32, 32, 32);
	plot_point(plot, now, "unlikely path", (double)size->unlikely, (double)size->unlikely,
		   (double)size->unlikely);
	plot_point(plot, optimized, "tables", 20, 20, 20);
	plot_point(plot, generic, "tables", 20, 20, 20);
	plot_point(plot, now, "tables", size->table, size->table, size->table);
	plot_point(plot, optimized, ".data", 0, 0, 0);
	plot_point(plot, generic, ".data", 1, 1, 1);
	plot_point(plot, now, ".data", (double)size->data, (double)size->data, (double)size->data);
}

/** section_size() - what a marker adds to a program; 0 or a negative errno if it could not be read */
int section_size(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{ .head = "section" },
		{ .head = "optimized", .group = "2006, 32 bits", .figures = true },
		{ .head = "generic", .group = "2006, 32 bits", .figures = true },
		{ .head = "jump", .group = "now, 64 bits", .figures = true },
	};
	struct doc_table *table;
	struct size size;
	char why[128] = "";
	int ret;

	doc_section(doc, "size", "Size");
	ret = size_read(&size, why, sizeof(why));
	if (ret) {
		doc_note(doc, "The file of `markbench` could not be read: %s.", why);
		return ret;
	}
	doc_paragraph(
		doc,
		"Read by libelf from the file of `markbench` itself, %zu sites: the marked "
		"function of 2006 (`my_open`, which holds the marker and returns `-EPERM`), its "
		"cold block from the branch's target to its end, and the tables of all sites.",
		size.sites);
	table = doc_table(doc, "size", "Bytes that one marker adds", columns, ARRAY_SIZE(columns));
	add_row(table, "`.text`, unlikely path", 32, 32, (double)size.unlikely, 0);
	add_row(table, "tables: `.markers` and `.markers.c`, now `__marker_sites`", 20, 20,
		size.table, 2);
	add_row(table, "`.data`, of all sites", 0, 1, (double)size.data, 0);
	add_row(table, "dynamic relocations, of all sites", -1, -1, (double)size.relocations, 0);
	doc_paragraph(doc,
		      "In 2006 the likely path was 6 bytes in the optimized form and 11 in the "
		      "generic one; the name stood in `.rodata.str1` once, and in `.debug_str` "
		      "with a prefix of 7 bytes.");
	add_plot(doc, &size);
	return 0;
}
