/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * near.h - names that somebody may have meant
 */
#ifndef BENCH_COUNTER_NEAR_H
#define BENCH_COUNTER_NEAR_H

#include <stddef.h>

#define NEAR_MAX  3
#define NEAR_NAME 64

/**
 * struct near - the nearest names so far
 * @wanted:	what was typed
 */
struct near {
	const char *wanted;
	unsigned int nr;
	unsigned int distance[NEAR_MAX];
	char name[NEAR_MAX][NEAR_NAME];
};

unsigned int near_distance(const char *a, const char *b);
void near_offer(void *near, const char *name);
void near_tell(const struct near *near, char *text, size_t len);

#endif
