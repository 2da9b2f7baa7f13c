/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * parts.h - what each marker of an ELF file takes of it
 *
 *	part		what						counted once for each
 *	likely		the instructions of the site: from the one that is	site
 *			rewritten through the branch, if there is one
 *	unlikely	the cold block					cold block
 *	data		the byte of a generic site, where it is in .data	byte
 *	bss		the slot; and that byte, where it is in .bss	slot, byte
 *	strings		name and format					pair of strings
 *	table		the row						site
 *	relocations	what the loader has to relocate in the table, in	file
 *			slots and in bytes
 *
 * Several rows may share a cold block (unrolled loops), a slot or strings: sums count those once.
 *
 * A cold block ends with the first jump or return behind its call; or where the likely path goes on, if
 * the compiler has left it in the middle of the function; or where the next one begins.
 */
#ifndef SIZE_PARTS_H
#define SIZE_PARTS_H

#include "code.h"
#include "marker/marker.h"
#include "user/elf/sites.h"

/** struct span - a run of bytes of code */
struct span {
	struct position begin;
	uint64_t size; /* 0: not found */
};

/** struct size_site - one row of the table */
struct size_site {
	const struct elf_site *row;
	const struct elf_symbol *function; /* around the site, NULL: not known */
	struct span likely;
	struct span cold;
	struct position join; /* where the cold block lies in the likely path: behind it */
	bool shares_cold;     /* another site has it */
};

/** struct size_parts - bytes; @relocations is a count */
struct size_parts {
	uint64_t likely;
	uint64_t unlikely;
	uint64_t data;
	uint64_t bss;
	uint64_t strings;
	uint64_t table;
	uint64_t relocations;
};

/** struct size_file - a file, read */
struct size_file {
	struct elf_image image;
	struct elf_sites rows;
	struct code code;
	struct size_site *sites; /* in the order of rows: by name, format and address */
	size_t nsites;
	size_t nmarkers;
	size_t unknown; /* sites whose instructions were not found */
	struct size_parts total;
};

/**
 * size_file_open() - read a file; size_file_from(): one in memory, which stays the caller's
 * @file:	to be closed in any case
 *
 * Return: 0, also for a file without markers; -ENOEXEC with @error filled in; -ENOMEM; or what the
 * system said of the path.
 */
int size_file_open(struct size_file *file, const char *path, struct elf_error *error);
int size_file_from(struct size_file *file, const void *bytes, uint64_t size,
		   struct elf_error *error);
void size_file_close(struct size_file *file);

/** size_span_has() - is a place within a run? */
static inline bool size_span_has(const struct span *span, struct position at)
{
	return span->size && span->begin.section == at.section &&
	       at.value - span->begin.value < span->size;
}

/* span.c: the site and its cold block. */
void size_find_spans(struct code *code, struct size_site *site);
bool size_insn_around(struct code *code, struct position at, struct insn *insn);

/* flag.c: where the bytes of generic sites are loaded. */
int size_find_flags(struct size_file *file);

/** size_function_likely() - bytes of a function without the cold blocks that lie in it */
uint64_t size_function_likely(const struct size_file *file, const struct elf_symbol *function);

/** size_debug() - bytes of the sections of debug information, size_unwind(): of .eh_frame */
uint64_t size_debug(const struct elf_image *image);
uint64_t size_unwind(const struct elf_image *image);

/** size_compiler() - what the compiler wrote into .comment, "" if nothing */
const char *size_compiler(const struct elf_image *image);

#endif
