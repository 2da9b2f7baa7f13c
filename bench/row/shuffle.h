/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * shuffle.h - numbers in a random order
 */
#ifndef BENCH_SHUFFLE_H
#define BENCH_SHUFFLE_H

#include "../run/stat.h"

void shuffle(unsigned int *numbers, size_t nr, struct stat_random *random);

#endif
