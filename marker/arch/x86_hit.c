// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * x86_hit.c - which registers there are to keep, on x86-64
 */
#include "../hit.h"

#include <cpuid.h>

marker_keep_fn arch_keep_sse, arch_keep_avx, arch_keep_avx512, arch_keep_avx512f;

#define XCR0_AVX    0x06 /* xmm, ymm */
#define XCR0_AVX512 0xe6 /* and masks, the upper halves of zmm0 to 15, zmm16 to 31 */

static u32 xcr0(void)
{
	u32 low, high;

	__asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
	return low;
}

/* Intel SDM 1, 13.3 and 14.3: what the processor has, and the system switches. */
static marker_keep_fn *best(void)
{
	u32 a, b, c, d;

	if (!__get_cpuid(1, &a, &b, &c, &d) || !(c & bit_OSXSAVE) || !(c & bit_AVX) ||
	    (xcr0() & XCR0_AVX) != XCR0_AVX)
		return arch_keep_sse;
	if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !(b & bit_AVX512F) ||
	    (xcr0() & XCR0_AVX512) != XCR0_AVX512)
		return arch_keep_avx;
	return b & bit_AVX512BW ? arch_keep_avx512 : arch_keep_avx512f;
}

static void choose(void (*function)(void *), void *data)
{
	marker_keep_fn *chosen = best();

	__atomic_store_n(&arch_keep, chosen, __ATOMIC_RELAXED);
	chosen(function, data);
}

marker_keep_fn *arch_keep = choose;
