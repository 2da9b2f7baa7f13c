/* SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause */
/*
 * cost.h - what a hit costs in this process, measured in it
 */
#ifndef MARKER_AGENT_COST_H
#define MARKER_AGENT_COST_H

#include "../os.h"

/**
 * marker_cost_measure() - time hits that end in a probe which does nothing
 * @ps:	picoseconds a hit
 *
 * Some 100 us.
 *
 * Return: 0 or -ENOMEM.
 */
int marker_cost_measure(u64 *ps);

#endif
