// SPDX-License-Identifier: GPL-2.0-only
/*
 * toggle_sites.c - 64 functions with a site each, one further into its cache line from one to the
 * next
 *
 * The functions begin on a line and are alike but for the nops before the site.
 */
#include "../bench.h"
#include "../kinds.h"
#include "../row/repeat.h"
#include "toggle.h"

#define FUNCTION(arg, n)                                              \
	static BENCH_CODE void site_##n(void)                         \
	{                                                             \
		__asm__ __volatile__(".rept " #n "\n\tnop\n\t.endr"); \
		MARK_JUMP(bench_toggle_##n, "%d", n);                 \
	}
#define PREFIX		"bench_toggle_"
#define POINTER(arg, n) site_##n,
#define NAME(arg, n)	PREFIX #n,

#define REPEAT_64(step) \
	REPEAT_16(step, , 0x0) REPEAT_16(step, , 0x1) REPEAT_16(step, , 0x2) REPEAT_16(step, , 0x3)

REPEAT_64(FUNCTION)

static void (*const sites[])(void) = { REPEAT_64(POINTER) };
static const char *const names[] = { REPEAT_64(NAME) };

const struct toggle_set toggle_flip = { PREFIX, sites, names, ARRAY_SIZE(sites) };
