// SPDX-License-Identifier: GPL-2.0-only
/*
 * parts.c - sums over the sites of a file
 */
#include "parts.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ROW_SIZE 16

/* ---- cold blocks that are shared, or run into each other ----------------------------------------- */

static int compare_cold(const void *a, const void *b)
{
	const struct span *x = &(*(struct size_site *const *)a)->cold;
	const struct span *y = &(*(struct size_site *const *)b)->cold;

	if (x->begin.section != y->begin.section)
		return x->begin.section < y->begin.section ? -1 : 1;
	return (x->begin.value > y->begin.value) - (x->begin.value < y->begin.value);
}

static void separate(struct size_site **order, size_t n)
{
	size_t i;

	for (i = n - 1; i-- > 0;) {
		struct span *cold = &order[i]->cold, *next = &order[i + 1]->cold;
		uint64_t distance = next->begin.value - cold->begin.value;

		if (cold->begin.section != next->begin.section || !cold->size)
			continue;
		if (!distance) {
			order[i + 1]->shares_cold = true;
			cold->size = next->size;
		} else if (distance < cold->size) {
			cold->size = distance;
		}
	}
}

static int separate_cold(struct size_file *file)
{
	struct size_site **order = calloc(file->nsites + 1, sizeof(*order));
	size_t i;

	if (!order)
		return -ENOMEM;
	for (i = 0; i < file->nsites; i++)
		order[i] = &file->sites[i];
	qsort(order, file->nsites, sizeof(struct size_site *), compare_cold);
	if (file->nsites)
		separate(order, file->nsites);
	free(order);
	return 0;
}

/* ---- data that is shared ---------------------------------------------------------------------------- */

/* One thing that rows point to: its place, or the name of a common symbol; and its bytes. */
struct thing {
	struct position at;
	const char *symbol;
	uint64_t size;
};

static int compare_things(const void *a, const void *b)
{
	const struct thing *x = a, *y = b;

	if (x->at.section != y->at.section)
		return x->at.section < y->at.section ? -1 : 1;
	if (x->at.value != y->at.value)
		return x->at.value < y->at.value ? -1 : 1;
	return x->at.section ? 0 : strcmp(x->symbol, y->symbol);
}

/* Leaves one of each; returns how many there are. */
static size_t distinct(struct thing *things, size_t n)
{
	size_t i, kept = 0;

	qsort(things, n, sizeof(*things), compare_things);
	for (i = 0; i < n; i++)
		if (!kept || compare_things(&things[kept - 1], &things[i]) != 0)
			things[kept++] = things[i];
	return kept;
}

static bool is_data(const struct elf_image *image, uint32_t section)
{
	return section && image->sections[section].type != SHT_NOBITS;
}

/* How many of the loader's relocations lie in a thing. */
static uint64_t relocations_in(const struct size_file *file, const struct thing *thing)
{
	const struct elf_reloc *reloc;
	uint64_t at = thing->at.value, end = at + thing->size, n = 0;

	if (file->image.type == ET_REL)
		return 0;
	while ((reloc = elf_relocs_in(&file->code.relocs, 0, at, end))) {
		n++;
		at = reloc->offset + 1;
	}
	return n;
}

static void add_things(struct size_file *file, const struct thing *things, size_t n)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (is_data(&file->image, things[i].at.section))
			file->total.data += things[i].size;
		else
			file->total.bss += things[i].size;
		file->total.relocations += relocations_in(file, &things[i]);
	}
}

static struct thing as_thing(const struct elf_place *place, uint64_t size)
{
	return (struct thing){ { place->section, place->value }, place->symbol, size };
}

static void sum_slots(struct size_file *file, struct thing *things)
{
	size_t i;

	for (i = 0; i < file->nsites; i++)
		things[i] = as_thing(&file->sites[i].row->slot, file->image.is64 ? 8 : 4);
	add_things(file, things, distinct(things, file->nsites));
}

static void sum_flags(struct size_file *file, struct thing *things)
{
	size_t i, n = 0;

	for (i = 0; i < file->nsites; i++)
		if (file->sites[i].row->kind == MARKER_KIND_GENERIC)
			things[n++] = as_thing(&file->sites[i].row->place, 1);
	add_things(file, things, distinct(things, n));
}

static uint64_t string_bytes(const struct elf_site *row)
{
	return strlen(row->name) + 1 + strlen(row->format) + 1;
}

/* The strings of rows stand where the file has them: their own pointers tell them apart. */
static void sum_strings(struct size_file *file, struct thing *things)
{
	size_t i, n;

	for (i = 0; i < file->nsites; i++) {
		const struct elf_site *row = file->sites[i].row;
		uint64_t at = (uint64_t)((const uint8_t *)row->name - file->image.bytes);

		things[i] = (struct thing){ { 1, at }, "", string_bytes(row) };
	}
	n = distinct(things, file->nsites);
	for (i = 0; i < n; i++)
		file->total.strings += things[i].size;
}

static void sum_tables(struct size_file *file)
{
	size_t i;

	file->total.table = file->nsites * ROW_SIZE;
	for (i = 0; i < file->nsites; i++) {
		const struct elf_site *row = file->sites[i].row;
		struct thing thing = { .size = ROW_SIZE };
		uint32_t s;

		for (s = 1; s < file->image.nsections; s++) {
			const struct elf_section *section = &file->image.sections[s];

			if (!(section->flags & SHF_ALLOC) || section->type == SHT_NOBITS ||
			    row->row_offset - section->offset >= section->size)
				continue;
			thing.at.value = section->addr + (row->row_offset - section->offset);
			file->total.relocations += relocations_in(file, &thing);
			break;
		}
	}
}

static void sum_code(struct size_file *file)
{
	size_t i;

	for (i = 0; i < file->nsites; i++) {
		const struct size_site *site = &file->sites[i];

		file->unknown += !site->likely.size;
		file->total.likely += site->likely.size;
		if (!site->shares_cold)
			file->total.unlikely += site->cold.size;
	}
}

/* A marker is a name and a format; queries are none. */
static void count_markers(struct size_file *file)
{
	size_t i;

	for (i = 0; i < file->nsites; i += elf_sites_marker(&file->rows, i))
		file->nmarkers += !file->rows.sites[i].query;
}

static int sum(struct size_file *file)
{
	struct thing *things = calloc(file->nsites + 1, sizeof(*things));

	if (!things)
		return -ENOMEM;
	sum_code(file);
	sum_slots(file, things);
	sum_flags(file, things);
	sum_strings(file, things);
	sum_tables(file);
	count_markers(file);
	free(things);
	return 0;
}

/* ---- a file ----------------------------------------------------------------------------------------- */

static int read_file(struct size_file *file, struct elf_error *error)
{
	size_t i;
	int err = elf_sites_read(&file->image, &file->rows, error);

	if (!err)
		err = code_open(&file->code, &file->image, error);
	if (err)
		return err;
	file->nsites = file->rows.nsites;
	file->sites = calloc(file->nsites + 1, sizeof(*file->sites));
	if (!file->sites)
		return -ENOMEM;
	for (i = 0; i < file->nsites; i++)
		file->sites[i].row = &file->rows.sites[i];
	err = size_find_flags(file);
	for (i = 0; i < file->nsites && !err; i++)
		size_find_spans(&file->code, &file->sites[i]);
	if (!err)
		err = separate_cold(file);
	return err ? err : sum(file);
}

int size_file_open(struct size_file *file, const char *path, struct elf_error *error)
{
	int err;

	memset(file, 0, sizeof(*file));
	err = elf_image_open(&file->image, path, error);
	return err ? err : read_file(file, error);
}

int size_file_from(struct size_file *file, const void *bytes, uint64_t size,
		   struct elf_error *error)
{
	int err;

	memset(file, 0, sizeof(*file));
	err = elf_image_from(&file->image, bytes, size, error);
	return err ? err : read_file(file, error);
}

void size_file_close(struct size_file *file)
{
	free(file->sites);
	code_close(&file->code);
	elf_sites_free(&file->rows);
	elf_image_close(&file->image);
	memset(file, 0, sizeof(*file));
}

uint64_t size_function_likely(const struct size_file *file, const struct elf_symbol *function)
{
	struct span whole = { { function->section, function->value }, function->size };
	uint64_t likely = function->size;
	size_t i;

	for (i = 0; i < file->nsites; i++) {
		const struct size_site *site = &file->sites[i];

		if (!site->shares_cold && site->cold.size &&
		    size_span_has(&whole, site->cold.begin) && likely >= site->cold.size)
			likely -= site->cold.size;
	}
	return likely;
}

static uint64_t sum_sections(const struct elf_image *image, const char *prefix)
{
	uint64_t bytes = 0;
	uint32_t i;

	for (i = 1; i < image->nsections; i++)
		if (!strncmp(elf_section_name(image, i), prefix, strlen(prefix)) &&
		    elf_section_has_bytes(image, &image->sections[i]))
			bytes += image->sections[i].size;
	return bytes;
}

uint64_t size_debug(const struct elf_image *image)
{
	return sum_sections(image, ".debug_");
}

uint64_t size_unwind(const struct elf_image *image)
{
	return sum_sections(image, ".eh_frame");
}

const char *size_compiler(const struct elf_image *image)
{
	const char *text;
	uint32_t i;

	for (i = 1; i < image->nsections; i++) {
		if (strcmp(elf_section_name(image, i), ".comment") != 0)
			continue;
		text = elf_section_string(image, i, 0);
		if (text && !*text)
			text = elf_section_string(image, i, 1);
		return text ? text : "";
	}
	return "";
}
