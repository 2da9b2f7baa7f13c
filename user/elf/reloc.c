// SPDX-License-Identifier: GPL-2.0-only
/*
 * reloc.c - relocations of a table of markers
 *
 * A word W at P with a relocation against symbol S and addend A will hold S + A - P, so it points
 * to S + A whatever P becomes.  RISC-V assemblers write that as two relocations, ADD32 of S + A
 * and SUB32 of P: the second says nothing that we need.
 */
#include "reloc.h"

#include <elf.h>
#include <errno.h>
#include <stdlib.h>

enum fixup_role {
	FIXUP_UNKNOWN,
	FIXUP_POINTS,
	FIXUP_NOTHING
};

static const struct {
	uint16_t machine;
	uint16_t type;
	enum fixup_role role;
} reloc_types[] = {
	{ EM_X86_64, R_X86_64_PC32, FIXUP_POINTS },
	{ EM_X86_64, R_X86_64_PLT32, FIXUP_POINTS },
	{ EM_X86_64, R_X86_64_NONE, FIXUP_NOTHING },
	{ EM_AARCH64, R_AARCH64_PREL32, FIXUP_POINTS },
	{ EM_AARCH64, R_AARCH64_NONE, FIXUP_NOTHING },
	{ EM_386, R_386_PC32, FIXUP_POINTS },
	{ EM_ARM, R_ARM_REL32, FIXUP_POINTS },
	{ EM_RISCV, R_RISCV_32_PCREL, FIXUP_POINTS },
	{ EM_RISCV, R_RISCV_ADD32, FIXUP_POINTS },
	{ EM_RISCV, R_RISCV_SUB32, FIXUP_NOTHING },
	{ EM_PPC64, R_PPC64_REL32, FIXUP_POINTS },
	{ EM_S390, R_390_PC32, FIXUP_POINTS },
	{ EM_LOONGARCH, 99 /* R_LARCH_32_PCREL */, FIXUP_POINTS },
};

static enum fixup_role fixup_role(uint16_t machine, uint32_t type)
{
	size_t i;

	for (i = 0; i < sizeof(reloc_types) / sizeof(reloc_types[0]); i++)
		if (reloc_types[i].machine == machine && reloc_types[i].type == type)
			return reloc_types[i].role;
	return FIXUP_UNKNOWN;
}

static int add_fixup(struct elf_table *table, uint64_t at, bool has_addend, struct elf_error *error)
{
	const struct elf_image *image = table->image;
	unsigned int word = image->is64 ? 8 : 4;
	uint64_t offset = elf_image_word(image, at);
	uint64_t info = elf_image_word(image, at + word);
	uint32_t type = image->is64 ? (uint32_t)info : info & 0xff;
	struct elf_fixup *fixup;

	switch (fixup_role(image->machine, type)) {
	case FIXUP_NOTHING:
		return 0;
	case FIXUP_UNKNOWN:
		return elf_error_set(error, at, "relocation type %u of %s is not known here", type,
				     elf_machine_name(image->machine));
	case FIXUP_POINTS:
		break;
	}
	if (offset % 4 || offset / 4 >= table->nwords)
		return elf_error_set(error, at, "a relocation of the marker table is outside it");
	fixup = &table->fixups[offset / 4];
	fixup->used = 1;
	fixup->symbol = image->is64 ? info >> 32 : info >> 8;
	if (!has_addend)
		fixup->addend = (int32_t)elf_table_word(table, offset / 4);
	else if (image->is64)
		fixup->addend = elf_image_u64(image, at + 16);
	else
		fixup->addend = (int32_t)elf_image_u32(image, at + 8);
	return 0;
}

static int add_fixups(struct elf_table *table, const struct elf_section *relocs,
		      struct elf_error *error)
{
	bool has_addend = relocs->type == SHT_RELA;
	unsigned int size = (table->image->is64 ? 8 : 4) * (has_addend ? 3 : 2);
	uint64_t i, n = relocs->size / size;
	int err = 0;

	if (!elf_section_has_bytes(table->image, relocs))
		return elf_error_set(error, relocs->offset,
				     "the relocations of the marker table are outside the file");
	if (relocs->size % size || (relocs->entsize && relocs->entsize != size))
		return elf_error_set(error, relocs->offset,
				     "the relocations of the marker table are not %u bytes each",
				     size);
	if (!table->fixups)
		table->fixups = calloc(table->nwords ? table->nwords : 1, sizeof(*table->fixups));
	if (!table->fixups)
		return -ENOMEM;
	table->symtab = relocs->link;
	for (i = 0; i < n && !err; i++)
		err = add_fixup(table, relocs->offset + i * size, has_addend, error);
	return err;
}

int elf_table_open(struct elf_table *table, struct elf_error *error)
{
	const struct elf_image *image = table->image;
	uint32_t i;
	int err = 0;

	table->fixups = NULL;
	table->symtab = 0;
	table->shndx = 0;
	if (image->type != ET_REL)
		return 0;
	for (i = 1; i < image->nsections && !err; i++) {
		const struct elf_section *s = &image->sections[i];

		if ((s->type == SHT_REL || s->type == SHT_RELA) && s->info == table->section)
			err = add_fixups(table, s, error);
	}
	for (i = 1; i < image->nsections && table->symtab; i++)
		if (image->sections[i].type == SHT_SYMTAB_SHNDX &&
		    image->sections[i].link == table->symtab)
			table->shndx = i;
	return err;
}

void elf_table_close(struct elf_table *table)
{
	free(table->fixups);
	table->fixups = NULL;
}

uint32_t elf_table_word(const struct elf_table *table, uint64_t index)
{
	return elf_image_u32(table->image, table->offset + 4 * index);
}

bool elf_table_is_relocated(const struct elf_table *table, uint64_t index)
{
	return table->fixups && table->fixups[index].used;
}

/* What of struct ElfN_Sym is needed here. */
struct symbol {
	uint32_t name;
	uint32_t section;
	uint64_t value;
};

static int decode_symbol(const struct elf_table *table, uint32_t index, struct symbol *symbol)
{
	const struct elf_image *image = table->image;
	uint64_t size = image->is64 ? sizeof(Elf64_Sym) : sizeof(Elf32_Sym);
	const struct elf_section *s;
	uint64_t at;

	if (table->symtab >= image->nsections)
		return -ENOEXEC;
	s = &image->sections[table->symtab];
	if (!elf_section_has_bytes(image, s) || index >= s->size / size)
		return -ENOEXEC;
	at = s->offset + index * size;
	symbol->name = elf_image_u32(image, at);
	symbol->section = elf_image_u16(image, at + (image->is64 ? 6 : 14));
	symbol->value = elf_image_word(image, at + (image->is64 ? 8 : 4));
	if (symbol->section != SHN_XINDEX)
		return 0;
	s = &image->sections[table->shndx];
	if (!table->shndx || !elf_section_has_bytes(image, s) || index >= s->size / 4)
		return -ENOEXEC;
	symbol->section = elf_image_u32(image, s->offset + 4 * (uint64_t)index);
	return symbol->section < image->nsections ? 0 : -ENOEXEC;
}

static int place_relocated(const struct elf_table *table, uint64_t index, struct elf_place *place,
			   struct elf_error *error)
{
	const struct elf_image *image = table->image;
	const struct elf_fixup *fixup = &table->fixups[index];
	struct symbol symbol;
	const char *name;

	if (decode_symbol(table, fixup->symbol, &symbol))
		return elf_error_set(error, table->offset + 4 * index,
				     "a relocation of the marker table names symbol %u, which is "
				     "not there",
				     fixup->symbol);
	name = elf_section_string(image, image->sections[table->symtab].link, symbol.name);
	place->symbol = name ? name : "";
	place->section = symbol.section < image->nsections ? symbol.section : 0;
	/* The value of a common symbol is its alignment. */
	place->value = (symbol.section == SHN_COMMON ? 0 : symbol.value) + fixup->addend;
	return 0;
}

int elf_table_place(const struct elf_table *table, uint64_t index, struct elf_place *place,
		    struct elf_error *error)
{
	int32_t distance = elf_table_word(table, index);

	if (elf_table_is_relocated(table, index))
		return place_relocated(table, index, place, error);
	place->symbol = "";
	if (table->image->type == ET_REL) {
		place->section = table->section;
		place->value = 4 * index + (int64_t)distance;
		return 0;
	}
	place->value = table->addr + 4 * index + (int64_t)distance;
	if (!table->image->is64)
		place->value = (uint32_t)place->value;
	place->section = elf_section_at(table->image, place->value);
	return 0;
}
