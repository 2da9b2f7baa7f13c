/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * vectors.h - two vector registers, by hand
 */
#ifndef VECTORS_H
#define VECTORS_H

#if defined(__x86_64__)
#define SET_VECTORS(value) \
	__asm__ volatile("movq %0, %%xmm1\n\tmovq %0, %%xmm15" : : "r"(value) : "xmm1", "xmm15")
#define GET_VECTORS(a, b) __asm__ volatile("movq %%xmm1, %0\n\tmovq %%xmm15, %1" : "=r"(a), "=r"(b))
#elif defined(__aarch64__)
#define SET_VECTORS(value) \
	__asm__ volatile("fmov d1, %0\n\tfmov d20, %0" : : "r"(value) : "v1", "v20")
#define GET_VECTORS(a, b) __asm__ volatile("fmov %0, d1\n\tfmov %1, d20" : "=r"(a), "=r"(b))
#else
#define SET_VECTORS(value) ((void)0)
#define GET_VECTORS(a, b)  ((a) = (b) = n)
#endif

#endif
