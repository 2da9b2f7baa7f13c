// SPDX-License-Identifier: GPL-2.0-only
/*
 * flag.c - where the byte of a generic site is loaded
 *
 * The row of a generic site names a byte of data, and not the instruction that loads it: that one
 * is looked for.
 *
 *	object file	relocations of code that name the byte
 *	linked, x86-64	a displacement of 32 bits which, from the end of its instruction, is the byte:
 *			the instruction ends there, or has an immediate byte behind it (cmpb $0)
 *	linked, arm64	adrp, and the add or ldrb that completes it
 *	others		not found; the file's reader says so
 *
 * A byte has as many rows as its line has copies: each load takes the next row.
 */
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "parts.h"

/* A byte, and the rows from @first on that have it. */
struct flag {
	struct position at;
	const char *symbol; /* where the byte is a common symbol */
	struct size_site *site;
};

struct flags {
	struct size_file *file;
	struct flag *flags;
	size_t n;
};

static int compare_places(const struct flag *flag, struct position at, const char *symbol)
{
	if (flag->at.section != at.section)
		return flag->at.section < at.section ? -1 : 1;
	if (flag->at.value != at.value)
		return flag->at.value < at.value ? -1 : 1;
	return at.section ? 0 : strcmp(flag->symbol, symbol);
}

static int compare(const void *a, const void *b)
{
	const struct flag *x = a, *y = b;
	int order = compare_places(x, y->at, y->symbol);

	return order ? order : (x->site > y->site) - (x->site < y->site);
}

static int collect(struct flags *flags)
{
	struct size_file *file = flags->file;
	size_t i;

	flags->flags = calloc(file->nsites + 1, sizeof(*flags->flags));
	if (!flags->flags)
		return -ENOMEM;
	for (i = 0; i < file->nsites; i++) {
		const struct elf_place *place = &file->sites[i].row->place;

		if (file->sites[i].row->kind != MARKER_KIND_GENERIC)
			continue;
		flags->flags[flags->n++] = (struct flag){
			.at = { place->section, place->value },
			.symbol = place->symbol,
			.site = &file->sites[i],
		};
	}
	qsort(flags->flags, flags->n, sizeof(*flags->flags), compare);
	return 0;
}

/* The first row of a byte that has no load yet. */
static struct size_site *find(struct flags *flags, struct position at, const char *symbol)
{
	size_t low = 0, high = flags->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (compare_places(&flags->flags[mid], at, symbol) < 0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < flags->n; low++) {
		struct flag *flag = &flags->flags[low];

		if (compare_places(flag, at, symbol) != 0)
			break;
		if (!flag->site->likely.begin.section)
			return flag->site;
	}
	return NULL;
}

/* ---- object files ---------------------------------------------------------------------------------- */

/*
 * The instruction that a displacement belongs to, on x86-64: opcodes of a load or compare have two bytes
 * or three.  A byte before them that looks like a prefix may be the end of the instruction before.
 */
static bool find_begin(struct code *code, const struct elf_reloc *reloc, struct position *begin)
{
	struct insn insn;
	uint64_t before;

	*begin = (struct position){ reloc->section, reloc->offset };
	if (code->image->machine != EM_X86_64)
		return true;
	for (before = 2; before <= 3 && before <= reloc->offset; before++) {
		begin->value = reloc->offset - before;
		if (!code_at(code, *begin, &insn) || !insn.known || insn.size < before + 4 ||
		    insn.size > before + 5)
			continue;
		if (size_insn_around(code, *begin, &insn))
			*begin = insn.at;
		return true;
	}
	return false;
}

static void take_reloc(struct flags *flags, const struct elf_reloc *reloc)
{
	struct code *code = &flags->file->code;
	const struct elf_symbol *symbol;
	struct size_site *site;
	struct position at = { 0, 0 };
	struct insn insn = { .symbol = "" };
	uint64_t addend = (uint64_t)reloc->addend;

	if (reloc->symbol >= code->symbols.nsymbols)
		return;
	symbol = &code->symbols.symbols[reloc->symbol];
	if (symbol->section) {
		at.section = symbol->section;
		at.value = symbol->value + addend + (code->image->machine == EM_X86_64 ? 4 : 0);
	}
	site = find(flags, at, symbol->name);
	if (!site || !find_begin(code, reloc, &at))
		return;
	/* Of adrp, add and ldrb of one load the first is enough. */
	if (code_at(code, at, &insn) && insn.known && strncmp(insn.text, "add ", 4) != 0 &&
	    strncmp(insn.text, "ldrb ", 5) != 0)
		site->likely.begin = at;
}

static void find_in_relocs(struct flags *flags)
{
	const struct elf_image *image = &flags->file->image;
	const struct elf_relocs *relocs = &flags->file->code.relocs;
	size_t i;

	for (i = 0; i < relocs->nrelocs; i++) {
		if (image->sections[relocs->relocs[i].section].flags & SHF_EXECINSTR)
			take_reloc(flags, &relocs->relocs[i]);
	}
}

/* ---- linked files ---------------------------------------------------------------------------------- */

/* x86-64: is there a displacement at this offset of the section? */
static void try_displacement(struct flags *flags, uint32_t section, uint64_t offset)
{
	const struct elf_section *s = &flags->file->image.sections[section];
	int32_t distance = (int32_t)elf_image_u32(&flags->file->image, s->offset + offset);
	struct elf_reloc as_reloc = { .section = section, .offset = s->addr + offset };
	struct size_site *site;
	struct position to;
	unsigned int behind;

	for (behind = 4; behind <= 5; behind++) {
		to.value = s->addr + offset + behind + (uint64_t)(int64_t)distance;
		if (to.value < flags->flags[0].at.value ||
		    to.value > flags->flags[flags->n - 1].at.value)
			continue;
		to.section = elf_section_at(&flags->file->image, to.value);
		site = find(flags, to, "");
		if (site && !find_begin(&flags->file->code, &as_reloc, &site->likely.begin))
			site->likely.begin.section = 0;
	}
}

/* What adrp has put into a register, and where it was; section 0: not known. */
struct page {
	struct position at;
	uint64_t address;
};

static void try_word(struct flags *flags, struct position at, uint32_t word, struct page *pages)
{
	uint64_t low = word >> 29 & 3, high = word >> 5 & 0x7ffff;
	int64_t distance = (int64_t)((high << 2 | low) << 43) >> 43;
	unsigned int from = word >> 5 & 31;
	struct size_site *site;
	struct position to;

	if ((word & 0x9f000000) == 0x90000000) { /* adrp */
		pages[word & 31] = (struct page){ at, (at.value & ~(uint64_t)0xfff) +
							      ((uint64_t)distance << 12) };
		return;
	}
	if ((word & 0xffc00000) != 0x91000000 && (word & 0xffc00000) != 0x39400000)
		return; /* add, ldrb */
	if (!pages[from].at.section || at.value - pages[from].at.value > 64)
		return;
	to.value = pages[from].address + (word >> 10 & 0xfff);
	to.section = elf_section_at(&flags->file->image, to.value);
	site = find(flags, to, "");
	if (site)
		site->likely.begin = pages[from].at;
}

static void scan_section(struct flags *flags, uint32_t section)
{
	const struct elf_image *image = &flags->file->image;
	const struct elf_section *s = &image->sections[section];
	struct page pages[32] = { 0 };
	uint64_t offset, step = image->machine == EM_X86_64 ? 1 : 4;

	for (offset = 0; s->size >= 4 && offset <= s->size - 4; offset += step) {
		struct position at = { section, s->addr + offset };

		if (image->machine == EM_X86_64)
			try_displacement(flags, section, offset);
		else
			try_word(flags, at, elf_image_u32(image, s->offset + offset), pages);
	}
}

/* Sections that overlap would make the scan longer than the file: there is a bound. */
static void scan(struct flags *flags)
{
	const struct elf_image *image = &flags->file->image;
	uint64_t scanned = 0;
	uint32_t i;

	for (i = 1; i < image->nsections && scanned <= image->size; i++) {
		const struct elf_section *s = &image->sections[i];

		if (!(s->flags & SHF_EXECINSTR) || !elf_section_has_bytes(image, s))
			continue;
		scanned += s->size;
		scan_section(flags, i);
	}
}

/** size_find_flags() - set likely.begin of generic sites; 0 or -ENOMEM */
int size_find_flags(struct size_file *file)
{
	struct flags flags = { .file = file };
	int err = collect(&flags);

	if (!err && flags.n && file->image.type == ET_REL)
		find_in_relocs(&flags);
	else if (!err && flags.n &&
		 (file->image.machine == EM_X86_64 || file->image.machine == EM_AARCH64))
		scan(&flags);
	free(flags.flags);
	return err;
}
