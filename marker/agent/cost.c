// SPDX-License-Identifier: GPL-2.0-only OR BSD-2-Clause
/*
 * cost.c - the cost of a hit: the slow path of a site that is nobody's, again and again
 *
 * It is compiled as a marked line's is, with a slot of its own; only the jump to it is missing, which is
 * a cycle.  The probe does nothing: what a probe does comes on top.  The best of some rounds is taken,
 * as a round is only ever disturbed upwards.
 */
#include "cost.h"

#include "../connection.h"
#include "../named_user.h"

#include <time.h>

#define ROUNDS 8
#define HITS   4096

struct marker_slot marker_slot_cost __asm__("__marker_slot_agent_cost")
	__attribute__((visibility("hidden")));

#undef MARKER_SLOT
#define MARKER_SLOT(id, key) (&marker_slot_cost)

static __attribute__((noinline)) void hit_once(int value, void *pointer)
{
	MARKER_SLOW_PATH(agent_cost, "agent_cost", "value %d pointer %p", value, pointer);
}

static u64 time_round(void)
{
	u64 begun = marker_clock_ns(CLOCK_MONOTONIC);
	int i;

	for (i = 0; i < HITS; i++)
		hit_once(i, &begun);
	return marker_clock_ns(CLOCK_MONOTONIC) - begun;
}

/* The marker of the slot is in no list. */
int marker_cost_measure(u64 *ps)
{
	static struct marker marker = {
		.info = { .name = "agent_cost", .format = "value %d pointer %p" },
	};
	const struct marker_named_probe *empty = marker_named_find("empty");
	const struct marker_connection connection = {
		.probe = { .name = "agent_cost", .func = empty->func, .general = empty->general },
	};
	u64 best = UINT64_MAX, round;
	unsigned int i;

	marker.none.marker = &marker;
	if (!marker_slot_cost.probes)
		marker_slot_cost.probes = marker_array_add(&marker.none, &connection);
	if (!marker_slot_cost.probes)
		return -ENOMEM;
	for (i = 0; i < ROUNDS; i++) {
		round = time_round();
		best = round < best ? round : best;
	}
	*ps = best * 1000 / HITS;
	return 0;
}
