// SPDX-License-Identifier: GPL-2.0-only
/*
 * slow.c - the straight line with slow paths that nothing leads to
 *
 * The site is one of no bytes, so the compiler allots registers as it does for a marker and the
 * processor has nothing to execute for it.  Against the line without sites this shows the luck of
 * allotment, some hundredths of the time either way; against this, a site is its instructions alone.
 */
#include "straight.h"

#undef MARKER_ASM_JUMP
#define MARKER_ASM_JUMP(key) ".hidden __marker_slot_" key "\n\t.comm __marker_slot_" key ",8,8\n\t"

#define SITE(p) MARK_JUMP(bench_straight_slow##p, BENCH_FORMAT, acc, data)

BENCH_STRAIGHT(slow, SITE)
