// SPDX-License-Identifier: GPL-2.0-only
/*
 * qsbr.c - the pair of liburcu's qsbr flavour: nothing on either side; the thread says when it is quiet
 */
#define _LGPL_SOURCE
#include "rcu.h"

#include <urcu/urcu-qsbr.h>

RCU_PAIR(qsbr)
