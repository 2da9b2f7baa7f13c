/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * symbols: address in, name out.
 *
 *	struct symbols *symbols = symbols_new(&options);
 *	struct dso *dso;
 *
 *	err = symbols_dso(symbols, &key, &dso);		cheap; the same key gives the same dso
 *	name = dso_symbol(dso, address);		the first call loads its symbols
 *	dso_report(dso, &report);			where they came from, or why there are none
 *	line = dso_srcline(dso, address);		"file.c:12", where there is debug information
 *	nr = dso_inlined(dso, address, frames, 16);	what was inlined there
 *	symbols_free(symbols);
 *
 * An address is the offset in the file for files (what a mapping's start and offset give), and
 * absolute for the kernel and for code that a JIT made.  Names are demangled, without arguments.
 * A name lives as long as the context.  One thread at a time uses a context.
 *
 * Where several symbols share an address, where they end, and in which files they are looked for:
 * symtab.c, choose.c, find.c; each follows perf, whose tables users compare with ours.  Nothing is
 * ever fetched from a network.
 *
 * What is read may be damaged or made to harm: any bytes give names or none, and take no more than
 * 64 MB and four times the size of the file.
 */
#ifndef USER_SYMBOLS_SYMBOLS_H
#define USER_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DSO_BUILD_ID_MAX 20

struct build_id {
	uint8_t size;
	uint8_t bytes[DSO_BUILD_ID_MAX]; /* zeros after what there is */
};

enum dso_kind {
	DSO_FILE,
	DSO_VDSO,
	DSO_JIT, /* names come from /tmp/perf-PID.map and jit-PID.dump */
	DSO_KERNEL,
	DSO_MODULE,
	DSO_NAMED,   /* one piece of code, whose name is the dso's name */
	DSO_UNKNOWN, /* nothing was mapped there */
};

/* All strings are copied. */
struct dso_key {
	enum dso_kind kind;
	const char *name; /* path, or [kernel.kallsyms] */
	uint32_t pid;
	uint8_t build_id_size;
	uint8_t build_id[DSO_BUILD_ID_MAX];
	const char *reference_symbol; /* DSO_KERNEL: a symbol, and where it was when recorded */
	uint64_t reference;	      /* DSO_MODULE: where it was loaded */

	/* Of the machine that recorded; NULL: what the options say, or this machine's. */
	const char *symfs;	/* the directory under which its paths are */
	const char *kallsyms;	/* its kernel's symbols */
	const char *release;	/* its kernel's release, "6.1.0-57-amd64" */
	struct build_id kernel; /* DSO_MODULE: its kernel's build-id */
};

/* All strings are copied. */
struct symbols_options {
	const char *kallsyms;	    /* NULL: by build-id, then the running kernel's */
	const char *symfs;	    /* NULL: paths are of this machine */
	const char *cache_dir;	    /* ~/.debug, where perf record keeps files by build-id */
	const char *debuginfod_dir; /* ~/.cache/debuginfod_client, what was fetched earlier */
	const char *own_cache_dir;  /* ~/.cache/marker; NULL: nothing is written */
	bool rust_hashes;	    /* show the hash that Rust adds to each name */
};

struct symbols;
struct dso;

/**
 * symbols_defaults - the directories that the environment names
 *
 * Fills those of the three directories that are NULL, and copies the others;
 * symbols_defaults_free() frees all three.  The only function here that reads the environment.
 */
void symbols_defaults(struct symbols_options *options);
void symbols_defaults_free(struct symbols_options *options);

struct symbols *symbols_new(const struct symbols_options *options);
void symbols_free(struct symbols *symbols);

int symbols_dso(struct symbols *symbols, const struct dso_key *key, struct dso **dso);

/**
 * symbols_jitdump - say where the jitdump file of a process is, for its DSO_JIT
 * @path: on the machine that recorded: below symfs
 *
 * To be called before the first address of that dso is asked for.
 */
int symbols_jitdump(struct symbols *symbols, uint32_t pid, const char *path);

enum dso_kind dso_kind(const struct dso *dso);

/**
 * dso_short_name - what perf calls it in a table: the last part of the path, [module], [JIT] tid N
 */
const char *dso_short_name(const struct dso *dso);
const char *dso_long_name(const struct dso *dso);

/**
 * dso_pair_name - what is compared between recordings
 *
 * The short name without what differs from run to run: [JIT] without the process, [bpf] for the
 * kernel's BPF programs, [kernel.kallsyms] for a kernel under any name, no " (deleted)".
 */
const char *dso_pair_name(const struct dso *dso);

/**
 * dso_add_symbol - add a piece of code that nobody else knows: a BPF program, a trampoline
 */
int dso_add_symbol(struct dso *dso, uint64_t start, uint64_t size, const char *name);

/**
 * dso_symbol - the name of what is at an address, or NULL where nothing known is
 */
const char *dso_symbol(struct dso *dso, uint64_t address);

struct dso_symbol {
	const char *name;   /* as shown */
	const char *raw;    /* as in the file: mangled, with suffixes */
	const char *source; /* the file that a local symbol is of, or NULL */
	uint64_t start;	    /* the kernel's: from its reference symbol on, where that is known */
	uint64_t size;
	uint64_t offset; /* dso_find(): how far into it the address is */
	bool local;	 /* others may have the same name */
};

/**
 * dso_find - what is at an address, with all that tells it from others of the same name
 */
bool dso_find(struct dso *dso, uint64_t address, struct dso_symbol *out);

/**
 * dso_each - every symbol, by address; only @raw, @source, @start, @size and @local are set
 * @take: a value other than 0 ends the walk and is returned; @raw has no end but @length
 */
typedef int (*dso_symbol_fn)(void *ctx, const struct dso_symbol *symbol, size_t length);
int dso_each(struct dso *dso, dso_symbol_fn take, void *ctx);

enum dso_state {
	DSO_RESOLVED,	  /* there are names */
	DSO_NO_FILE,	  /* nothing that could have any was found */
	DSO_NO_SYMBOLS,	  /* files were found, none has names */
	DSO_OTHER_BUILD,  /* what is there now has another build-id than what ran */
	DSO_RESTRICTED,	  /* kptr_restrict hides the kernel's addresses */
	DSO_OTHER_KERNEL, /* another kernel was recorded than runs now, and nobody kept its names */
	DSO_UNREADABLE,	  /* the file that was named cannot be used */
};

struct dso_report {
	enum dso_state state;
	bool verified; /* the build-id of what was read is the recorded one */
	bool moved;    /* DSO_KERNEL: addresses were shifted by the reference symbol */
	char origin;   /* where the names are from, in the letters of perf report -v; see find.c */
	const char *file; /* or NULL */
	int64_t mtime;	  /* of the program, in seconds, where nothing was verified; else 0 */
	uint32_t nr_symbols;
	uint64_t found, missed; /* of the addresses that were asked for */
};

/**
 * dso_report - where the names came from; loads them
 *
 * A program that is not verified and has an mtime later than the recording was built again since:
 * its names may be wrong.
 */
void dso_report(struct dso *dso, struct dso_report *report);

/**
 * dso_program - the bytes of the file that ran, where it was found: not a separate debug file
 *
 * They live as long as the context.  NULL: it was not found, or its names come from elsewhere.
 */
const void *dso_program(struct dso *dso, size_t *size);

/**
 * dso_build_id - of what ran; its size is 0 where it is not known
 */
struct build_id dso_build_id(const struct dso *dso);

/**
 * file_build_id - of an ELF file; false where it has none
 */
bool file_build_id(const char *path, struct build_id *id);

/**
 * dso_is_resolved - whether any symbols were found; known once dso_symbol() was called
 */
bool dso_is_resolved(const struct dso *dso);

/**
 * symbols_each_dso - every dso of which an address was asked for: those worth a report
 * @take: a value other than 0 ends the walk and is returned
 */
typedef int (*symbols_dso_fn)(void *ctx, struct dso *dso);
int symbols_each_dso(struct symbols *symbols, symbols_dso_fn take, void *ctx);

/* A function, and the line in it: the innermost has the line of the address. */
struct dso_frame {
	const char *function;
	const char *raw;  /* as the debug information has it: mangled */
	const char *file; /* as the compiler was told, or NULL */
	uint32_t line;
};

/**
 * dso_inlined - the functions that an address is in, the innermost first
 *
 * The last one is the function that was not inlined.  Returns how many were written to @frames, at
 * most @max; 0 where there is no debug information.
 */
uint32_t dso_inlined(struct dso *dso, uint64_t address, struct dso_frame *frames, uint32_t max);

/**
 * dso_srcline - "file.c:12", without directories, or NULL; dso_srcfile() gives "file.c"
 */
const char *dso_srcline(struct dso *dso, uint64_t address);
const char *dso_srcfile(struct dso *dso, uint64_t address);

/**
 * symbol_with_arguments - a C++ or Rust name in full, to be freed; NULL where it is not mangled
 */
char *symbol_with_arguments(const char *raw);

#endif
