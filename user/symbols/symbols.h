/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * symbols: address in, name out.
 *
 *	struct symbols *symbols = symbols_new(&options);
 *	struct dso *dso;
 *
 *	err = symbols_dso(symbols, &key, &dso);		cheap; the same key gives the same dso
 *	name = dso_symbol(dso, address);		the first call loads its symbols
 *	symbols_free(symbols);
 *
 * An address is the offset in the file for files (what a mapping's start and offset give), and
 * absolute for the kernel and for code that a JIT made.  Names are demangled, without arguments.
 * A name lives as long as the context.  One thread at a time uses a context.
 *
 * Where several symbols share an address, where they end, and in which files they are looked for:
 * symtab.c, choose.c, find.c; each follows perf, whose tables users compare with ours.
 */
#ifndef USER_SYMBOLS_SYMBOLS_H
#define USER_SYMBOLS_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DSO_BUILD_ID_MAX 20

enum dso_kind {
	DSO_FILE,
	DSO_VDSO,
	DSO_JIT, /* names come from /tmp/perf-PID.map */
	DSO_KERNEL,
	DSO_MODULE,
	DSO_NAMED,   /* one piece of code, whose name is the dso's name */
	DSO_UNKNOWN, /* nothing was mapped there */
};

struct dso_key {
	enum dso_kind kind;
	const char *name; /* path, or [kernel.kallsyms] */
	uint32_t pid;
	uint8_t build_id_size;
	uint8_t build_id[DSO_BUILD_ID_MAX];
	const char *reference_symbol; /* DSO_KERNEL: a symbol, and where it was when recorded */
	uint64_t reference;	      /* DSO_MODULE: where it was loaded */
};

struct symbols_options {
	const char *kallsyms;  /* NULL: by build-id, then the running kernel's */
	const char *symfs;     /* NULL: paths are of this machine */
	const char *cache_dir; /* ~/.debug, where perf record keeps files by build-id */
};

struct symbols;
struct dso;

struct symbols *symbols_new(const struct symbols_options *options);
void symbols_free(struct symbols *symbols);

int symbols_dso(struct symbols *symbols, const struct dso_key *key, struct dso **dso);

/**
 * dso_short_name - what perf calls it in a table: the last part of the path, [module], [JIT] tid N
 */
const char *dso_short_name(const struct dso *dso);
const char *dso_long_name(const struct dso *dso);

/**
 * dso_symbol - the name of what is at an address, or NULL where nothing known is
 */
const char *dso_symbol(struct dso *dso, uint64_t address);

/**
 * dso_is_resolved - whether any symbols were found; known once dso_symbol() was called
 */
bool dso_is_resolved(const struct dso *dso);

#endif
