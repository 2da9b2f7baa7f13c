/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stacks of two sides as difffolded.pl writes them, for flamegraph.pl and what else reads that:
 *
 *	main;work;hash 120 95		what base and new spent in hash, called so
 *
 * A frame says what it is by a mark: _[k] kernel, _[j] made by a JIT, _[i] inlined, _[w] a waker;
 * folded.h reads them.
 */
#ifndef USER_MARKDIFF_OUT_FOLDED_H
#define USER_MARKDIFF_OUT_FOLDED_H

#include <stdio.h>

#include "user/markdiff/stacks/stacks.h"

int out_folded(FILE *out, const struct stacks *stacks);

#endif
