// SPDX-License-Identifier: GPL-2.0-only
/*
 * shuffle.c - a random permutation, built up from nothing (Fisher and Yates, inside out)
 */
#include "shuffle.h"

/**
 * shuffle() - fill with 0 ... @nr - 1 in a random order
 * @numbers:	room for @nr
 * @random:	the same state gives the same order
 */
void shuffle(unsigned int *numbers, size_t nr, struct stat_random *random)
{
	size_t i, j;

	for (i = 0; i < nr; i++) {
		j = stat_random_below(random, i + 1);
		numbers[i] = numbers[j];
		numbers[j] = (unsigned int)i;
	}
}
