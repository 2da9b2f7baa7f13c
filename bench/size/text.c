// SPDX-License-Identifier: GPL-2.0-only
/*
 * text.c - sizes as text
 */
#include <elf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "user/lib/text.h"

#define NAME_SHOWN  80 /* of a name, which is the file's and may be anything */
#define BYTES_SHOWN 8  /* of an instruction; longer ones go on in the next line */

/* ---- a file ----------------------------------------------------------------------------------------- */

static void row(FILE *out, const char *part, uint64_t bytes, size_t sites, const char *note)
{
	fprintf(out, "  %-34s %10" PRIu64 " %10.2f  %s\n", part, bytes,
		(double)bytes / (double)sites, note);
}

static void print_totals(FILE *out, const struct size_pair *pair)
{
	const struct size_file *file = pair->file;
	const struct size_parts *total = &file->total;
	const struct elf_image *image = &file->image;

	fprintf(out, "  %-34s %10s %10s\n", "bytes of", "all", "a site");
	row(out, "likely path, the sites", total->likely, file->nsites, "");
	row(out, "unlikely path", total->unlikely, file->nsites, "");
	row(out, ".data", total->data, file->nsites, "");
	row(out, ".bss (slots, flags)", total->bss, file->nsites, "");
	row(out, "strings (name, format)", total->strings, file->nsites, "");
	row(out, "table", total->table, file->nsites, "");
	row(out, "dynamic relocations, number", total->relocations, file->nsites,
	    image->type == ET_REL ? "(not linked)" : "");
	if (file->unknown)
		fprintf(out, "  of %zu sites the instructions were not found\n", file->unknown);
}

static void print_growth(FILE *out, const struct size_pair *pair)
{
	const struct elf_image *with = &pair->file->image, *without = &pair->vanilla->image;
	struct size_growth *growths;
	int64_t bytes = 0;
	size_t i, n = 0, sites = 0;

	growths = size_growths(pair, &n);
	fprintf(out, "likely path over the vanilla file's\n  %-34s %10s %10s\n", "function",
		"sites", "bytes");
	for (i = 0; i < n; i++) {
		char name[NAME_SHOWN];

		text_escape(name, sizeof(name), growths[i].function->name);
		fprintf(out, "  %-34s %10u %10" PRId64 "\n", name, growths[i].sites,
			growths[i].bytes);
		bytes += growths[i].bytes;
		sites += growths[i].sites;
	}
	fprintf(out, "  %-34s %10zu %10" PRId64 "\n", "all of these", sites, bytes);
	fprintf(out, "  %-34s %10s %10" PRId64 "\n", "unwind tables (.eh_frame)", "",
		(int64_t)(size_unwind(with) - size_unwind(without)));
	fprintf(out, "  %-34s %10s %10" PRId64 "\n", "debug information (.debug_*)", "",
		(int64_t)(size_debug(with) - size_debug(without)));
	free(growths);
}

static void print_site(FILE *out, const struct size_site *site)
{
	const struct elf_site *from = site->row;
	const char *kind = from->query ? "query" : marker_kind_name(from->kind);
	char name[NAME_SHOWN], function[NAME_SHOWN];

	text_escape(name, sizeof(name), from->name);
	text_escape(function, sizeof(function), site->function ? site->function->name : "-");
	fprintf(out, "  %-24s %-24s %-13s %6" PRIu64 " %8" PRIu64 "%s\n", name, function, kind,
		site->likely.size, site->cold.size, site->shares_cold ? "  shared" : "");
}

/** size_text() - totals of a file, and each site */
void size_text(FILE *out, const struct size_pair *pair)
{
	const struct size_file *file = pair->file;
	char compiler[NAME_SHOWN];
	size_t i;

	text_escape(compiler, sizeof(compiler), size_compiler(&file->image));
	fprintf(out, "%s: %s %s, %zu markers, %zu sites%s%s\n", pair->path,
		elf_machine_name(file->image.machine), elf_type_name(file->image.type),
		file->nmarkers, file->nsites, *compiler ? ", " : "", compiler);
	if (!file->nsites)
		return;
	print_totals(out, pair);
	if (pair->vanilla)
		print_growth(out, pair);
	fprintf(out, "  %-24s %-24s %-13s %6s %8s\n", "marker", "function", "kind", "likely",
		"unlikely");
	for (i = 0; i < file->nsites; i++)
		print_site(out, &file->sites[i]);
}

/* ---- instructions ----------------------------------------------------------------------------------- */

static void print_bytes(FILE *out, const struct insn *insn, unsigned int from)
{
	unsigned int i;

	for (i = from; i < from + BYTES_SHOWN; i++) {
		if (i < insn->size)
			fprintf(out, "%02x ", insn->bytes[i]);
		else
			fputs("   ", out);
	}
}

/* In an object file the operand is not filled in yet: what it refers to is said behind it. */
static void add_reference(const struct insn *insn, char *buffer, size_t size)
{
	char symbol[NAME_SHOWN];

	text_escape(symbol, sizeof(symbol), insn->symbol);
	snprintf(buffer, size, "%s%s%s%s", insn->text, *symbol ? " <" : "", symbol,
		 *symbol ? ">" : "");
}

static int print_shown(const struct shown *shown, void *data)
{
	const struct insn *insn = &shown->insn;
	char text[300];
	unsigned int i;

	add_reference(insn, text, sizeof(text));
	if (shown->begins)
		fprintf(data, "    cold block:\n");
	fprintf(data, "  %6" PRIx64 "  ", insn->at.value);
	print_bytes(data, insn, 0);
	fprintf(data, *shown->part ? " %-46s ; %s\n" : " %s\n", text, shown->part);
	for (i = BYTES_SHOWN; i < insn->size; i += BYTES_SHOWN) {
		fprintf(data, "  %6s  ", "");
		print_bytes(data, insn, i);
		fputc('\n', data);
	}
	return 0;
}

/** size_text_function() - its instructions, with the parts of markers pointed out */
int size_text_function(FILE *out, struct size_file *file, const struct elf_symbol *function)
{
	char name[NAME_SHOWN];

	text_escape(name, sizeof(name), function->name);
	fprintf(out, "%s:\n", name);
	if (!file->code.handle)
		fprintf(out, "  libcapstone does not know this machine\n");
	return size_show(file, function, print_shown, out);
}

/* ---- the reference functions -------------------------------------------------------------------------- */

static const char *const kinds[] = { "generic", "immediate", "immediate-clc", "jump", "jump-nop8" };
static const char *const levels[] = { "O0", "O1", "O2", "O3", "Os" };
static const char *const compilers[] = { "gcc", "clang" };

#define LEN(array) (sizeof(array) / sizeof((array)[0]))

/* A line of the table: a figure of a function; and what it was in 2006, optimized and generic. */
struct line {
	const char *name;
	const char *source;
	const char *function;
	int64_t (*value)(const struct size_added *added);
	const char *optimized;
	const char *generic;
};

#define VALUE(name, expression)                             \
	static int64_t name(const struct size_added *added) \
	{                                                   \
		return (int64_t)(expression);               \
	}
VALUE(likely, added->likely)
VALUE(unlikely, added->parts.unlikely)
VALUE(data_bytes, added->parts.data)
VALUE(bss, added->parts.bss)
VALUE(strings, added->parts.strings)
VALUE(table, added->parts.table)
VALUE(relocations, added->parts.relocations)
VALUE(unwind, added->unwind)
VALUE(debug, added->debug)

/* clang-format off */
static const struct line lines[] = {
	{ "likely path",		"open", "my_open", likely, "6", "11" },
	{ "  of a leaf function",	"leaf", "leaf", likely, "", "" },
	{ "  with expressions",		"leaf", "leafx", likely, "", "" },
	{ "unlikely path",		"open", "my_open", unlikely, "32", "32" },
	{ ".data",			"open", "my_open", data_bytes, "0", "1" },
	{ ".bss",			"open", "my_open", bss, "", "" },
	{ "name and format",		"open", "my_open", strings, "13", "13" },
	{ "table",			"open", "my_open", table, "20", "20" },
	{ "relocations, number",	"open", "my_open", relocations, "", "" },
	{ "unwind (.eh_frame)",		"open", "my_open", unwind, "", "" },
	{ "debug information",		"open", "my_open", debug, "20", "20" },
};
/* clang-format on */

static void print_cell(FILE *out, const struct line *line, const char *compiler, const char *level,
		       const char *kind)
{
	const struct size_object *object = size_object_find(compiler, level, kind, line->source);
	struct size_added added;
	struct elf_error error;

	if (!object || size_reference(object, line->function, &added, &error))
		fprintf(out, " %6s", "-");
	else
		fprintf(out, " %6" PRId64, line->value(&added));
}

static bool has(const char *compiler, const char *kind)
{
	return size_object_find(compiler, levels[0], kind, "open");
}

static void print_heads(FILE *out, const char *kind)
{
	size_t c, l;

	fprintf(out, "%-22s %6s", kind, "2006");
	for (c = 0; c < LEN(compilers); c++)
		if (has(compilers[c], kind))
			fprintf(out, "    %-*s", 7 * (int)LEN(levels) - 4, compilers[c]);
	fprintf(out, "\n%-22s %6s", "", "");
	for (c = 0; c < LEN(compilers); c++)
		for (l = 0; has(compilers[c], kind) && l < LEN(levels); l++)
			fprintf(out, "    -%s", levels[l]);
	fputc('\n', out);
}

static void print_kind(FILE *out, const char *kind)
{
	size_t i, c, l;

	print_heads(out, kind);
	for (i = 0; i < LEN(lines); i++) {
		const struct line *line = &lines[i];

		fprintf(out, "%-22s %6s", line->name,
			strcmp(kind, "generic") ? line->optimized : line->generic);
		for (c = 0; c < LEN(compilers); c++)
			for (l = 0; has(compilers[c], kind) && l < LEN(levels); l++)
				print_cell(out, line, compilers[c], levels[l], kind);
		fputc('\n', out);
	}
	fputc('\n', out);
}

static void print_function(FILE *out, const struct size_object *object, const char *name)
{
	const struct elf_symbol *function;
	struct size_file file;
	struct elf_error error;

	if (!object)
		return;
	if (!size_object_open(&file, object, &error)) {
		function = size_find_function(&file, name);
		fprintf(out, "%s, %s -%s: ", object->kind, object->compiler, object->level);
		if (function)
			size_text_function(out, &file, function);
		fputc('\n', out);
	}
	size_file_close(&file);
}

static void print_functions(FILE *out, const char *compiler)
{
	size_t i;

	print_function(out, size_object_find(compiler, "O2", "vanilla", "open"), "my_open");
	for (i = 0; i < LEN(kinds); i++)
		print_function(out, size_object_find(compiler, "O2", kinds[i], "open"), "my_open");
	print_function(out, size_object_find(compiler, "O2", "vanilla", "probe"), "my_probe");
}

static void print_compilers(FILE *out)
{
	struct size_file file;
	struct elf_error error;
	size_t i;

	for (i = 0; i < LEN(compilers); i++) {
		const struct size_object *object =
			size_object_find(compilers[i], "O2", "jump", "open");

		if (!object)
			continue;
		if (!size_object_open(&file, object, &error))
			fprintf(out, "%s: %s, %s\n", compilers[i], size_compiler(&file.image),
				elf_machine_name(file.image.machine));
		size_file_close(&file);
	}
}

/** size_text_reference() - the table of markbench's own functions, and their instructions */
void size_text_reference(FILE *out)
{
	size_t i;

	fprintf(out, "bytes that MARK(subsys_mark1, \"%%d %%p\", 1, NULL) adds to my_open()\n");
	print_compilers(out);
	fputc('\n', out);
	for (i = 0; i < LEN(kinds); i++)
		if (has(size_objects[0].compiler, kinds[i]))
			print_kind(out, kinds[i]);
	print_functions(out, size_objects[0].compiler);
}
