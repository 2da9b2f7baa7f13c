/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Pairs of numbers as numbers from 0 on: equal pairs have equal numbers.
 */
#ifndef USER_MARKDIFF_PAIRS_H
#define USER_MARKDIFF_PAIRS_H

#include "user/lib/slots.h"

struct pair {
	uint64_t first, second;
};

/* All zero is an empty one. */
struct pairs {
	struct pair *at; /* by number */
	uint32_t nr, cap;
	struct slots slots;
};

int pairs_add(struct pairs *pairs, uint64_t first, uint64_t second, uint32_t *number);
void pairs_free(struct pairs *pairs);

#endif
