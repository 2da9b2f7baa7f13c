/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * functions.h - rows of 4096 functions with a site each, called in a random order
 *
 *	MANY_RUN(kind)				run_many_KIND(), over the functions of functions/KIND.c
 *	MANY_ROW(name, base, kind, phrase)	the row
 *
 * The caller is one function for all kinds, so that the predictor of its indirect call knows as
 * little of one kind as of another.
 */
#ifndef BENCH_MANY_FUNCTIONS_H
#define BENCH_MANY_FUNCTIONS_H

#include "../straight/straight.h"

#define MANY_FUNCTIONS 4096
#define MANY_WEIGHT    1000000

typedef unsigned int many_function(unsigned int x, const unsigned int *line);

int many_init(const struct bench *bench, char *why, size_t len);
unsigned int many_pass(const int *offsets);

/* The offsets from their own place to each function (functions/function.h). */
#define MANY_RUN(kind)                                                                 \
	extern const int many_##kind##_at_000[] __attribute__((visibility("hidden"))); \
	static BENCH_CODE void run_many_##kind(unsigned long loops)                    \
	{                                                                              \
		unsigned int x = 0;                                                    \
                                                                                       \
		for (; loops; loops--)                                                 \
			x += many_pass(many_##kind##_at_000);                          \
		__asm__ __volatile__("" : : "r"(x));                                   \
	}

#define MANY_ROW(row, over, kind, phrase)                                                   \
	{                                                                                   \
		.name = "many-" row, .base = over, .what = phrase, .sites = MANY_FUNCTIONS, \
		.weight = MANY_WEIGHT, .init = many_init, .run = run_many_##kind,           \
		.exit = straight_exit,                                                      \
	}

#endif
