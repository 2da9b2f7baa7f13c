// SPDX-License-Identifier: GPL-2.0-only
/*
 * jump.c - jump sites by the assembler's repetition
 *
 * Each has the row that MARK_JUMP gives it, made by the same macro; all of a marker share one cold
 * block.  The code is never run: what is measured is the time to switch it.
 */
#include "../many.h"

#include "../kinds.h"

/* The constructor of the object comes from other files; without it here the assembler is faster. */
#undef MARKER_ASM_OBJECT
#define MARKER_ASM_OBJECT ""

/* clang-format off */
#define MANY(id, nr)									\
	static __attribute__((noinline, used)) void many_##id(void)			\
	{										\
		__asm__ __volatile__ goto(						\
			".pushsection .text.bench_many,\"ax\",%%progbits\n\t"		\
			".rept " #nr "\n\t"						\
			".balign 64\n\t" MARKER_ASM_JUMP("bench_many_" #id) "\n\t"	\
			"ret\n\t"							\
			".endr\n\t"							\
			".popsection"							\
			: : [text] MARKER_STRING_OPERAND("bench_many_" #id "\0" MANY_FORMAT) \
			: "cc" : marker_on);						\
		return;									\
marker_on:										\
		MARKER_SLOW_PATH(many_, "bench_many_" #id, MANY_FORMAT, 1);		\
	}
/* clang-format on */

MANY(1, 1)
MANY(1000, 1000)
MANY(100000, 100000)
MANY(latency, 1000) /* and one in latency_sites.c */

const struct many many[MANY_NR] = {
	{ "bench_many_1", 1 },
	{ "bench_many_1000", 1000 },
	{ "bench_many_100000", 100000 },
};
