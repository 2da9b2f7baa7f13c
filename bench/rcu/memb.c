// SPDX-License-Identifier: GPL-2.0-only
/*
 * memb.c - the pair of liburcu's memb flavour: barriers by membarrier(2)
 */
#define _LGPL_SOURCE
#include "rcu.h"

#include <urcu/urcu-memb.h>

RCU_PAIR(memb)
