// SPDX-License-Identifier: GPL-2.0-only
/*
 * jump.c - the straight line with jump sites
 */
#include "straight.h"

#define SITE(p) MARK_JUMP(bench_straight_jump##p, BENCH_FORMAT, acc, data)

BENCH_STRAIGHT(jump, SITE)
