// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdt_straight.c - the straight line with 4096 probe points of sys/sdt.h
 */
#include "../straight/straight.h"

#include <sys/sdt.h>

#define SITE(p) DTRACE_PROBE2(markbench, straight##p, acc, data)

BENCH_STRAIGHT(sdt, SITE)
