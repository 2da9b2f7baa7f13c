/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * alu.h - the loop that keeps every ALU busy
 *
 * ALU(kind, body) defines alu_KIND(), with body in it.  Each addition is an asm of its own, lest the
 * compiler makes one of several; eleven registers are added to in turn, or as many as the compiler can
 * keep beside the loop's own.
 */
#ifndef BENCH_ALU_H
#define BENCH_ALU_H

#include "../bench.h"
#include "../kinds.h"

#define ALU_WEIGHT 3

#define ALU_ADD(register)                          \
	__asm__ __volatile__("" : "+r"(register)); \
	register += 3

#define ALU(kind, body)                                                                      \
	BENCH_CODE void alu_##kind(unsigned long loops)                                      \
	{                                                                                    \
		unsigned long a = loops, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7;    \
		unsigned long i = 8, j = 9, k = 10;                                          \
                                                                                             \
		for (; loops; loops--) {                                                     \
			ALU_ADD(a);                                                          \
			ALU_ADD(b);                                                          \
			ALU_ADD(c);                                                          \
			ALU_ADD(d);                                                          \
			ALU_ADD(e);                                                          \
			ALU_ADD(f);                                                          \
			body;                                                                \
			ALU_ADD(g);                                                          \
			ALU_ADD(h);                                                          \
			ALU_ADD(i);                                                          \
			ALU_ADD(j);                                                          \
			ALU_ADD(k);                                                          \
		}                                                                            \
		__asm__ __volatile__("" : : "r"(a + b + c + d + e + f + g + h + i + j + k)); \
	}

void alu_none(unsigned long loops);
void alu_none2(unsigned long loops);
void alu_jump(unsigned long loops);
void alu_nop8(unsigned long loops); /* nop8/alu.c */

#endif
