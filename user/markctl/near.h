/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * near.h - names like one that there is not: "did you mean"
 */
#ifndef MARKCTL_NEAR_H
#define MARKCTL_NEAR_H

#include <stddef.h>

#define NEAR_MAX 3

/** struct near - the nearest names so far; zeroed at first, the strings are the caller's */
struct near {
	const char *names[NEAR_MAX];
	unsigned int distances[NEAR_MAX];
	unsigned int nr;
};

/**
 * near_add() - a name that there is
 * @wanted:	a name or a pattern that matches nothing
 *
 * Near is what has the pattern's letters in it, or what a few letters make of it: a third of them.
 */
void near_add(struct near *near, const char *wanted, const char *name);

#endif
