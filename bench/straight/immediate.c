// SPDX-License-Identifier: GPL-2.0-only
/*
 * immediate.c - the straight line with immediate sites, as of 2006
 */
#define MARKER_IMMEDIATE_FORM MOV
#include "straight.h"

#define SITE(p) MARK_IMMEDIATE(bench_straight_immediate##p, BENCH_FORMAT, acc, data)

BENCH_STRAIGHT(immediate, SITE)
