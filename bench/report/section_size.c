// SPDX-License-Identifier: GPL-2.0-only
/*
 * section_size.c - the bytes a marker adds, beside those of 2006, and the instructions
 *
 * Parts and instructions are those of markbench's own reference functions (../size/reference.h), the sums
 * those of its whole file.
 */
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "section.h"
#include "../goal/size.h"
#include "../size/report.h"

static const char *const kinds[] = { "immediate", "immediate-clc", "jump", "jump-nop8", "generic" };
static const char *const compilers[] = { "gcc", "clang" };
static const char *const levels[] = { "O0", "O1", "O2", "O3", "Os" };

#define FUNCTION "my_open"

static int64_t likely(const struct size_added *added)
{
	return added->likely;
}

static int64_t unlikely(const struct size_added *added)
{
	return (int64_t)added->parts.unlikely;
}

static int64_t table_bytes(const struct size_added *added)
{
	return (int64_t)added->parts.table;
}

static int64_t data(const struct size_added *added)
{
	return (int64_t)added->parts.data;
}

static int64_t bss(const struct size_added *added)
{
	return (int64_t)added->parts.bss;
}

static int64_t strings(const struct size_added *added)
{
	return (int64_t)added->parts.strings;
}

static int64_t debug(const struct size_added *added)
{
	return added->debug;
}

/* Of 2006: x86 of 32 bits; negative where the text has none. */
static const struct part {
	const char *what;
	int optimized;
	int generic;
	int64_t (*bytes)(const struct size_added *added);
} parts[] = {
	{ "likely path", 6, 11, likely },
	{ "unlikely path", 32, 32, unlikely },
	{ "table: `.markers`, `.markers.c`; now `__marker_sites`", 20, 20, table_bytes },
	{ "`.data`", 0, 1, data },
	{ "`.bss`: the slot, and the flag of `generic`", -1, -1, bss },
	{ "name and format", 13, 13, strings },
	{ "debug information", 20, 20, debug },
};

/**
 * section_size_likely() - bytes of the likely path that a marker of a kind adds to my_open()
 *
 * By the compiler that markbench was built with, at -O2.  Return: NaN if that was not built.
 */
double section_size_likely(const char *kind)
{
	const struct size_object *object =
		size_object_find(size_objects[0].compiler, "O2", kind, "open");
	struct size_added added;
	struct elf_error error;

	if (!object || size_reference(object, FUNCTION, &added, &error))
		return NAN;
	return (double)added.likely;
}

static void put_bytes(struct doc_table *table, const struct size_object *object,
		      const char *function, int64_t (*bytes)(const struct size_added *added))
{
	struct size_added added;
	struct elf_error error;

	if (!object || size_reference(object, function, &added, &error))
		doc_none(table, "not built");
	else
		cell_exact(table, (double)bytes(&added), 0, "bytes");
}

static void put_then(struct doc_table *table, int bytes)
{
	if (bytes < 0)
		doc_empty(table);
	else
		cell_exact(table, bytes, 0, "bytes");
}

/* ---- a function of each kind ------------------------------------------------------------------ */

static void add_parts(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{ .head = "part" },
		{ .head = "optimized", .group = "2006, 32 bits", .figures = true },
		{ .head = "generic", .group = "2006, 32 bits", .figures = true },
		{ .head = "immediate", .group = "now, 64 bits", .figures = true },
		{ .head = "immediate-clc", .group = "now, 64 bits", .figures = true },
		{ .head = "jump", .group = "now, 64 bits", .figures = true },
		{ .head = "jump, nop8", .group = "now, 64 bits", .figures = true },
		{ .head = "generic", .group = "now, 64 bits", .figures = true },
	};
	const char *compiler = size_objects[0].compiler;
	struct doc_table *table =
		doc_table(doc, "size", "Bytes that one marker adds to `my_open`, -O2", columns,
			  ARRAY_SIZE(columns));
	size_t i, k;

	for (i = 0; i < ARRAY_SIZE(parts); i++) {
		doc_row(table);
		doc_text(table, "%s", parts[i].what);
		put_then(table, parts[i].optimized);
		put_then(table, parts[i].generic);
		for (k = 0; k < ARRAY_SIZE(kinds); k++)
			put_bytes(table, size_object_find(compiler, "O2", kinds[k], "open"),
				  FUNCTION, parts[i].bytes);
	}
}

/* ---- by compiler and level -------------------------------------------------------------------- */

static void add_likely(struct doc *doc)
{
	static const struct doc_column columns[] = {
		{ .head = "compiler" },
		{ .head = "level" },
		{ .head = "`my_open`", .figures = true },
		{ .head = "leaf function", .figures = true },
		{ .head = "leaf, expressions", .figures = true },
		{ .head = "unlikely path", .figures = true },
	};
	struct doc_table *table =
		doc_table(doc, "size-likely", "Bytes of the likely path that `MARK` adds", columns,
			  ARRAY_SIZE(columns));
	size_t c, l;

	for (c = 0; c < ARRAY_SIZE(compilers); c++) {
		for (l = 0; l < ARRAY_SIZE(levels); l++) {
			const struct size_object *open =
				size_object_find(compilers[c], levels[l], "jump", "open");
			const struct size_object *leaf =
				size_object_find(compilers[c], levels[l], "jump", "leaf");

			if (!open)
				continue;
			doc_row(table);
			doc_text(table, "%s", compilers[c]);
			doc_text(table, "-%s", levels[l]);
			put_bytes(table, open, FUNCTION, likely);
			put_bytes(table, leaf, "leaf", likely);
			put_bytes(table, leaf, "leafx", likely);
			put_bytes(table, open, FUNCTION, unlikely);
		}
	}
}

static double then_of(const struct part *part, const char *kind)
{
	return strcmp(kind, "generic") ? part->optimized : part->generic;
}

static void add_plot(struct doc *doc)
{
	static const char *const shown[] = { "jump", "generic" };
	struct plot *plot = doc_plot(doc, "size", "Bytes of one marker, 2006 and now");
	size_t series[4], s, i;

	series[0] = plot_series(plot, "2006, optimized");
	series[1] = plot_series(plot, "now, jump");
	series[2] = plot_series(plot, "2006, generic");
	series[3] = plot_series(plot, "now, generic");
	if (plot)
		plot->bars = true;
	plot_axis(plot, "bytes a marker", false);
	plot_describe(plot, "Bytes of the likely path, the unlikely path and the table.");
	for (i = 0; i < 3; i++) {
		static const char *const names[] = { "likely path", "unlikely path", "table" };

		for (s = 0; s < ARRAY_SIZE(shown); s++) {
			const struct size_object *object =
				size_object_find(size_objects[0].compiler, "O2", shown[s], "open");
			double then = then_of(&parts[i], shown[s]), now;
			struct size_added added;
			struct elf_error error;

			plot_point(plot, series[2 * s], names[i], then, then, then);
			if (!object || size_reference(object, FUNCTION, &added, &error))
				continue;
			now = (double)parts[i].bytes(&added);
			plot_point(plot, series[2 * s + 1], names[i], now, now, now);
		}
	}
}

/* ---- the instructions ------------------------------------------------------------------------- */

static void print_function(FILE *out, const struct size_object *object, const char *name)
{
	const struct elf_symbol *function;
	struct size_file file;
	struct elf_error error;

	if (!size_object_open(&file, object, &error)) {
		function = size_find_function(&file, name);
		if (function)
			size_text_function(out, &file, function);
	}
	size_file_close(&file);
}

static void add_code(struct doc *doc, const char *what, const char *kind, const char *source,
		     const char *name)
{
	const char *compiler = size_objects[0].compiler;
	const struct size_object *object = size_object_find(compiler, "O2", kind, source);
	char *text = NULL, caption[96];
	size_t len = 0;
	FILE *out;

	if (!object)
		return;
	out = open_memstream(&text, &len);
	if (!out)
		return;
	print_function(out, object, name);
	snprintf(caption, sizeof(caption), "%s, %s -O2", what, compiler);
	if (!fclose(out))
		doc_code(doc, caption, text);
	free(text);
}

static void add_instructions(struct doc *doc)
{
	size_t i;

	doc_paragraph(doc, "The instructions, with the parts pointed out: the function of the text "
			   "without a marker and in each kind, and the typical probe, which copies "
			   "both arguments.");
	add_code(doc, "no marker", "vanilla", "open", FUNCTION);
	for (i = 0; i < ARRAY_SIZE(kinds); i++)
		add_code(doc, kinds[i], kinds[i], "open", FUNCTION);
	add_code(doc, "the typical probe", "vanilla", "probe", "my_probe");
}

/** section_size() - what a marker adds to a program; 0 or a negative errno if it could not be read */
int section_size(struct doc *doc)
{
	struct size size;
	char why[128] = "";
	int ret;

	doc_section(doc, "size", "Size");
	doc_paragraph(doc,
		      "`my_open` is the function of the text: it holds the marker, "
		      "`MARK(subsys_mark1, \"%%d %%p\", 1, NULL)`, and returns `-EPERM`. It was "
		      "compiled with `markbench`, with and without; the likely path is what the "
		      "function grows by, its cold block apart.");
	add_parts(doc);
	add_plot(doc);
	add_likely(doc);
	ret = size_read(&size, why, sizeof(why));
	if (ret)
		doc_note(doc, "The file of `markbench` could not be read: %s.", why);
	else
		doc_paragraph(
			doc,
			"The file of `markbench` itself has %zu sites: a row of the table "
			"takes %.4g bytes, all of them together take %zu bytes of `.data` and "
			"%zu dynamic relocations.",
			size.sites, size.table, size.data, size.relocations);
	add_instructions(doc);
	return ret;
}
