// SPDX-License-Identifier: GPL-2.0-only
/*
 * relocs.c - the relocations of an ELF file, decoded whole
 *
 * Only what REL and RELA say: where, what symbol, what type.  What a type does is the reader's to
 * know.  RELR is not here: it has no symbols.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "symbols.h"

/* Of a linked file those alone that the loader maps: others are the linker's leavings (--emit-relocs). */
static bool is_wanted(const struct elf_image *image, const struct elf_section *s)
{
	if (s->type != SHT_RELA && s->type != SHT_REL)
		return false;
	if (image->type != ET_REL)
		return s->flags & SHF_ALLOC;
	return s->info < image->nsections && image->sections[s->info].flags & SHF_ALLOC;
}

static unsigned int entry_size(const struct elf_image *image, const struct elf_section *s)
{
	return (image->is64 ? 8 : 4) * (s->type == SHT_RELA ? 3 : 2);
}

static int count(const struct elf_image *image, size_t *n, struct elf_error *error)
{
	uint32_t i;

	*n = 0;
	for (i = 1; i < image->nsections; i++) {
		const struct elf_section *s = &image->sections[i];

		if (!is_wanted(image, s))
			continue;
		if (!elf_section_has_bytes(image, s) || s->size % entry_size(image, s))
			return elf_error_set(error, s->offset,
					     "a table of relocations (%llu bytes) is outside the "
					     "file, or not a whole number of entries",
					     (unsigned long long)s->size);
		*n += s->size / entry_size(image, s);
		/* Sections that overlap would make more of a file than it has bytes. */
		if (*n > image->size / (image->is64 ? 16 : 8))
			return elf_error_set(error, s->offset,
					     "more relocations than fit into the file");
	}
	return 0;
}

static void decode(const struct elf_image *image, const struct elf_section *s, uint64_t at,
		   struct elf_reloc *reloc)
{
	unsigned int word = image->is64 ? 8 : 4;
	uint64_t info = elf_image_word(image, at + word);

	reloc->section = image->type == ET_REL ? s->info : 0;
	reloc->offset = elf_image_word(image, at);
	reloc->symbol = (uint32_t)(image->is64 ? info >> 32 : info >> 8);
	reloc->type = (uint32_t)(image->is64 ? info & 0xffffffff : info & 0xff);
	if (s->type == SHT_REL)
		reloc->addend = 0;
	else if (image->is64)
		reloc->addend = (int64_t)elf_image_u64(image, at + 16);
	else
		reloc->addend = (int32_t)elf_image_u32(image, at + 8);
}

static int order(const struct elf_reloc *reloc, uint32_t section, uint64_t offset)
{
	if (reloc->section != section)
		return reloc->section < section ? -1 : 1;
	return (reloc->offset > offset) - (reloc->offset < offset);
}

static int compare(const void *a, const void *b)
{
	const struct elf_reloc *x = a, *y = b;
	int by_place = order(x, y->section, y->offset);

	return by_place ? by_place : (x->type > y->type) - (x->type < y->type);
}

int elf_relocs_read(const struct elf_image *image, struct elf_relocs *relocs,
		    struct elf_error *error)
{
	uint64_t j;
	uint32_t i;
	size_t n;
	int err;

	memset(relocs, 0, sizeof(*relocs));
	err = count(image, &n, error);
	if (err)
		return err;
	relocs->relocs = calloc(n + 1, sizeof(*relocs->relocs));
	if (!relocs->relocs)
		return -ENOMEM;
	for (i = 1; i < image->nsections; i++) {
		const struct elf_section *s = &image->sections[i];
		unsigned int size = is_wanted(image, s) ? entry_size(image, s) : 0;

		for (j = 0; size && j < s->size / size; j++)
			decode(image, s, s->offset + j * size, &relocs->relocs[relocs->nrelocs++]);
	}
	qsort(relocs->relocs, relocs->nrelocs, sizeof(*relocs->relocs), compare);
	return 0;
}

void elf_relocs_free(struct elf_relocs *relocs)
{
	free(relocs->relocs);
	memset(relocs, 0, sizeof(*relocs));
}

const struct elf_reloc *elf_relocs_in(const struct elf_relocs *relocs, uint32_t section,
				      uint64_t begin, uint64_t end)
{
	size_t low = 0, high = relocs->nrelocs;
	const struct elf_reloc *reloc;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (order(&relocs->relocs[mid], section, begin) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	reloc = &relocs->relocs[low];
	return low < relocs->nrelocs && reloc->section == section && reloc->offset < end ? reloc :
											   NULL;
}
