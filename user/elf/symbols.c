// SPDX-License-Identifier: GPL-2.0-only
/*
 * symbols.c - a table of symbols, decoded whole
 */
#include "symbols.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Behind a symbol whose section's number does not fit 16 bits stands a table with longer ones. */
static uint32_t long_section(const struct elf_image *image, uint32_t symtab, uint32_t index)
{
	uint32_t i;

	for (i = 1; i < image->nsections; i++) {
		const struct elf_section *s = &image->sections[i];

		if (s->type == SHT_SYMTAB_SHNDX && s->link == symtab &&
		    elf_section_has_bytes(image, s) && index < s->size / 4)
			return elf_image_u32(image, s->offset + 4 * (uint64_t)index);
	}
	return 0;
}

/* Elf64_Sym: name 4, info 1, other 1, shndx 2, value 8, size 8; Elf32_Sym: name, value, size, ... */
static void decode(const struct elf_image *image, uint32_t symtab, uint32_t index,
		   struct elf_symbol *symbol)
{
	const struct elf_section *s = &image->sections[symtab];
	uint64_t at =
		s->offset + (uint64_t)index * (image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym));
	const char *name = elf_section_string(image, s->link, elf_image_u32(image, at));
	uint32_t section = elf_image_u16(image, at + (image->is64 ? 6 : 14));

	if (section == SHN_XINDEX)
		section = long_section(image, symtab, index);
	else if (section >= SHN_LORESERVE)
		section = SHN_UNDEF;
	symbol->name = name ? name : "";
	symbol->type = ELF64_ST_TYPE(image->bytes[at + (image->is64 ? 4 : 12)]);
	symbol->section = section < image->nsections ? section : SHN_UNDEF;
	symbol->value = elf_image_word(image, at + (image->is64 ? 8 : 4));
	symbol->size = elf_image_word(image, at + (image->is64 ? 16 : 8));
}

static int compare(const struct elf_symbol *symbol, uint32_t section, uint64_t value)
{
	if (symbol->section != section)
		return symbol->section < section ? -1 : 1;
	return (symbol->value > value) - (symbol->value < value);
}

static int compare_functions(const void *a, const void *b)
{
	const struct elf_symbol *x = *(const struct elf_symbol *const *)a;
	const struct elf_symbol *y = *(const struct elf_symbol *const *)b;
	int order = compare(x, y->section, y->value);

	return order ? order : (x > y) - (x < y);
}

static bool is_function(const struct elf_symbol *symbol)
{
	return symbol->section && symbol->size && *symbol->name &&
	       (symbol->type == STT_FUNC || symbol->type == STT_GNU_IFUNC);
}

static int read_table(const struct elf_image *image, uint32_t symtab, struct elf_symbols *symbols)
{
	const struct elf_section *s = &image->sections[symtab];
	uint32_t n = (uint32_t)(s->size / (image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym)));
	uint32_t i;

	symbols->symbols = calloc(n + 1, sizeof(*symbols->symbols));
	symbols->functions = calloc(n + 1, sizeof(*symbols->functions));
	if (!symbols->symbols || !symbols->functions)
		return -ENOMEM;
	symbols->nsymbols = n;
	for (i = 0; i < n; i++) {
		decode(image, symtab, i, &symbols->symbols[i]);
		if (is_function(&symbols->symbols[i]))
			symbols->functions[symbols->nfunctions++] = &symbols->symbols[i];
	}
	qsort(symbols->functions, symbols->nfunctions, sizeof(*symbols->functions),
	      compare_functions);
	return 0;
}

int elf_symbols_read(const struct elf_image *image, uint32_t type, struct elf_symbols *symbols,
		     struct elf_error *error)
{
	uint32_t i;

	memset(symbols, 0, sizeof(*symbols));
	for (i = 1; i < image->nsections; i++) {
		if (image->sections[i].type != type)
			continue;
		if (elf_section_has_bytes(image, &image->sections[i]))
			return read_table(image, i, symbols);
		return elf_error_set(error, image->sections[i].offset,
				     "the table of symbols (%llu bytes) is outside the file",
				     (unsigned long long)image->sections[i].size);
	}
	return 0;
}

void elf_symbols_free(struct elf_symbols *symbols)
{
	free(symbols->symbols);
	free(symbols->functions);
	memset(symbols, 0, sizeof(*symbols));
}

const struct elf_symbol *elf_symbols_function(const struct elf_symbols *symbols, uint32_t section,
					      uint64_t value)
{
	uint32_t low = 0, high = symbols->nfunctions;
	const struct elf_symbol *symbol;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (compare(symbols->functions[mid], section, value) <= 0)
			low = mid + 1;
		else
			high = mid;
	}
	if (!low)
		return NULL;
	symbol = symbols->functions[low - 1];
	return symbol->section == section && value - symbol->value < symbol->size ? symbol : NULL;
}
