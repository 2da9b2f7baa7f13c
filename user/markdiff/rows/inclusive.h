/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Inclusive cost: what a function and all that it called spent.
 */
#ifndef USER_MARKDIFF_INCLUSIVE_H
#define USER_MARKDIFF_INCLUSIVE_H

#include "user/markdiff/rows/hist.h"

/**
 * inclusive_add - add the inclusive cost of each function of a profile to its row
 *
 * A row gets the cost of a chain once, however often it is in the chain.
 */
int inclusive_add(struct hist *hist, uint32_t file, uint32_t event, struct profile *profile);

#endif
