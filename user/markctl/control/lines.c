// SPDX-License-Identifier: GPL-2.0-only
/*
 * lines.c - source lines through libdwfl
 *
 * libdwfl finds separate debug files and applies relocations to the DWARF of object files; it gives
 * their sections addresses of its own, which is why a place is translated through its section.
 */
#include "user/markctl/control/lines.h"

#include <dwarf.h>
#include <elf.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"
#include "marker/marker.h"

/* What the macro of a generic site declares, marker_flag_NAME_LINE: marker.h, MARKER_LINE_ID(). */
#define FLAG_PREFIX "marker_flag_"
#define FLAG_SYMBOL "__marker_flag_"
#define MAX_DEPTH   64 /* of nested blocks in a function */

struct flag {
	const char *name; /* after FLAG_PREFIX */
	struct source_line line;
};

struct lines {
	Dwfl *dwfl;
	Dwfl_Module *module;
	const struct elf_image *image;
	struct flag *flags;
	size_t nflags;
	size_t room;
	bool flags_read;
};

static const Dwfl_Callbacks callbacks = {
	.find_elf = dwfl_build_id_find_elf,
	.find_debuginfo = dwfl_standard_find_debuginfo,
	.section_address = dwfl_offline_section_address,
};

struct lines *lines_open(const char *path, const struct elf_image *image)
{
	struct lines *lines = calloc(1, sizeof(*lines));

	if (!lines)
		return NULL;
	lines->image = image;
	lines->dwfl = dwfl_begin(&callbacks);
	if (!lines->dwfl)
		return lines;
	dwfl_report_begin(lines->dwfl);
	lines->module = dwfl_report_offline(lines->dwfl, "", path, -1);
	dwfl_report_end(lines->dwfl, NULL, NULL);
	return lines;
}

void lines_close(struct lines *lines)
{
	if (!lines)
		return;
	if (lines->dwfl)
		dwfl_end(lines->dwfl);
	free(lines->flags);
	free(lines);
}

/* The address that libdwfl has given to a place of the file; 0 if none. */
static Dwarf_Addr dwfl_address(struct lines *lines, const struct elf_place *place)
{
	GElf_Addr bias;
	GElf_Shdr header;
	Elf *elf = dwfl_module_getelf(lines->module, &bias);

	if (!elf || !place->section)
		return 0;
	if (lines->image->type != ET_REL)
		return place->value + bias;
	if (!gelf_getshdr(elf_getscn(elf, place->section), &header))
		return 0;
	return header.sh_addr + place->value + bias;
}

/* libdwfl before 0.190 knows only units that have .debug_aranges, which clang does not write. */
static struct source_line line_by_units(struct lines *lines, Dwarf_Addr addr)
{
	struct source_line found = { NULL, 0 };
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;
	Dwarf_Line *line;

	while ((unit = dwfl_module_nextcu(lines->module, unit, &bias)))
		if (dwarf_haspc(unit, addr - bias) > 0)
			break;
	line = unit ? dwarf_getsrc_die(unit, addr - bias) : NULL;
	if (line && !dwarf_lineno(line, &found.line))
		found.file = dwarf_linesrc(line, NULL, NULL);
	return found;
}

static struct source_line line_of_call(Dwarf_Die *unit, Dwarf_Die *call)
{
	struct source_line found = { NULL, 0 };
	Dwarf_Attribute attr;
	Dwarf_Files *files;
	Dwarf_Word file, line;
	size_t nr;

	if (!dwarf_getsrcfiles(unit, &files, &nr) &&
	    !dwarf_formudata(dwarf_attr(call, DW_AT_call_file, &attr), &file) &&
	    !dwarf_formudata(dwarf_attr(call, DW_AT_call_line, &attr), &line))
		found = (struct source_line){ dwarf_filesrc(files, file, NULL, NULL), line };
	return found;
}

/* The kernel's static keys are functions of its own, inlined where the marked line is. */
static struct source_line line_of_key(struct lines *lines, Dwarf_Addr addr)
{
	struct source_line found = { NULL, 0 };
	Dwarf_Addr bias;
	Dwarf_Die *unit = addr ? dwfl_module_addrdie(lines->module, addr, &bias) : NULL, *scopes;
	int i, nr = unit ? dwarf_getscopes(unit, addr - bias, &scopes) : 0;
	const char *name;

	for (i = 0; i < nr && !found.file; i++) {
		name = dwarf_diename(&scopes[i]);
		if (name && !strcmp(name, "arch_static_branch"))
			found = line_of_call(unit, &scopes[i]);
	}
	if (nr > 0)
		free(scopes);
	return found;
}

static struct source_line line_of_address(struct lines *lines, Dwarf_Addr addr)
{
	struct source_line found = { NULL, 0 };
	Dwfl_Line *line = addr ? dwfl_module_getsrc(lines->module, addr) : NULL;

	if (line)
		found.file = dwfl_lineinfo(line, NULL, &found.line, NULL, NULL, NULL);
	else if (addr)
		found = line_by_units(lines, addr);
	return found;
}

static void add_flag(struct lines *lines, Dwarf_Die *die, const char *name)
{
	const char *file = dwarf_decl_file(die);
	int line;

	if (!file || dwarf_decl_line(die, &line))
		return;
	if (array_room(lines->flags, lines->nflags, lines->room))
		return;
	lines->flags[lines->nflags++] = (struct flag){ name, { file, line } };
}

/* Declarations are in the blocks of functions, and in the templates that inlining leaves. */
static void walk_flags(struct lines *lines, Dwarf_Die *parent, unsigned int depth)
{
	Dwarf_Die die;
	const char *name;
	int more;

	if (depth > MAX_DEPTH || dwarf_child(parent, &die) != 0)
		return;
	do {
		switch (dwarf_tag(&die)) {
		case DW_TAG_variable:
			name = dwarf_diename(&die);
			if (name && strncmp(name, FLAG_PREFIX, strlen(FLAG_PREFIX)) == 0)
				add_flag(lines, &die, name + strlen(FLAG_PREFIX));
			break;
		case DW_TAG_subprogram:
		case DW_TAG_lexical_block:
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
			walk_flags(lines, &die, depth + 1);
			break;
		}
		more = dwarf_siblingof(&die, &die);
	} while (more == 0);
}

static int compare_flags(const void *a, const void *b)
{
	const struct flag *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (!order)
		order = strcmp(x->line.file, y->line.file);
	return order ? order : x->line.line - y->line.line;
}

static void read_flags(struct lines *lines)
{
	Dwarf_Die *unit = NULL;
	Dwarf_Addr bias;

	lines->flags_read = true;
	while ((unit = dwfl_module_nextcu(lines->module, unit, &bias)))
		walk_flags(lines, unit, 0);
	if (lines->nflags)
		qsort(lines->flags, lines->nflags, sizeof(*lines->flags), compare_flags);
}

/* The symbol of a flag, NAME_LINE, from a relocation or the symbol table; NULL if stripped. */
static const char *flag_symbol(struct lines *lines, const struct elf_site *site)
{
	const char *symbol = site->place.symbol;
	GElf_Sym sym;
	GElf_Off offset;

	if (!symbol[0])
		symbol = dwfl_module_addrinfo(lines->module, dwfl_address(lines, &site->place),
					      &offset, &sym, NULL, NULL, NULL);
	if (!symbol || strncmp(symbol, FLAG_SYMBOL, strlen(FLAG_SYMBOL)) != 0)
		return NULL;
	return symbol + strlen(FLAG_SYMBOL);
}

/* Is this the flag of some line of the marker: NAME_digits? */
static bool flag_is_of(const struct flag *flag, const char *name)
{
	size_t len = strlen(name);

	return strncmp(flag->name, name, len) == 0 && flag->name[len] == '_' &&
	       flag->name[len + 1] &&
	       !flag->name[len + 1 + strspn(flag->name + len + 1, "0123456789")];
}

/* Clang describes no declaration inside a function: the symbol's NAME_LINE still says the line. */
static struct source_line line_of_symbol(const char *symbol)
{
	const char *digits = symbol ? strrchr(symbol, '_') : NULL;

	return (struct source_line){ NULL, digits ? atoi(digits + 1) : 0 };
}

/* Without its symbol a flag is known only if the marker's name is declared in one place. */
static struct source_line line_of_flag(struct lines *lines, const struct elf_site *site)
{
	const char *symbol = flag_symbol(lines, site);
	struct source_line found = line_of_symbol(symbol);
	size_t i;

	if (!lines->flags_read)
		read_flags(lines);
	for (i = 0; i < lines->nflags; i++) {
		const struct flag *flag = &lines->flags[i];

		if (symbol && strcmp(flag->name, symbol) == 0)
			return flag->line;
		if (symbol || !flag_is_of(flag, site->name))
			continue;
		if (found.file &&
		    (strcmp(found.file, flag->line.file) != 0 || found.line != flag->line.line))
			return (struct source_line){ NULL, 0 };
		found = flag->line;
	}
	return found;
}

struct source_line lines_find(struct lines *lines, const struct elf_site *site)
{
	if (!lines || !lines->module)
		return (struct source_line){ NULL, 0 };
	if (site->kind == MARKER_KIND_STATIC_KEY)
		return line_of_key(lines, dwfl_address(lines, &site->code));
	if (site->code.section)
		return line_of_address(lines, dwfl_address(lines, &site->code));
	return line_of_flag(lines, site);
}
