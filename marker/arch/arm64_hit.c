// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * arm64_hit.c - which registers there are to keep, on arm64
 *
 * Asked for when the library is loaded: getauxval() is the C library's and may use any register.  A
 * function that is in streaming mode (SME) when it hits a marker is in it no more afterwards.
 */
#include "../hit.h"

#include <asm/hwcap.h>
#include <sys/auxv.h>

marker_keep_fn arch_keep_simd, arch_keep_sve;

marker_keep_fn *arch_keep = arch_keep_simd;

static __attribute__((constructor(101))) void choose(void)
{
	if (getauxval(AT_HWCAP) & HWCAP_SVE)
		arch_keep = arch_keep_sve;
}
