/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inlined functions as symbols, so that they become rows and pair as symbols do.
 */
#ifndef USER_MARKDIFF_INLINE_H
#define USER_MARKDIFF_INLINE_H

#include "user/markdiff/profile/names.h"
#include "user/symbols/symbols.h"

#define INLINE_MAX 16 /* functions at one address */

struct inline_symbol {
	struct dso_symbol symbol;
	const char *plain; /* the name without " (inlined)" */
};

struct inline_dso;

/* All zero is an empty one.  The names it gives live as long as it. */
struct inline_finder {
	struct inline_dso *dsos;
	uint32_t nr;
};

/**
 * inline_find - what was inlined at an address
 * @symbols: the first is the symbol there; becomes all functions, the innermost first
 * @nr: how many there are, at least 1, at most INLINE_MAX
 *
 * A function that also has a symbol of its own in the dso becomes that symbol: what it costs is
 * one figure.  Any other is shown as "name (inlined)".
 */
int inline_find(struct inline_finder *finder, struct dso *dso, uint64_t address,
		struct inline_symbol symbols[INLINE_MAX], uint32_t *nr);
void inline_free(struct inline_finder *finder);

#endif
