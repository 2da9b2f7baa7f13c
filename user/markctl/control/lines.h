/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * lines.h - the source line of an activation site, from the file's DWARF or its separate debug file
 *
 * A site in text has the line of its address.  A generic site is a byte of .bss: its line is that
 * of the declaration that the macro makes for the byte.
 */
#ifndef MARKCTL_LINES_H
#define MARKCTL_LINES_H

#include "user/elf/sites.h"

struct lines;

/** struct source_line - file is NULL where it is not known, line is 0 where that is not */
struct source_line {
	const char *file; /* as long as the struct lines lives */
	int line;
};

/**
 * lines_open() - read the debug information of a file
 *
 * Return: NULL if there is no memory; a file without debug information is not an error.
 */
struct lines *lines_open(const char *path, const struct elf_image *image);
void lines_close(struct lines *lines);

struct source_line lines_find(struct lines *lines, const struct elf_site *site);

#endif
