// SPDX-License-Identifier: GPL-2.0-only
/*
 * Source lines and inlined functions, by libdw.  The debug information of a dso is opened when it
 * is first asked for, and compilation units are read as their addresses come.
 */
#include "user/symbols/internal.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "user/lib/array.h"

/* What the sections may unpack to, beside four times the file. */
#define UNPACKED_MAX ((uint64_t)64 << 20)
#define DEPTH_MAX    64

#define RANGES_MAX (1u << 20)
#define DIES_MAX   (1u << 20) /* in one unit: a damaged one may go in circles */

/* Where the code of an entry is. */
struct range {
	uint64_t start, end;
	Dwarf_Off die;
};

struct ranges {
	struct range *ranges; /* by address */
	uint32_t nr, cap;
};

/* A compilation unit, and the functions in it that were not inlined. */
struct unit {
	Dwarf_Off die;
	struct ranges functions;
};

struct lines {
	struct image image;
	Dwarf *dwarf;
	struct ranges all; /* units; read where .debug_aranges lacks them (clang) */
	bool all_tried;
	struct unit *units; /* those that were asked for */
	uint32_t nr_units, last;
};

/*
 * Sections may be packed (SHF_COMPRESSED), and libdw unpacks what their headers say.  Old .zdebug
 * sections say it in their data.
 */
static bool unpacks_to_sense(const struct image *image)
{
	uint64_t packed = 0, unpacked = 0;
	Elf_Scn *section = NULL;
	GElf_Shdr shdr;
	GElf_Chdr chdr;
	Elf_Data *data;
	uint64_t size;
	size_t names;
	const char *name;

	if (elf_getshdrstrndx(image->elf, &names))
		return false;
	while ((section = elf_nextscn(image->elf, section))) {
		if (!gelf_getshdr(section, &shdr))
			continue;
		name = elf_strptr(image->elf, names, shdr.sh_name);
		size = 0;
		if (shdr.sh_flags & SHF_COMPRESSED) {
			size = gelf_getchdr(section, &chdr) ? chdr.ch_size : UINT64_MAX;
		} else if (name && !strncmp(name, ".zdebug", 7)) {
			data = elf_rawdata(section, NULL);
			if (data && data->d_buf && data->d_size >= 12) {
				memcpy(&size, (char *)data->d_buf + 4, sizeof(size));
				size = __builtin_bswap64(size);
			}
		}
		packed += size ? shdr.sh_size : 0;
		if (size > UINT64_MAX - unpacked)
			return false;
		unpacked += size;
	}
	return unpacked <= UNPACKED_MAX || unpacked / 4 <= packed;
}

static struct lines *lines_open(const struct dso *dso)
{
	struct lines *lines = calloc(1, sizeof(*lines));

	if (!lines || find_debug_info(dso, &lines->image)) {
		free(lines);
		return NULL;
	}
	if (unpacks_to_sense(&lines->image))
		lines->dwarf = dwarf_begin_elf(lines->image.elf, DWARF_C_READ, NULL);
	if (lines->dwarf)
		return lines;
	lines_free(lines);
	return NULL;
}

void lines_free(struct lines *lines)
{
	uint32_t i;

	if (!lines)
		return;
	if (lines->dwarf)
		dwarf_end(lines->dwarf);
	for (i = 0; i < lines->nr_units; i++)
		free(lines->units[i].functions.ranges);
	free(lines->units);
	free(lines->all.ranges);
	image_close(&lines->image);
	free(lines);
}

static int add_range(struct ranges *all, uint64_t start, uint64_t end, Dwarf_Off die)
{
	if (start >= end)
		return 0;
	if (all->nr == RANGES_MAX || array_room(all->ranges, all->nr, all->cap))
		return -ENOMEM;
	all->ranges[all->nr++] = (struct range){ start, end, die };
	return 0;
}

static int add_die(struct ranges *all, Dwarf_Die *die)
{
	Dwarf_Addr base, start, end;
	ptrdiff_t at = 0;
	int err = 0;

	while (!err && (at = dwarf_ranges(die, at, &base, &start, &end)) > 0)
		err = add_range(all, start, end, dwarf_dieoffset(die));
	return err;
}

static int compare(const void *a, const void *b)
{
	const struct range *left = a, *right = b;

	return left->start < right->start ? -1 : left->start > right->start;
}

static void sort_ranges(struct ranges *all)
{
	if (all->nr)
		qsort(all->ranges, all->nr, sizeof(*all->ranges), compare);
}

static bool find_range(struct lines *lines, const struct ranges *all, uint64_t address,
		       Dwarf_Die *die)
{
	uint32_t lo = 0, hi = all->nr, mid;

	while (lo < hi) {
		mid = lo + (hi - lo) / 2;
		if (all->ranges[mid].start <= address)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo && address < all->ranges[lo - 1].end &&
	       dwarf_offdie(lines->dwarf, all->ranges[lo - 1].die, die);
}

static void read_units(struct lines *lines)
{
	Dwarf_CU *cu = NULL, *next;
	Dwarf_Die unit, inner;
	int err = 0;

	lines->all_tried = true;
	while (!err && !dwarf_get_units(lines->dwarf, cu, &next, NULL, NULL, &unit, &inner)) {
		cu = next;
		err = add_die(&lines->all, &unit);
	}
	sort_ranges(&lines->all);
}

static bool find_in_all(struct lines *lines, uint64_t address, Dwarf_Die *unit)
{
	if (!lines->all_tried)
		read_units(lines);
	return find_range(lines, &lines->all, address, unit);
}

/* The compilation unit of an address, which becomes a virtual one. */
static bool find_unit(struct dso *dso, uint64_t *address, Dwarf_Die *unit)
{
	if (!dso_to_vaddr(dso, address))
		return false;
	if (!dso->lines_tried) {
		dso->lines_tried = true;
		dso->lines = lines_open(dso);
	}
	return dso->lines && (dwarf_addrdie(dso->lines->dwarf, *address, unit) ||
			      find_in_all(dso->lines, *address, unit));
}

static const char *attribute_name(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	const char *name = NULL;

	if (dwarf_attr_integrate(die, DW_AT_linkage_name, &attr) ||
	    dwarf_attr_integrate(die, DW_AT_MIPS_linkage_name, &attr))
		name = dwarf_formstring(&attr);
	return name ? name : dwarf_diename(die);
}

static void name_function(struct dso *dso, Dwarf_Die *die, struct dso_frame *frame)
{
	const char *raw = texts_add(&dso->owner->texts, attribute_name(die)), *kept;
	char *plain;

	frame->function = frame->raw = "?";
	if (!raw)
		return;
	plain = demangle(raw, dso->owner->options.rust_hashes);
	kept = texts_add(&dso->owner->texts, plain ? plain : raw);
	free(plain);
	frame->raw = raw;
	if (kept)
		frame->function = kept;
}

/* The file that a DW_AT_call_file counts. */
static const char *unit_file(Dwarf_Die *unit, Dwarf_Word index)
{
	Dwarf_Files *files;
	size_t nr;

	if (dwarf_getsrcfiles(unit, &files, &nr) || index >= nr)
		return NULL;
	return dwarf_filesrc(files, index, NULL, NULL);
}

static uint32_t number(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attr;
	Dwarf_Word value;

	return dwarf_attr(die, name, &attr) && !dwarf_formudata(&attr, &value) ? value : 0;
}

static void line_of(struct dso *dso, Dwarf_Die *unit, uint64_t address, struct dso_frame *frame)
{
	Dwarf_Line *line = dwarf_getsrc_die(unit, address);
	int number;

	frame->file = NULL;
	frame->line = 0;
	if (!line)
		return;
	frame->file = texts_add(&dso->owner->texts, dwarf_linesrc(line, NULL, NULL));
	frame->line = dwarf_lineno(line, &number) ? 0 : number;
}

/* Functions may be inside of namespaces and classes, which have no addresses. */
static int add_functions(struct ranges *all, Dwarf_Die *parent, uint32_t *left, int depth)
{
	Dwarf_Die child;
	int err = 0;

	if (depth == DEPTH_MAX || dwarf_child(parent, &child))
		return 0;
	do {
		switch (dwarf_tag(&child)) {
		case DW_TAG_subprogram:
			err = add_die(all, &child);
			break;
		case DW_TAG_namespace:
		case DW_TAG_class_type:
		case DW_TAG_structure_type:
		case DW_TAG_module:
			err = add_functions(all, &child, left, depth + 1);
			break;
		default:
			break;
		}
	} while (!err && *left && (*left)-- && !dwarf_siblingof(&child, &child));
	return err;
}

/* A unit's functions, which are read once. */
static struct unit *unit_of(struct lines *lines, Dwarf_Die *die)
{
	Dwarf_Off offset = dwarf_dieoffset(die);
	uint32_t i, left = DIES_MAX;
	struct unit *units;

	if (lines->nr_units && lines->units[lines->last].die == offset)
		return &lines->units[lines->last];
	for (i = 0; i < lines->nr_units && lines->units[i].die != offset; i++)
		;
	if (i == lines->nr_units) {
		units = realloc(lines->units, (i + 1) * sizeof(*units));
		if (!units)
			return NULL;
		lines->units = units;
		units[i] = (struct unit){ .die = offset };
		lines->nr_units++;
		add_functions(&units[i].functions, die, &left, 0);
		sort_ranges(&units[i].functions);
	}
	lines->last = i;
	return &lines->units[i];
}

/* The block or inlined function directly below, that has the address. */
static bool inner_scope(Dwarf_Die *scope, uint64_t address, uint32_t *left)
{
	Dwarf_Die child;
	int tag;

	if (dwarf_child(scope, &child))
		return false;
	do {
		tag = dwarf_tag(&child);
		if ((tag == DW_TAG_inlined_subroutine || tag == DW_TAG_lexical_block) &&
		    dwarf_haspc(&child, address) == 1) {
			*scope = child;
			return true;
		}
	} while (*left && (*left)-- && !dwarf_siblingof(&child, &child));
	return false;
}

/* Functions from the outermost to the innermost one that has the address. */
static int scopes_of(struct lines *lines, Dwarf_Die *die, uint64_t address,
		     Dwarf_Die path[DEPTH_MAX])
{
	struct unit *unit = unit_of(lines, die);
	uint32_t left = DIES_MAX;
	Dwarf_Die scope;
	int depth = 0;

	if (!unit || !find_range(lines, &unit->functions, address, &scope))
		return 0;
	path[depth++] = scope;
	while (depth < DEPTH_MAX && left && inner_scope(&scope, address, &left))
		if (dwarf_tag(&scope) == DW_TAG_inlined_subroutine)
			path[depth++] = scope;
	return depth;
}

uint32_t dso_inlined(struct dso *dso, uint64_t address, struct dso_frame *frames, uint32_t max)
{
	Dwarf_Die unit, path[DEPTH_MAX];
	struct dso_frame at;
	uint32_t nr = 0;
	int depth;

	if (!find_unit(dso, &address, &unit))
		return 0;
	line_of(dso, &unit, address, &at);
	for (depth = scopes_of(dso->lines, &unit, address, path); depth && nr < max; depth--) {
		Dwarf_Die *function = &path[depth - 1];

		frames[nr] = at;
		name_function(dso, function, &frames[nr++]);
		at.file = texts_add(&dso->owner->texts,
				    unit_file(&unit, number(function, DW_AT_call_file)));
		at.line = number(function, DW_AT_call_line);
	}
	return nr;
}

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

const char *dso_srcfile(struct dso *dso, uint64_t address)
{
	struct dso_frame frame;
	Dwarf_Die unit;

	if (!find_unit(dso, &address, &unit))
		return NULL;
	line_of(dso, &unit, address, &frame);
	return frame.file ? base_of(frame.file) : NULL;
}

const char *dso_srcline(struct dso *dso, uint64_t address)
{
	struct dso_frame frame;
	Dwarf_Die unit;
	const char *kept;
	char *text;

	if (!find_unit(dso, &address, &unit))
		return NULL;
	line_of(dso, &unit, address, &frame);
	if (!frame.file || asprintf(&text, "%s:%u", base_of(frame.file), frame.line) < 0)
		return NULL;
	kept = texts_add(&dso->owner->texts, text);
	free(text);
	return kept;
}
