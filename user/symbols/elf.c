// SPDX-License-Identifier: GPL-2.0-only
/*
 * The symbols of an ELF file.  They may come from a separate debug file, whose program headers say
 * nothing about the file that ran; so symbols keep their virtual addresses, and the offsets that
 * are looked up become virtual addresses by the loads of the file that ran.
 */
#include "user/symbols/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct loader {
	struct symtab *tab;
	const struct image *image;
	size_t section_names;
	GElf_Half machine;
	bool relocatable;
	const char *source; /* of the local symbols that follow */
};

/* Absolute symbols are versions and sizes, not places. */
static bool is_defined(const GElf_Sym *sym)
{
	return sym->st_name && sym->st_shndx != SHN_UNDEF && sym->st_shndx != SHN_ABS;
}

static bool is_code_or_data(const GElf_Sym *sym)
{
	uint8_t type = GELF_ST_TYPE(sym->st_info);

	return is_defined(sym) && (type == STT_FUNC || type == STT_GNU_IFUNC || type == STT_OBJECT);
}

static bool is_label(const GElf_Sym *sym)
{
	uint8_t visibility = GELF_ST_VISIBILITY(sym->st_other);

	return is_defined(sym) && GELF_ST_TYPE(sym->st_info) == STT_NOTYPE &&
	       visibility != STV_HIDDEN && visibility != STV_INTERNAL;
}

/* Marks between code and data, not names of anything. */
static bool is_mapping_symbol(const struct loader *l, const char *name)
{
	return name[0] == '$' && (l->machine == EM_ARM || l->machine == EM_AARCH64);
}

static const char *section_name(const struct loader *l, const GElf_Sym *sym)
{
	Elf_Scn *section =
		sym->st_shndx < SHN_LORESERVE ? elf_getscn(l->image->elf, sym->st_shndx) : NULL;
	GElf_Shdr shdr;

	if (!section || !gelf_getshdr(section, &shdr))
		return NULL;
	return elf_strptr(l->image->elf, l->section_names, shdr.sh_name);
}

static bool is_wanted(const struct loader *l, const GElf_Sym *sym, const char *name)
{
	const char *section;

	if (is_code_or_data(sym))
		return true;
	if (!is_label(sym) || is_mapping_symbol(l, name))
		return false;
	section = section_name(l, sym);
	return section && (strstr(section, "text") || strstr(section, "data"));
}

/* In a module, values are offsets in sections. */
static bool place_symbol(const struct loader *l, const GElf_Sym *sym, struct symbol *symbol)
{
	uint64_t start = 0;

	if (l->relocatable &&
	    (sym->st_shndx >= SHN_LORESERVE || !module_section(l->image, sym->st_shndx, &start)))
		return false;
	symbol->start = start + sym->st_value;
	symbol->end = symbol->start + sym->st_size;
	return symbol->end >= symbol->start && symbol->start >= start;
}

static int add_symbol(struct loader *l, const GElf_Sym *sym, uint32_t strings)
{
	const char *name = elf_strptr(l->image->elf, strings, sym->st_name);
	struct symbol symbol = {
		.name = name,
		.type = GELF_ST_TYPE(sym->st_info),
		.binding = GELF_ST_BIND(sym->st_info),
	};

	if (name && symbol.type == STT_FILE)
		l->source = name;
	if (symbol.binding == STB_LOCAL && l->source && *l->source)
		symbol.source = l->source;
	if (!name || !is_wanted(l, sym, name) || !place_symbol(l, sym, &symbol))
		return 0;
	return symtab_add(l->tab, &symbol);
}

static int add_section(struct loader *l, Elf_Scn *section)
{
	GElf_Shdr shdr;
	Elf_Data *data;
	GElf_Sym sym;
	size_t i, nr;
	int err;

	if (!gelf_getshdr(section, &shdr))
		return 0;
	data = elf_getdata(section, NULL);
	if (!data)
		return 0;
	/* Not by sh_entsize, which may be anything. */
	nr = data->d_size / gelf_fsize(l->image->elf, ELF_T_SYM, 1, EV_CURRENT);
	err = symtab_reserve(l->tab, nr);
	for (i = 0; i < nr && !err; i++)
		if (gelf_getsym(data, i, &sym))
			err = add_symbol(l, &sym, shdr.sh_link);
	return err;
}

static int add_loads(struct dso *dso, const struct image *runtime)
{
	size_t i, nr;
	GElf_Phdr phdr;

	if (elf_getphdrnum(runtime->elf, &nr))
		return 0;
	dso->loads = calloc(nr ? nr : 1, sizeof(*dso->loads));
	if (!dso->loads)
		return -ENOMEM;
	for (i = 0; i < nr; i++)
		if (gelf_getphdr(runtime->elf, i, &phdr) && phdr.p_type == PT_LOAD)
			dso->loads[dso->nr_loads++] = (struct load){
				.offset = phdr.p_offset,
				.size = phdr.p_filesz,
				.vaddr = phdr.p_vaddr,
			};
	return 0;
}

static int add_image(struct dso *dso, const struct image *image)
{
	struct loader l = { .tab = &dso->symtab, .image = image };
	Elf_Scn *section = image->symtab ? image->symtab : image->dynsym;
	GElf_Ehdr header;

	if (!gelf_getehdr(image->elf, &header) || elf_getshdrstrndx(image->elf, &l.section_names))
		return -ENOEXEC;
	l.machine = header.e_machine;
	l.relocatable = header.e_type == ET_REL;
	return section ? add_section(&l, section) : 0;
}

/* The symbols of one file, at the addresses that another (often the same) has at run time. */
int elf_load(struct dso *dso, const struct image_pair *pair)
{
	const struct image *symbols = pair->symbols.elf ? &pair->symbols : &pair->runtime;
	const struct image *runtime = pair->runtime.elf ? &pair->runtime : &pair->symbols;
	int err = image_has_code(runtime) ? add_loads(dso, runtime) : -ENOENT, arranged;

	if (!err)
		err = add_image(dso, symbols);
	if (!err && pair->mini)
		err = add_image(dso, runtime);
	if (!err)
		err = plt_load(&dso->symtab, runtime);
	arranged = symtab_arrange(&dso->symtab);
	return err ? err : arranged;
}
