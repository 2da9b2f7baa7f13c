/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * straight.h - 4096 sites in a straight line, each behind an independent random load in 16 MB
 *
 * The loads wait for the cache, many at a time; a site costs what it takes away from them: room in
 * the core's window, and cache lines.  This is the bench that tells the kinds apart on today's
 * cores.  Each site is a marker of its own, with its own flag if it has one.
 *
 * The lines to load are a random order of all lines of the 16 MB; a pass takes the next 4096, so
 * that no row finds what another has just loaded.
 *
 * A file of this folder holds the rows of one kind: BENCH_STRAIGHT(kind, mark) defines
 * straight_KIND() with mark(p) as the site, p a number that no other site has.
 */
#ifndef BENCH_STRAIGHT_H
#define BENCH_STRAIGHT_H

#include "../bench.h"
#include "../kinds.h"
#include "../row/repeat.h"

#define STRAIGHT_SITES	4096
#define STRAIGHT_LINE	64ul
#define STRAIGHT_WEIGHT 16000

/* data.c */
extern char *straight_data;
const unsigned int *straight_next(void);
int straight_init(const struct bench *bench, char *why, size_t len);
void straight_exit(const struct bench *bench);

/* What a sample of each kind runs. */
void straight_none(unsigned long loops);
void straight_none2(unsigned long loops);
void straight_slow(unsigned long loops);
void straight_immediate(unsigned long loops);
void straight_clc(unsigned long loops);
void straight_jump(unsigned long loops);
void straight_generic(unsigned long loops);
void straight_lttng(unsigned long loops);
void straight_sdt(unsigned long loops);
void straight_sdtsem(unsigned long loops);

/* The empty asm keeps the compiler from adding the loads of several steps at once. */
#define STRAIGHT_STEP(mark, p)                                  \
	acc += *(const int *)(data + *order++ * STRAIGHT_LINE); \
	__asm__ __volatile__("" : "+r"(acc));                   \
	mark(p);

/* 16 functions of 256 steps: compilers take quadratic time for one of 4096. */
#define STRAIGHT_PART(mark, p)                                              \
	static __attribute__((noinline, aligned(64))) int straight_part##p( \
		const unsigned int *order, char *data, int acc)             \
	{                                                                   \
		REPEAT_256(STRAIGHT_STEP, mark, p)                          \
		return acc;                                                 \
	}

#define STRAIGHT_CALL(mark, p)                             \
	acc = straight_part##p(order, straight_data, acc); \
	order += 256;

#define BENCH_STRAIGHT(kind, mark)                                   \
	REPEAT_16_OUTER(STRAIGHT_PART, mark, _)                      \
	void straight_##kind(unsigned long loops)                    \
	{                                                            \
		int acc = 0;                                         \
                                                                     \
		for (; loops; loops--) {                             \
			const unsigned int *order = straight_next(); \
                                                                     \
			REPEAT_16_OUTER(STRAIGHT_CALL, mark, _)      \
		}                                                    \
		__asm__ __volatile__("" : : "r"(acc));               \
	}

#endif
