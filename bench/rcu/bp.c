// SPDX-License-Identifier: GPL-2.0-only
/*
 * bp.c - the pair of liburcu's bp flavour: threads register themselves; barriers by membarrier(2)
 */
#define _LGPL_SOURCE
#include "rcu.h"

#include <urcu/urcu-bp.h>

RCU_PAIR(bp)
