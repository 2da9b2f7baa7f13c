// SPDX-License-Identifier: GPL-2.0-only
/*
 * mb.c - the pair of liburcu's mb flavour: a barrier instruction on each side
 */
#define _LGPL_SOURCE
#include "rcu.h"

#include <urcu/urcu-mb.h>

RCU_PAIR(mb)
