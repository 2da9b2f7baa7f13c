// SPDX-License-Identifier: GPL-2.0-only
/*
 * toggle_sites.c - 32 functions with a site of the nop8 form each, at the even places of a line
 *
 * As bench/goal/toggle_sites.c; such a site is aligned to two bytes, for it is switched by a store of
 * two.
 */
#include "bench/bench.h"
#include "bench/kinds.h"
#include "bench/row/repeat.h"
#include "bench/goal/toggle.h"

#define FUNCTION(arg, n)                                                  \
	static BENCH_CODE void site_##n(void)                             \
	{                                                                 \
		__asm__ __volatile__(".rept 2 * " #n "\n\tnop\n\t.endr"); \
		MARK_JUMP(bench_nop8_toggle_##n, "%d", n);                \
	}
#define PREFIX		"bench_nop8_toggle_"
#define POINTER(arg, n) site_##n,
#define NAME(arg, n)	PREFIX #n,

#define REPEAT_32(step) REPEAT_16(step, , 0x0) REPEAT_16(step, , 0x1)

REPEAT_32(FUNCTION)

static void (*const sites[])(void) = { REPEAT_32(POINTER) };
static const char *const names[] = { REPEAT_32(NAME) };

const struct toggle_set toggle_nop8 = { PREFIX, sites, names, ARRAY_SIZE(sites) };
