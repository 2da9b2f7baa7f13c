/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cycles of basic blocks, from branch stacks: a processor that counts the cycles between two jumps
 * says what the code from the target of one to the place of the next one took.
 *
 * As in perf diff -c cycles, a block is told by where it ends.  Of several that end there, it is
 * the longest one within the function; the cycles are the average of all of them.
 */
#ifndef USER_MARKDIFF_CYCLES_H
#define USER_MARKDIFF_CYCLES_H

#include "user/markdiff/rows/hist.h"

#define CYCLES_SPARKS 8 /* single values that are kept of a block */

struct block {
	uint32_t event, dso, symbol;
	uint64_t start, end;		    /* offsets in the symbol; start 0: another function's */
	const char *first_line, *last_line; /* "file.c:12", or NULL */
	uint64_t cycles, nr;
	uint16_t sparks[CYCLES_SPARKS]; /* the first ones of the longest */
	uint32_t nr_sparks;
};

struct cycles;

int cycles_new(struct cycles **cycles);
void cycles_free(struct cycles *cycles);
int cycles_take(struct cycles *cycles, struct perfdata *pd, const struct perfdata_sample *sample);

struct resolver;

int cycles_resolve(struct cycles *cycles, struct resolver *resolver);
void cycles_match(struct cycles *cycles, const struct match_symbols *match);

/* Those of a symbol, from a list that is sorted by place. */
const struct block *cycles_blocks(const struct cycles *cycles, uint32_t event, uint32_t symbol,
				  uint32_t *nr);

/**
 * cycles_rows - make a row of each block of each row
 *
 * Rows of the baseline alone stay as they are; others that have no blocks go.
 */
int cycles_rows(struct hist *hist, const struct profile *profiles);

/**
 * cycles_diff - how much longer a row's block took in a file; false where the baseline has none
 */
bool cycles_diff(const struct row *row, uint32_t file, int64_t *diff);

/* "[div.c:40 -> div.c:42]   12", or offsets where lines are not known. */
void cycles_text(const struct hist *hist, const struct row *row, uint32_t file, char *text,
		 size_t size);

/* How much single values differ, "± 12.3% ▁▄█", padded to the column's width; or nothing. */
void cycles_hist_text(const struct row *row, uint32_t file, char *text, size_t size);

#endif
