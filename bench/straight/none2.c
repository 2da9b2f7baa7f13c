// SPDX-License-Identifier: GPL-2.0-only
/*
 * none2.c - the straight line without sites, a second time
 */
#include "straight.h"

#define SITE(p) ((void)0)

BENCH_STRAIGHT(none2, SITE)
