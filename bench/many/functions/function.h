/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * function.h - one function of some 300 bytes with one site, of which there shall be 4096
 *
 * A file of this folder holds the function of one kind: MANY_FUNCTION(kind, body) with the site as its
 * body.  It is compiled to assembler once; copies.awk writes that text 4096 times over, with a number in
 * the place of each "COPY", so each copy has a name, a marker and a flag of its own.  A compiler
 * would take minutes for what the assembler does in a second.
 *
 * Where the copies are is told by a table of offsets in their order, many_KIND_at_000 the first, which
 * row_many.c calls them by.
 */
#ifndef BENCH_MANY_FUNCTIONS_FUNCTION_H
#define BENCH_MANY_FUNCTIONS_FUNCTION_H

/* A function that marker.h brings, and nothing calls: each copy has one. */
#define marker_cold marker_cold_COPY

#include "../../kinds.h"
#include "../../row/repeat.h"

/* The constructor of the object comes from other files; without it here the assembler is faster. */
#undef MARKER_ASM_OBJECT
#define MARKER_ASM_OBJECT ""

#define MANY_STEP(arg, n)                 \
	x = (x ^ 0x5##n##b) + (y >> 0x1); \
	y = y * 5 + x;

/* The empty asm keeps the compiler from moving the steps behind the site. */
#define MANY_FUNCTION(kind, body) MANY_FUNCTION_WITH(kind, , body)
#define MANY_FUNCTION_WITH(kind, attribute, body)                                         \
	__asm__(".pushsection .rodata.bench_many_" #kind ",\"a\",%progbits\n\t"           \
		".balign 4\n\t"                                                           \
		".globl many_" #kind "_at_COPY\n\t"                                       \
		".hidden many_" #kind "_at_COPY\n"                                        \
		"many_" #kind "_at_COPY:\n\t"                                             \
		".long many_" #kind "_COPY - .\n\t"                                       \
		".popsection");                                                           \
	static attribute __attribute__((noinline, used, aligned(64),                      \
					section(".text.bench_many_" #kind))) unsigned int \
		many_##kind##_COPY(unsigned int x, const unsigned int *line)              \
	{                                                                                 \
		unsigned int y = x >> 5;                                                  \
                                                                                          \
		REPEAT_16(MANY_STEP, , 0)                                                 \
		x += *line;                                                               \
		__asm__ __volatile__("" : "+r"(x), "+r"(y));                              \
		body;                                                                     \
		return x ^ y;                                                             \
	}

#define MANY_FUNCTION_MARKED(kind, mark) \
	MANY_FUNCTION(kind, mark(bench_many_##kind##_COPY, BENCH_FORMAT, (int)x, (void *)line))

#endif
