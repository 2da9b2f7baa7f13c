// SPDX-License-Identifier: GPL-2.0-only
/*
 * size.c - sections, symbols and relocations of /proc/self/exe, by libelf
 *
 * The cold block of the marker of bench_size_open() begins at the branch target in its row.  It
 * ends where the function that it lies in ends: gcc makes a part of its own of it
 * (bench_size_open.cold), clang puts it behind the return.
 */
#include "size.h"

#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "../rows.h"

#define TABLE "__marker_sites"

/* Address and size of a section or a symbol, as the file has them. */
struct extent {
	GElf_Addr begin;
	GElf_Addr end;
};

static int within(const struct extent *extent, GElf_Addr address)
{
	return address >= extent->begin && address < extent->end;
}

static const char *section_name(Elf *elf, Elf_Scn *section, GElf_Shdr *header)
{
	size_t names;
	const char *name;

	if (!gelf_getshdr(section, header) || elf_getshdrstrndx(elf, &names))
		return "";
	name = elf_strptr(elf, names, header->sh_name);
	return name ? name : "";
}

static int find_table(Elf *elf, struct extent *table)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;

	while ((section = elf_nextscn(elf, section))) {
		if (strcmp(section_name(elf, section, &header), TABLE) != 0)
			continue;
		table->begin = header.sh_addr;
		table->end = header.sh_addr + header.sh_size;
		return 0;
	}
	return -ENOENT;
}

static Elf_Scn *find_symbols(Elf *elf, GElf_Shdr *header)
{
	Elf_Scn *section = NULL;

	while ((section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, header) && header->sh_type == SHT_SYMTAB)
			return section;
	}
	return NULL;
}

/* Calls @visit for each symbol with a name. */
static int
each_symbol(Elf *elf, void (*visit)(Elf *elf, const GElf_Sym *symbol, const char *name, void *data),
	    void *data)
{
	GElf_Shdr header;
	Elf_Scn *section = find_symbols(elf, &header);
	Elf_Data *content = section ? elf_getdata(section, NULL) : NULL;
	GElf_Sym symbol;
	int i;

	if (!content)
		return -ENODATA;
	for (i = 0; gelf_getsym(content, i, &symbol); i++) {
		const char *name = elf_strptr(elf, header.sh_link, symbol.st_name);

		if (name && *name)
			visit(elf, &symbol, name, data);
	}
	return 0;
}

/* What the symbols say: where the marked function is, the code round its cold block, the data. */
struct findings {
	GElf_Addr function;
	GElf_Addr target; /* as loaded */
	struct extent cold;
	size_t data;
};

static void find_function(Elf *elf, const GElf_Sym *symbol, const char *name, void *data)
{
	struct findings *f = data;

	if (!strcmp(name, "bench_size_open"))
		f->function = symbol->st_value;
}

static void find_cold(Elf *elf, const GElf_Sym *symbol, const char *name, void *data)
{
	struct findings *f = data;
	GElf_Addr target = f->target - ((uintptr_t)bench_size_open - f->function);
	struct extent code = { symbol->st_value, symbol->st_value + symbol->st_size };

	if (GELF_ST_TYPE(symbol->st_info) == STT_FUNC && within(&code, target))
		f->cold = (struct extent){ target, code.end };
}

/* A slot or a flag costs bytes of .data unless its section takes no room in the file. */
static void find_data(Elf *elf, const GElf_Sym *symbol, const char *name, void *data)
{
	struct findings *f = data;
	Elf_Scn *section;
	GElf_Shdr header;

	if (strncmp(name, "__marker_slot_", 14) != 0 && strncmp(name, "__marker_flag_", 14) != 0)
		return;
	section = elf_getscn(elf, symbol->st_shndx);
	if (section && gelf_getshdr(section, &header) && header.sh_type != SHT_NOBITS)
		f->data += symbol->st_size;
}

static size_t count_in_section(Elf_Scn *section, const struct extent *table)
{
	Elf_Data *content = elf_getdata(section, NULL);
	GElf_Rela relocation;
	size_t count = 0;
	int i;

	for (i = 0; content && gelf_getrela(content, i, &relocation); i++) {
		if (within(table, relocation.r_offset))
			count++;
	}
	return count;
}

/* Dynamic relocations, those the loader has to read, in the table. */
static size_t count_relocations(Elf *elf, const struct extent *table)
{
	Elf_Scn *section = NULL;
	GElf_Shdr header;
	size_t count = 0;

	while ((section = elf_nextscn(elf, section))) {
		if (gelf_getshdr(section, &header) && header.sh_type == SHT_RELA &&
		    header.sh_flags & SHF_ALLOC)
			count += count_in_section(section, table);
	}
	return count;
}

static size_t count_sites(void)
{
	const struct marker_row *row;
	size_t count = 0;

	for (row = __start___marker_sites; rows_more(row); row++)
		count += marker_row_is_site(row);
	return count;
}

static int read_elf(Elf *elf, struct size *size)
{
	const struct marker_row *row = rows_find(SIZE_MARKER);
	struct findings f = { 0 };
	struct extent table;
	int ret = find_table(elf, &table);

	if (ret || !row)
		return -ENOENT;
	f.target = (uintptr_t)marker_row_target(row);
	ret = each_symbol(elf, find_function, &f);
	if (ret)
		return ret;
	each_symbol(elf, find_cold, &f);
	each_symbol(elf, find_data, &f);
	size->sites = count_sites();
	size->table = (double)(table.end - table.begin - sizeof(*row)) / (double)size->sites;
	size->unlikely = f.cold.end - f.cold.begin;
	size->data = f.data;
	size->relocations = count_relocations(elf, &table);
	return f.cold.end ? 0 : -ENODATA;
}

/**
 * size_read() - count
 * @size:	filled in
 * @why:	a sentence, if it fails
 *
 * Return: 0; -ENODATA for a stripped file, -ENOENT for one without a table, -EIO.
 */
int size_read(struct size *size, char *why, size_t len)
{
	int fd = open("/proc/self/exe", O_RDONLY | O_CLOEXEC), ret = -EIO;
	Elf *elf;

	if (fd < 0) {
		snprintf(why, len, "/proc/self/exe: %s", strerror(errno));
		return -errno;
	}
	elf_version(EV_CURRENT);
	elf = elf_begin(fd, ELF_C_READ_MMAP, NULL);
	if (elf)
		ret = read_elf(elf, size);
	if (!elf)
		snprintf(why, len, "%s", elf_errmsg(-1));
	else if (ret)
		snprintf(why, len,
			 ret == -ENODATA ? "no symbols in this file: it was stripped" :
					   "no table of sites in this file");
	elf_end(elf);
	close(fd);
	return ret;
}
