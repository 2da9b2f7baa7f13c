/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the files of the symbol library share.
 *
 *	cache.c    dsos by key				dso.c       one of them, asked
 *	find.c     which files have its symbols		choose.c    the best of several names
 *	symtab.c   a sorted table, look-up		plt.c       the procedure linkage table
 *	elf.c      an ELF file's symbols		kallsyms.c  the kernel's symbols
 *	image.c    an open ELF file, build-ids		kernel.c    which kernel symbols
 *	unpack.c   xz and zstd				vmlinux.c   the kernel's ELF file
 *	lines.c    source lines, inlined functions	module.c    paths and layout of modules
 *	perfmap.c  a JIT's symbols			jitdump.c   the same, in the other form
 *	texts.c    strings that live long		kept.c      a copy of /proc/kallsyms
 *	demangle.c
 *	defaults.c the environment			file.c      whole files
 */
#ifndef USER_SYMBOLS_INTERNAL_H
#define USER_SYMBOLS_INTERNAL_H

#include <gelf.h>
#include <libelf.h>

#include "user/lib/slots.h"
#include "user/symbols/symbols.h"

struct symbol {
	uint64_t start, end;
	uint64_t max_end;   /* of this and all symbols before it */
	const char *name;   /* as in the file */
	const char *shown;  /* demangled, once it was asked for */
	const char *source; /* STT_FILE */
	uint32_t order;	    /* in which it was added: equal addresses keep it */
	uint8_t type, binding;
	bool plain; /* the name is shown as it is */
};

/* Symbols by address.  Owns those names that are not in an image: made or demangled ones. */
struct symtab {
	struct symbol *symbols;
	uint32_t nr, cap;
	char **owned;
	uint32_t nr_owned, cap_owned;
	bool last_wins; /* code is replaced: what was added later hides what it overlaps */
};

/* A part of a file that is loaded: what makes an offset a virtual address. */
struct load {
	uint64_t offset, size, vaddr;
};

/* An ELF file in memory. */
struct image {
	Elf *elf;
	Elf_Scn *symtab, *dynsym;
	char *buffer; /* what it lies in, where that is not a file */
	int64_t mtime;
};

/* The file with the symbols, and the file that ran; either may be missing (elf is NULL). */
struct image_pair {
	struct image symbols, runtime;
	bool mini; /* the symbols are only those that .dynsym lacks */
};

struct kallsym {
	uint64_t start;
	uint32_t name; /* its place in the text */
};

struct kallsyms {
	char *text;
	size_t size;
	bool mapped, sorted;
	struct kallsym *symbols;
	uint32_t nr;
	char **names;	 /* those that were asked for */
	uint32_t *asked; /* which these are */
	uint32_t nr_asked;
};

struct kernel_symbol {
	uint64_t start, end;
	const char *name;
	bool local;
};

struct lines;

struct dso {
	struct symbols *owner;
	struct dso_key key;
	struct build_id build_id; /* the key's, or what the file says now */
	char *name, *short_name, *pair_name, *reference_symbol;
	char *symfs, *kallsyms_path, *release;
	char *path; /* of what ran, without symfs */
	char *file; /* that has the names */
	char origin;
	bool loaded, other_build, moved;
	int64_t mtime;
	int err;		  /* why there are no names */
	struct image_pair images; /* the names are in them */
	struct symtab symtab;
	struct symtab added; /* by dso_add_symbol() */
	struct load *loads;
	uint32_t nr_loads;
	struct kallsyms *kallsyms; /* the owner's */
	uint64_t delta;		   /* from a recorded address to one of the symbols */
	uint64_t anchor;	   /* the address of the reference symbol, or 0 */
	struct lines *lines;
	bool lines_tried;
	uint64_t found, missed;
};

/* Kernels of several build-ids may be asked for; each is read once. */
struct kernel {
	struct build_id build_id;
	char *path; /* the file that was asked for, or NULL */
	char *file; /* the one that was read */
	struct kallsyms kallsyms;
	int err;
};

struct jitdump {
	uint32_t pid;
	char *path;
};

/* Strings that live as long as the context, each once. */
struct texts {
	char **at;
	uint32_t nr, cap;
	struct slots slots;
};

struct symbols {
	struct symbols_options options;
	struct dso **dsos;
	uint32_t nr_dsos, cap_dsos;
	struct slots slots; /* of dsos */
	struct kernel **kernels;
	uint32_t nr_kernels;
	struct jitdump *jitdumps;
	uint32_t nr_jitdumps;
	struct texts texts;
};

/* symtab.c */
int symtab_reserve(struct symtab *tab, size_t nr);
int symtab_add(struct symtab *tab, const struct symbol *symbol);
int symtab_own(struct symtab *tab, char *name);
int symtab_arrange(struct symtab *tab);
struct symbol *symtab_find(const struct symtab *tab, uint64_t address);
void symtab_free(struct symtab *tab);

/* choose.c: whether a is a better name than b for one address */
bool symbol_better(const struct symbol *a, const struct symbol *b);

/* demangle.c */
char *demangle(const char *name, bool rust_hash);

/* image.c */
int image_open(struct image *image, const char *path, const struct build_id *wanted);
int image_open_memory(struct image *image, char *data, size_t size, const struct build_id *wanted);
int image_open_mini(struct image *image, const struct image *stripped);
void image_close(struct image *image);
Elf_Scn *image_section(const struct image *image, const char *name, GElf_Shdr *shdr);
uint64_t image_symbol(const struct image *image, const char *name);
bool image_has_code(const struct image *image);
bool image_has_lines(const struct image *image);
bool image_build_id(const struct image *image, struct build_id *id);
bool notes_build_id(const uint8_t *notes, size_t size, struct build_id *id);
bool same_build_id(const struct build_id *a, const struct build_id *b);

/* elf.c, plt.c */
int elf_load(struct dso *dso, const struct image_pair *pair);
int plt_load(struct symtab *tab, const struct image *runtime);

/* find.c */
int find_images(struct dso *dso, struct image_pair *pair);
int find_debug_info(const struct dso *dso, struct image *image);
void close_images(struct image_pair *pair);
char *cache_path(const struct dso *dso, const char *file);

/* vmlinux.c */
int find_vmlinux(const struct dso *dso, struct image *image, char **path);

/* unpack.c */
bool is_packed(const void *data, size_t size);
int unpack(const void *data, size_t size, char **out, size_t *out_size);

/* kallsyms.c */
typedef int (*kallsyms_fn)(void *ctx, const char *name, size_t length, uint64_t address);
int kallsyms_read(struct kallsyms *k, const char *path);
void kallsyms_free(struct kallsyms *k);
bool kallsyms_find(struct kallsyms *k, uint64_t address, const char *module,
		   struct kernel_symbol *out);
int kallsyms_each(const struct kallsyms *k, const char *module, kallsyms_fn take, void *ctx);
uint64_t kallsyms_address(const struct kallsyms *k, const char *name);

/* kernel.c */
int kernel_load(struct dso *dso);
void kernel_free(struct kernel *kernel);

/* kept.c */
char *kept_path(const char *dir);
void kept_write(char *path, const char *text, size_t size);

/* module.c */
char *module_name(const char *path);
char *module_path(const struct dso *dso);
bool module_section(const struct image *image, size_t wanted, uint64_t *start);

/* perfmap.c, jitdump.c */
int perfmap_load(struct symtab *tab, uint32_t pid, const char *symfs);
int perfmap_parse(struct symtab *tab, char *text);
int jitdump_load(struct symtab *tab, const char *path);
int jitdump_parse(struct symtab *tab, const char *data, size_t size);

/* dso.c */
bool dso_to_vaddr(struct dso *dso, uint64_t *address);

/* lines.c */
void lines_free(struct lines *lines);

/* texts.c */
const char *texts_add(struct texts *texts, const char *text);
void texts_free(struct texts *texts);

/* file.c: a whole file, also one of /proc, with a zero after it; or mapped, without */
int file_read(const char *path, char **text, size_t *size);
int file_map(const char *path, char **text, size_t *size, bool *mapped);
void file_unmap(char *text, size_t size, bool mapped);
bool file_is_trusted(const char *path);

#endif
