/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * leaf.h - the leaf function that markers of all sorts are put into
 *
 * LEAF(kind, body) defines leaf_KIND(), with body in its middle, and run_KIND(), which calls it;
 * LEAF_WITH(kind, attribute, body) one with an attribute.
 * The empty asm hides from the compiler that the arguments are always the same.
 */
#ifndef BENCH_LEAF_H
#define BENCH_LEAF_H

#include "../bench.h"
#include "../kinds.h"

#define LEAF_WEIGHT 5

static unsigned int words[64];

#define LEAF(kind, body) LEAF_WITH(kind, , body)
#define LEAF_WITH(kind, attribute, body)                                                  \
	static attribute __attribute__((noinline, aligned(64))) unsigned int leaf_##kind( \
		unsigned int a, unsigned int b, unsigned int *p)                          \
	{                                                                                 \
		unsigned int x = a * 5 + b, y = p[a & 63];                                \
                                                                                          \
		body;                                                                     \
		x ^= y >> 3;                                                              \
		y += x << 2;                                                              \
		p[b & 63] = x;                                                            \
		return (x + y) ^ (a - b);                                                 \
	}                                                                                 \
                                                                                          \
	static BENCH_CODE void run_##kind(unsigned long loops)                            \
	{                                                                                 \
		unsigned int sum = 0, b = 7, *p = words;                                  \
                                                                                          \
		__asm__("" : "+r"(b), "+r"(p));                                           \
		for (; loops; loops--)                                                    \
			sum += leaf_##kind((unsigned int)loops, b, p);                    \
		__asm__ __volatile__("" : : "r"(sum));                                    \
	}

#endif
