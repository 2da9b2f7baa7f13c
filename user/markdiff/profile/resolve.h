/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From the places of one recording to names: what profile_resolve() and those share that keep
 * places of their own (call chains, branches).
 */
#ifndef USER_MARKDIFF_RESOLVE_H
#define USER_MARKDIFF_RESOLVE_H

#include "user/markdiff/profile/inline.h"
#include "user/markdiff/profile/profile.h"

#define RESOLVE_MAX INLINE_MAX

struct resolver;

/**
 * resolve_place - what is at a place: dso and function
 * @nr: how many functions, of which the first is the innermost; more than one with --inline
 */
int resolve_place(struct resolver *resolver, const struct spent *place,
		  struct resolved found[RESOLVE_MAX], uint32_t *nr);

/**
 * resolve_symbol - the dso of a place, and its symbol there; false where there is none
 */
bool resolve_symbol(struct resolver *resolver, const struct spent *place, struct dso **dso,
		    struct dso_symbol *symbol);

/* The number of a function becomes its name. */
void resolved_match(struct resolved *resolved, const struct match_symbols *match);

#endif
