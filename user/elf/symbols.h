/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * symbols.h - the symbols of an ELF file, and its relocations, as arrays
 *
 * A position is a section and a value: in a linked file the address, in an object file the offset
 * in the section.
 */
#ifndef ELF_SYMBOLS_H
#define ELF_SYMBOLS_H

#include <stddef.h>

#include "image.h"

/** struct elf_symbol - the name is the file's and lives as long as it */
struct elf_symbol {
	const char *name; /* "" if it has none */
	uint64_t value;
	uint64_t size;
	uint32_t section; /* 0: undefined, absolute or common */
	uint8_t type;	  /* STT_* */
};

/** struct elf_symbols - one table of symbols */
struct elf_symbols {
	struct elf_symbol *symbols; /* in the file's order: relocations count so */
	uint32_t nsymbols;
	const struct elf_symbol **functions; /* those with a size, by section and value */
	uint32_t nfunctions;
};

/**
 * elf_symbols_read() - decode the first table of symbols of a type
 * @type:	SHT_SYMTAB or SHT_DYNSYM
 * @symbols:	filled in, to be freed in any case; empty if there is no such table
 *
 * Return: 0, -ENOEXEC with @error filled in, -ENOMEM.
 */
int elf_symbols_read(const struct elf_image *image, uint32_t type, struct elf_symbols *symbols,
		     struct elf_error *error);
void elf_symbols_free(struct elf_symbols *symbols);

/** elf_symbols_function() - the function that covers a position, NULL if none does */
const struct elf_symbol *elf_symbols_function(const struct elf_symbols *symbols, uint32_t section,
					      uint64_t value);

/** struct elf_reloc - one relocation */
struct elf_reloc {
	uint64_t offset;
	int64_t addend; /* 0 where the place itself holds it (SHT_REL) */
	uint32_t
		section; /* the section that it changes; 0 in a linked file, offset is an address */
	uint32_t symbol;
	uint32_t type;
};

/** struct elf_relocs - all relocations of a file, by section and offset */
struct elf_relocs {
	struct elf_reloc *relocs;
	size_t nrelocs;
};

/**
 * elf_relocs_read() - decode the relocations of an object file, or those for the loader of a linked one
 * @relocs:	filled in, to be freed in any case
 *
 * Return: 0, -ENOEXEC with @error filled in, -ENOMEM.
 */
int elf_relocs_read(const struct elf_image *image, struct elf_relocs *relocs,
		    struct elf_error *error);
void elf_relocs_free(struct elf_relocs *relocs);

/** elf_relocs_in() - the first relocation at or behind @begin and before @end, NULL if there is none */
const struct elf_reloc *elf_relocs_in(const struct elf_relocs *relocs, uint32_t section,
				      uint64_t begin, uint64_t end);

#endif
