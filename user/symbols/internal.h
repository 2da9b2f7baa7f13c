/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the symbol library share.
 *
 *	cache.c    dsos, loaded when first asked	find.c      which files have a dso's symbols
 *	symtab.c   a sorted table, look-up		choose.c    the best of several names
 *	elf.c      an ELF file's symbols		plt.c       its procedure linkage table
 *	kallsyms.c the kernel's symbols			perfmap.c   a JIT's symbols
 *	image.c    an open ELF file, build-ids		demangle.c
 */
#ifndef USER_SYMBOLS_INTERNAL_H
#define USER_SYMBOLS_INTERNAL_H

#include <gelf.h>
#include <libelf.h>

#include "user/symbols/symbols.h"

struct symbol {
	uint64_t start, end;
	uint64_t max_end; /* of this and all symbols before it */
	const char *name; /* as in the file; demangled once it was asked for */
	uint32_t order;	  /* in which it was added: equal addresses keep it */
	uint8_t type, binding;
	bool demangled;
};

/* Symbols by address.  Owns those names that are not in an image: made or demangled ones. */
struct symtab {
	struct symbol *symbols;
	uint32_t nr, cap;
	char **owned;
	uint32_t nr_owned, cap_owned;
	bool last_wins; /* of several at one address, whatever their names */
};

/* A part of a file that is loaded: what makes an offset a virtual address. */
struct load {
	uint64_t offset, size, vaddr;
};

/* An ELF file in memory. */
struct image {
	Elf *elf;
	Elf_Scn *symtab, *dynsym;
};

/* The file with the symbols, and the file that ran; either may be missing (elf is NULL). */
struct image_pair {
	struct image symbols, runtime;
};

struct build_id {
	uint8_t size;
	uint8_t bytes[DSO_BUILD_ID_MAX];
};

struct kallsyms {
	char *text;
	size_t size;
	struct kallsym *symbols;
	uint32_t nr;
};

struct kallsym {
	uint64_t start, end;
	const char *name;
	const char *module; /* NULL: the kernel itself */
};

struct dso {
	struct symbols *owner;
	struct dso_key key;
	struct build_id build_id; /* the key's, or what the file says now */
	char *name, *short_name, *reference_symbol;
	bool loaded;
	struct image_pair images; /* the names are in them */
	struct symtab symtab;
	struct load *loads;
	uint32_t nr_loads;
	struct kallsyms *kallsyms; /* the owner's */
	uint64_t kallsyms_delta;
};

/* Kernels of several build-ids may be asked for; each is read once. */
struct kernel {
	struct build_id build_id;
	struct kallsyms kallsyms;
	bool usable;
};

struct symbols {
	struct symbols_options options;
	struct dso **dsos;
	uint32_t nr_dsos, cap_dsos;
	struct kernel *kernels[16];
	uint32_t nr_kernels;
};

/* symtab.c */
int symtab_add(struct symtab *tab, const struct symbol *symbol);
int symtab_own(struct symtab *tab, char *name);
void symtab_arrange(struct symtab *tab);
struct symbol *symtab_find(const struct symtab *tab, uint64_t address);
void symtab_free(struct symtab *tab);

/* choose.c: whether a is a better name than b for one address */
bool symbol_better(const struct symbol *a, const struct symbol *b);

/* demangle.c */
char *demangle(const char *name);

/* image.c */
int image_open(struct image *image, const char *path, const struct build_id *wanted);
int image_open_memory(struct image *image, char *data, size_t size, const struct build_id *wanted);
void image_close(struct image *image);
Elf_Scn *image_section(const struct image *image, const char *name, GElf_Shdr *shdr);
bool image_build_id(const struct image *image, struct build_id *id);
bool notes_build_id(const uint8_t *notes, size_t size, struct build_id *id);

/* elf.c, plt.c */
int elf_load(struct dso *dso, const struct image *symbols, const struct image *runtime);
int plt_load(struct symtab *tab, const struct image *runtime);

/* find.c */
void find_build_id(struct dso *dso);
int find_images(const struct dso *dso, struct image_pair *pair);
void close_images(struct image_pair *pair);
char *cache_path(const struct dso *dso, const char *file);

/* kallsyms.c */
int kallsyms_read(struct kallsyms *k, const char *path);
void kallsyms_free(struct kallsyms *k);
const struct kallsym *kallsyms_find(const struct kallsyms *k, uint64_t address);
uint64_t kallsyms_address(const struct kallsyms *k, const char *name);

/* kernel.c */
int kernel_load(struct dso *dso);

/* perfmap.c */
int perfmap_load(struct symtab *tab, uint32_t pid);

/* file.c: a whole file, also one of /proc, with a zero after it */
int file_read(const char *path, char **text, size_t *size);

#endif
