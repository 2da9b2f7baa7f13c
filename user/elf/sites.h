/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * sites.h - the activation sites of an ELF file, without running it
 *
 *	struct elf_image image;
 *	struct elf_sites sites;
 *	struct elf_error error;
 *
 *	err = elf_image_open(&image, path, &error);
 *	err = elf_sites_read(&image, &sites, &error);
 *	... sites.sites[0 .. sites.nsites - 1], sorted by name, format and address
 *	elf_sites_free(&sites);
 *	elf_image_close(&image);
 *
 * The format of the table is marker/site.h's.  It is decoded from bytes here and not through that
 * header's accessors, because the file may be of another machine.
 */
#ifndef ELF_SITES_H
#define ELF_SITES_H

#include <stddef.h>

#include "reloc.h"

/** struct elf_site - one row of the table; the strings are the file's and live as long as it */
struct elf_site {
	const char *name;
	const char *format;
	struct elf_place place;	 /* the byte that is rewritten */
	struct elf_place code;	 /* an instruction of the marked line; section 0: none is known */
	struct elf_place target; /* of a jump: its cold block; not checked */
	struct elf_place slot;
	uint64_t row_offset; /* of the row, in the file */
	unsigned int kind;   /* enum marker_kind */
	bool query;	     /* mark_enabled(), not a marker */
};

struct elf_sites {
	struct elf_site *sites;
	size_t nsites;
	size_t nrows; /* with the objects' own rows and the zeros of linkers */
};

/**
 * elf_sites_read() - decode the tables of a file
 * @sites:	filled in, to be freed also on an error: it then has what was read before it
 *
 * Return: 0, also if there is no table; -ENOEXEC with @error filled in; -ENOMEM.
 */
int elf_sites_read(const struct elf_image *image, struct elf_sites *sites, struct elf_error *error);
void elf_sites_free(struct elf_sites *sites);

/** elf_sites_marker() - how many sites from @first on belong to the marker of @first */
size_t elf_sites_marker(const struct elf_sites *sites, size_t first);

#endif
