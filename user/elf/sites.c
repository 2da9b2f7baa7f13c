// SPDX-License-Identifier: GPL-2.0-only
/*
 * sites.c - tables of markers in ELF files
 *
 *	linked files	one section __marker_sites; or, if a linker script put it into another
 *			section, what lies between two symbols
 *	object files	any number of sections of that name (COMDAT groups, -ffunction-sections)
 *
 * A row is {site, target, strings, slot | kind}, see marker/site.h.
 */
#include "sites.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "marker/marker.h"

#define TABLE_SECTION "__marker_sites"
#define TABLE_VERSION 1
#define ROW_WORDS     4
#define ROW_SIZE      (4 * ROW_WORDS)
#define QUERY_FORMAT  '\1'

enum row_word {
	ROW_SITE,
	ROW_TARGET,
	ROW_STRINGS,
	ROW_SLOT_KIND
};

/* A module's table begins with its struct marker_object, which module.lds has written: no relocation. */
static bool is_object(const struct elf_table *table, uint64_t word)
{
	return table->image->type == ET_REL && !word && !elf_table_is_relocated(table, word);
}

/* Rows without a site: the object's own, which says how to read the table, or padding. */
static int check_own_row(const struct elf_table *table, uint64_t word, struct elf_error *error)
{
	uint64_t at = elf_table_word(table, word) ? word : word + 1;
	uint32_t version = elf_table_word(table, at);
	uint32_t row_size = elf_table_word(table, at + 1);

	if (version == 0 && row_size == 0)
		return 0;
	if (version == TABLE_VERSION && row_size == ROW_SIZE)
		return 0;
	return elf_error_set(error, table->offset + 4 * word,
			     "the marker table has version %u and rows of %u bytes; known here is "
			     "version %d, %d bytes",
			     version, row_size, TABLE_VERSION, ROW_SIZE);
}

static bool is_own_row(const struct elf_table *table, uint64_t word)
{
	return (elf_table_word(table, word) == 0 && !elf_table_is_relocated(table, word)) ||
	       is_object(table, word);
}

/* "name\0format\0", both in the section that the word points into. */
static int read_strings(const struct elf_table *table, uint64_t word, struct elf_site *site,
			struct elf_error *error)
{
	const struct elf_image *image = table->image;
	struct elf_place place;
	uint64_t offset;
	int err;

	err = elf_table_place(table, word + ROW_STRINGS, &place, error);
	if (err)
		return err;
	offset = place.value;
	if (image->type != ET_REL && place.section)
		offset -= image->sections[place.section].addr;
	site->name = place.section ? elf_section_string(image, place.section, offset) : NULL;
	if (site->name)
		site->format =
			elf_section_string(image, place.section, offset + strlen(site->name) + 1);
	if (!site->name || !site->format || !site->name[0])
		return elf_error_set(error, table->offset + 4 * (word + ROW_STRINGS),
				     "the name of a marker points to no string (0x%llx)",
				     (unsigned long long)place.value);
	site->query = site->format[0] == QUERY_FORMAT;
	return 0;
}

/* In a linked file every place is in memory that the loader maps. */
static int check_place(const struct elf_table *table, uint64_t word, const struct elf_site *site,
		       const struct elf_place *place, struct elf_error *error)
{
	const struct elf_image *image = table->image;
	bool inside = place->section != 0;

	if (image->type == ET_REL)
		inside = !place->section || place->value <= image->sections[place->section].size;
	if (inside)
		return 0;
	return elf_error_set(error, table->offset + 4 * word,
			     "a site of marker %.64s points outside every section (0x%llx)",
			     site->name, (unsigned long long)place->value);
}

static bool is_code(const struct elf_image *image, const struct elf_place *place)
{
	return place->section && image->sections[place->section].flags & SHF_EXECINSTR;
}

/* What is rewritten may be data (a flag, the kernel's static key); then the target is in the line. */
static int read_code(const struct elf_table *table, uint64_t word, struct elf_site *site,
		     struct elf_error *error)
{
	int err = elf_table_place(table, word + ROW_TARGET, &site->target, error);

	site->code = site->place;
	if (!err && !is_code(table->image, &site->code))
		site->code = site->target;
	if (!is_code(table->image, &site->code))
		site->code.section = 0;
	return err;
}

static int read_row(const struct elf_table *table, uint64_t word, struct elf_site *site,
		    struct elf_error *error)
{
	int err;

	memset(site, 0, sizeof(*site));
	site->row_offset = table->offset + 4 * word;
	err = read_strings(table, word, site, error);
	if (!err)
		err = elf_table_place(table, word + ROW_SITE, &site->place, error);
	if (!err)
		err = check_place(table, word + ROW_SITE, site, &site->place, error);
	if (!err)
		err = read_code(table, word, site, error);
	if (!err)
		err = elf_table_place(table, word + ROW_SLOT_KIND, &site->slot, error);
	if (!err)
		err = check_place(table, word + ROW_SLOT_KIND, site, &site->slot, error);
	if (err)
		return err;
	site->kind = site->slot.value & (MARKER_NR_KINDS - 1);
	site->slot.value &= ~(uint64_t)(MARKER_NR_KINDS - 1);
	if (!marker_kind_name(site->kind))
		return elf_error_set(error, table->offset + 4 * (word + ROW_SLOT_KIND),
				     "a site of marker %.64s has unknown kind %u", site->name,
				     site->kind);
	return 0;
}

static int read_rows(const struct elf_table *table, struct elf_sites *sites,
		     struct elf_error *error)
{
	uint64_t word, nrows = table->nwords / ROW_WORDS;
	struct elf_site *grown;
	int err = 0;

	for (word = 0; word < nrows * ROW_WORDS && !err; word += ROW_WORDS)
		if (is_own_row(table, word))
			err = check_own_row(table, word, error);
	if (err)
		return err;
	grown = realloc(sites->sites, (sites->nsites + nrows + 1) * sizeof(*grown));
	if (!grown)
		return -ENOMEM;
	sites->sites = grown;
	sites->nrows += nrows;
	for (word = 0; word < nrows * ROW_WORDS && !err; word += ROW_WORDS) {
		if (is_own_row(table, word))
			continue;
		err = read_row(table, word, &sites->sites[sites->nsites], error);
		sites->nsites += !err;
	}
	return err;
}

static int read_table(struct elf_table *table, uint64_t size, struct elf_sites *sites,
		      struct elf_error *error)
{
	int err;

	if (size % ROW_SIZE)
		return elf_error_set(error, table->offset,
				     "the marker table has %llu bytes, not a multiple of %d",
				     (unsigned long long)size, ROW_SIZE);
	table->nwords = size / 4;
	err = elf_table_open(table, error);
	if (!err)
		err = read_rows(table, sites, error);
	elf_table_close(table);
	return err;
}

static int read_section(const struct elf_image *image, uint32_t index, struct elf_sites *sites,
			struct elf_error *error)
{
	const struct elf_section *section = &image->sections[index];
	struct elf_table table = {
		.image = image,
		.section = index,
		.offset = section->offset,
		.addr = section->addr,
	};

	if (section->type == SHT_NOBITS)
		return elf_error_set(error, section->offset,
				     "the marker table is not in this file (debug information "
				     "only?)");
	if (!elf_section_has_bytes(image, section))
		return elf_error_set(
			error, section->offset,
			"the marker table (%llu bytes) is outside the file (%llu bytes)",
			(unsigned long long)section->size, (unsigned long long)image->size);
	return read_table(&table, section->size, sites, error);
}

/* Finds a symbol of a linked file by its name. */
static bool find_symbol(const struct elf_image *image, const char *name, uint64_t *value)
{
	uint64_t i, size = image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	uint32_t s;

	for (s = 1; s < image->nsections; s++) {
		const struct elf_section *symtab = &image->sections[s];

		if (symtab->type != SHT_SYMTAB || !elf_section_has_bytes(image, symtab))
			continue;
		for (i = 0; i < symtab->size / size; i++) {
			uint64_t at = symtab->offset + i * size;
			const char *string =
				elf_section_string(image, symtab->link, elf_image_u32(image, at));

			if (!string || strcmp(string, name) != 0)
				continue;
			*value = elf_image_word(image, at + (image->is64 ? 8 : 4));
			return true;
		}
	}
	return false;
}

/* The table is inside another section: the linker's symbols say where. */
static int read_between_symbols(const struct elf_image *image, struct elf_sites *sites,
				struct elf_error *error)
{
	struct elf_table table = { .image = image };
	const struct elf_section *section;
	uint64_t stop;

	if (image->type == ET_REL || !find_symbol(image, "__start_" TABLE_SECTION, &table.addr) ||
	    !find_symbol(image, "__stop_" TABLE_SECTION, &stop) || stop == table.addr)
		return 0;
	table.section = elf_section_at(image, table.addr);
	section = &image->sections[table.section];
	if (!table.section || !elf_section_has_bytes(image, section) || stop < table.addr ||
	    stop - section->addr > section->size)
		return elf_error_set(
			error, section->offset,
			"the symbols of the marker table (0x%llx, 0x%llx) do not lie in "
			"one section",
			(unsigned long long)table.addr, (unsigned long long)stop);
	table.offset = section->offset + (table.addr - section->addr);
	return read_table(&table, stop - table.addr, sites, error);
}

static int compare_sites(const void *a, const void *b)
{
	const struct elf_site *x = a, *y = b;
	int order = strcmp(x->name, y->name);

	if (!order)
		order = strcmp(x->format, y->format);
	if (!order)
		order = (x->place.section > y->place.section) -
			(x->place.section < y->place.section);
	if (!order)
		order = (x->place.value > y->place.value) - (x->place.value < y->place.value);
	return order ? order : (x->row_offset > y->row_offset) - (x->row_offset < y->row_offset);
}

int elf_sites_read(const struct elf_image *image, struct elf_sites *sites, struct elf_error *error)
{
	bool found = false;
	uint32_t i;
	int err = 0;

	memset(sites, 0, sizeof(*sites));
	for (i = 1; i < image->nsections && !err; i++) {
		if (strcmp(elf_section_name(image, i), TABLE_SECTION) != 0)
			continue;
		found = true;
		err = read_section(image, i, sites, error);
	}
	if (!found)
		err = read_between_symbols(image, sites, error);
	if (sites->nsites)
		qsort(sites->sites, sites->nsites, sizeof(*sites->sites), compare_sites);
	return err;
}

void elf_sites_free(struct elf_sites *sites)
{
	free(sites->sites);
	memset(sites, 0, sizeof(*sites));
}

size_t elf_sites_marker(const struct elf_sites *sites, size_t first)
{
	const struct elf_site *site = &sites->sites[first];
	size_t i;

	for (i = first + 1; i < sites->nsites; i++)
		if (strcmp(sites->sites[i].name, site->name) != 0 ||
		    strcmp(sites->sites[i].format, site->format) != 0)
			break;
	return i - first;
}
