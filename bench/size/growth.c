// SPDX-License-Identifier: GPL-2.0-only
/*
 * growth.c - by how much functions grow: a marked file minus the same one without markers
 *
 * Functions are paired by name.  A name that a file has twice (static functions of two files), or
 * that one of the files lacks (it was inlined differently), has no pair.
 */
#include <stdlib.h>
#include <string.h>

#include "report.h"

static const struct elf_symbol *only(const struct size_file *file, const char *name)
{
	const struct elf_symbols *symbols = &file->code.symbols;
	const struct elf_symbol *found = NULL;
	uint32_t i;

	for (i = 0; i < symbols->nfunctions; i++) {
		if (strcmp(symbols->functions[i]->name, name) != 0)
			continue;
		if (found)
			return NULL;
		found = symbols->functions[i];
	}
	return found;
}

static struct size_growth *find(struct size_growth *growths, size_t n,
				const struct elf_symbol *function)
{
	size_t i;

	for (i = 0; i < n; i++)
		if (growths[i].function == function)
			return &growths[i];
	return NULL;
}

static bool add(const struct size_pair *pair, const struct elf_symbol *function,
		struct size_growth *growth)
{
	const struct elf_symbol *vanilla = only(pair->vanilla, function->name);

	if (!vanilla || only(pair->file, function->name) != function)
		return false;
	*growth = (struct size_growth){ .function = function, .sites = 1 };
	growth->bytes = (int64_t)(size_function_likely(pair->file, function) - vanilla->size);
	return true;
}

struct size_growth *size_growths(const struct size_pair *pair, size_t *n)
{
	struct size_growth *growths = calloc(pair->file->nsites + 1, sizeof(*growths));
	size_t i;

	*n = 0;
	for (i = 0; growths && pair->vanilla && i < pair->file->nsites; i++) {
		const struct elf_symbol *function = pair->file->sites[i].function;
		struct size_growth *known = function ? find(growths, *n, function) : NULL;

		if (known)
			known->sites++;
		else if (function)
			*n += add(pair, function, &growths[*n]);
	}
	return growths;
}
