// SPDX-License-Identifier: GPL-2.0-only
/*
 * sdtsem_straight.c - the straight line with 4096 probe points of sys/sdt.h, each with its semaphore
 */
#include "../straight/straight.h"

#include "sdtsem.h"

#define DEFINE(arg, p)	   SDTSEM_DEFINE(sem_straight##p)
#define DEFINE_256(arg, p) REPEAT_256(DEFINE, arg, p)
#define SITE(p)		   SDTSEM_PROBE(sem_straight##p, acc, data)

REPEAT_16_OUTER(DEFINE_256, , _)

BENCH_STRAIGHT(sdtsem, SITE)
