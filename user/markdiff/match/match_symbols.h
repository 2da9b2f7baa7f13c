/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Which symbol of one recording is which of another.
 *
 *	err = match_symbols_new(&names, MATCH_BY_CANONICAL, &match);
 *	err = match_symbols_add(match, &where, &symbol, &function);	each address of each file
 *	err = match_symbols_run(match);
 *	number = match_symbols_name(match, function);	equal where it is the same function
 *
 * The number is of the common names, and its text is what a table shows: the name, and what tells
 * it from others of the same name in its dso.
 *
 * In this order, and only where one symbol of each side is left to choose from:
 *
 *	1. the same name in the file (mangled), if each side has it once
 *	2. one of several of this name (static functions): the same source file
 *	3. as many of this name on each side: the same size if all have others, else the same place
 *	   in the order of addresses
 *	4. the same canonical name (canonical.h), if no other symbol of either side has it
 *
 * What then has no partner stays alone; nothing is summed up that has two places in one program.
 * Code that was made at run time is different: it may be made again elsewhere, and its name counts.
 */
#ifndef USER_MARKDIFF_MATCH_SYMBOLS_H
#define USER_MARKDIFF_MATCH_SYMBOLS_H

#include "user/markdiff/profile/names.h"
#include "user/symbols/symbols.h"

enum match_by {
	MATCH_BY_CANONICAL,
	MATCH_BY_NAME,	  /* not 4. */
	MATCH_BY_ADDRESS, /* for the same build: dso and address, whatever the names */
};

enum match_kind {
	MATCH_NONE, /* in one recording only */
	MATCH_SAME_NAME,
	MATCH_SOURCE,	 /* 2. */
	MATCH_SIZE,	 /* 3. */
	MATCH_ORDER,	 /* 3. */
	MATCH_CANONICAL, /* 4.; the text has both names */
	MATCH_ADDRESS,
};

struct match_where {
	uint32_t file;
	uint32_t dso;	  /* number of its name; NAME_NONE where dsos are no key */
	struct dso *from; /* what the symbol was found in */
	bool at_run_time; /* a JIT's or the kernel's BPF: no table of all symbols, names may repeat */
};

struct match_symbols;

int match_symbols_new(struct names *names, enum match_by by, struct match_symbols **match);

/**
 * match_symbols_by_shown - only what is shown counts: all that folded stacks know, and what perf does
 *
 * To be called before the first symbol is added.
 */
void match_symbols_by_shown(struct match_symbols *match);
void match_symbols_free(struct match_symbols *match);

/**
 * match_symbols_add - a symbol that was sampled; the same one gives the same @function
 */
int match_symbols_add(struct match_symbols *match, const struct match_where *where,
		      const struct dso_symbol *symbol, uint32_t *function);
int match_symbols_run(struct match_symbols *match);

/* After match_symbols_run(). */
uint32_t match_symbols_name(const struct match_symbols *match, uint32_t function);

/**
 * match_symbols_kind - how a row's symbol was paired
 * @dso, @name: the row's
 */
enum match_kind match_symbols_kind(const struct match_symbols *match, uint32_t dso, uint32_t name);

/* How many rows were paired in this way. */
uint32_t match_symbols_count(const struct match_symbols *match, enum match_kind kind);

/**
 * match_symbols_raw - a row's symbol as one recording has it, mangled; "" where it has none
 */
const char *match_symbols_raw(const struct match_symbols *match, uint32_t dso, uint32_t name,
			      uint32_t file);

#endif
