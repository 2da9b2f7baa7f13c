// SPDX-License-Identifier: GPL-2.0-only
/*
 * generic.c - the straight line with generic sites
 */
#include "straight.h"

#define SITE(p) MARK_GENERIC(bench_straight_generic##p, BENCH_FORMAT, acc, data)

BENCH_STRAIGHT(generic, SITE)
