// SPDX-License-Identifier: GPL-2.0-only
/*
 * clc.c - the straight line with immediate sites, clc form
 */
#define MARKER_IMMEDIATE_FORM CLC
#include "straight.h"

#define SITE(p) MARK_IMMEDIATE(bench_straight_clc##p, BENCH_FORMAT, acc, data)

BENCH_STRAIGHT(clc, SITE)
