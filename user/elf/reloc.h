/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * reloc.h - where the 32-bit words of a table of markers point to, in any kind of ELF file
 *
 * In a linked file a word holds its distance from itself.  In an object file (.o, .ko) it may be a
 * relocation that the linker or the module loader will apply: then the symbol and its addend say
 * where it points to.
 */
#ifndef ELF_RELOC_H
#define ELF_RELOC_H

#include "image.h"

/** struct elf_place - what a word points to */
struct elf_place {
	uint32_t section;   /* 0: none (a common, absolute or undefined symbol) */
	uint64_t value;	    /* linked file: the address; object file: offset in the section */
	const char *symbol; /* the relocation's symbol, "" if there is none */
};

/* A relocation of one word. */
struct elf_fixup {
	uint32_t symbol;
	uint32_t used;
	int64_t addend;
};

/** struct elf_table - a run of rows in a file */
struct elf_table {
	const struct elf_image *image;
	uint32_t section;
	uint64_t offset; /* of the first row, in the file */
	uint64_t addr;	 /* linked file: of the first row */
	uint64_t nwords;
	struct elf_fixup *fixups; /* one a word; NULL if nothing is to be applied */
	uint32_t symtab;
	uint32_t shndx; /* section with the long section indices, 0 if none */
};

/**
 * elf_table_open() - find the relocations of a table
 * @table:	image, section, offset, addr and nwords are set; to be closed in any case
 *
 * Return: 0, -ENOEXEC with @error filled in, -ENOMEM.
 */
int elf_table_open(struct elf_table *table, struct elf_error *error);
void elf_table_close(struct elf_table *table);

/** elf_table_place() - where word @index points to; 0 or -ENOEXEC */
int elf_table_place(const struct elf_table *table, uint64_t index, struct elf_place *place,
		    struct elf_error *error);

/** elf_table_word() - the word itself, and whether it is still to be relocated */
uint32_t elf_table_word(const struct elf_table *table, uint64_t index);
bool elf_table_is_relocated(const struct elf_table *table, uint64_t index);

#endif
