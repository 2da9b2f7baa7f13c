// SPDX-License-Identifier: GPL-2.0-only
/*
 * none.c - the straight line without sites
 */
#include "straight.h"

#define SITE(p) ((void)0)

BENCH_STRAIGHT(none, SITE)
