// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries of the procedure linkage table have no symbols.  Their order is that of the relocations
 * that fill them, so the nth relocation names the nth entry: "malloc@plt".
 */
#include "user/symbols/internal.h"

#include <stdio.h>
#include <stdlib.h>

struct plt {
	uint64_t at;
	uint64_t entry_size;
	Elf_Data *symbols;
	size_t strings;
};

static int add_entry(struct symtab *tab, struct plt *plt, Elf *elf, size_t symbol_index)
{
	const char *name;
	char *shown, *plain;
	GElf_Sym sym;
	int err;

	if (!gelf_getsym(plt->symbols, symbol_index, &sym))
		return 0;
	name = elf_strptr(elf, plt->strings, sym.st_name);
	plain = demangle(name ? name : "", false);
	if (asprintf(&shown, "%s@plt", plain ? plain : name ? name : "") < 0)
		shown = NULL;
	free(plain);
	err = symtab_own(tab, shown);
	if (!err)
		err = symtab_add(tab, &(struct symbol){
					      .start = plt->at,
					      .end = plt->at + plt->entry_size,
					      .name = shown,
					      .plain = true,
					      .type = STT_FUNC,
					      .binding = STB_GLOBAL,
				      });
	plt->at += plt->entry_size;
	return err;
}

static int add_entries(struct symtab *tab, struct plt *plt, Elf *elf, Elf_Scn *section,
		       const GElf_Shdr *shdr)
{
	Elf_Data *data = elf_getdata(section, NULL);
	GElf_Rela rela;
	GElf_Rel rel;
	size_t i, nr;
	int err = 0;

	if (!data)
		return 0;
	nr = data->d_size /
	     gelf_fsize(elf, shdr->sh_type == SHT_RELA ? ELF_T_RELA : ELF_T_REL, 1, EV_CURRENT);
	for (i = 0; i < nr && !err; i++) {
		if (shdr->sh_type == SHT_RELA && gelf_getrela(data, i, &rela))
			err = add_entry(tab, plt, elf, GELF_R_SYM(rela.r_info));
		else if (shdr->sh_type == SHT_REL && gelf_getrel(data, i, &rel))
			err = add_entry(tab, plt, elf, GELF_R_SYM(rel.r_info));
	}
	return err;
}

/* The table's first bytes are not an entry; how many they are is the machine's convention. */
static void plt_sizes(const GElf_Ehdr *header, const GElf_Shdr *shdr, struct plt *plt)
{
	plt->at = shdr->sh_addr;
	if (header->e_machine == EM_AARCH64) {
		plt->at += 32;
		plt->entry_size = 16;
	} else if (header->e_machine == EM_ARM) {
		plt->at += 20;
		plt->entry_size = 12;
	} else {
		plt->at += shdr->sh_entsize;
		plt->entry_size = shdr->sh_entsize;
	}
}

int plt_load(struct symtab *tab, const struct image *runtime)
{
	GElf_Shdr shdr, relocations, dynsym;
	Elf_Scn *section;
	GElf_Ehdr header;
	struct plt plt;

	if (!runtime->dynsym || !gelf_getehdr(runtime->elf, &header) ||
	    !gelf_getshdr(runtime->dynsym, &dynsym) || !image_section(runtime, ".plt", &shdr) ||
	    shdr.sh_type == SHT_NOBITS)
		return 0;
	section = image_section(runtime, ".rela.plt", &relocations);
	if (!section)
		section = image_section(runtime, ".rel.plt", &relocations);
	if (!section || relocations.sh_link != elf_ndxscn(runtime->dynsym))
		return 0;
	plt_sizes(&header, &shdr, &plt);
	plt.symbols = elf_getdata(runtime->dynsym, NULL);
	plt.strings = dynsym.sh_link;
	if (!plt.symbols || !plt.entry_size)
		return 0;
	return add_entries(tab, &plt, runtime->elf, section, &relocations);
}
