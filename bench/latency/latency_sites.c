// SPDX-License-Identifier: GPL-2.0-only
/*
 * latency_sites.c - the sites that are switched together, and the one that is run over
 *
 * The second marker has a thousand sites in many/jump.c, which nobody runs, and one here.
 */
#include "latency.h"

#include "../bench.h"
#include "../kinds.h"
#include "../many.h"

static BENCH_CODE void pass_1(void)
{
	MARK_JUMP(bench_latency_1, MANY_FORMAT, 1);
}

static BENCH_CODE void pass_1001(void)
{
	MARK_JUMP(bench_many_latency, MANY_FORMAT, 1);
}

static const struct latency_sites all[] = {
	{ "bench_latency_1", 1, pass_1 },
	{ "bench_many_latency", 1001, pass_1001 },
};

/** latency_sites_find() - the sites of a batch; NULL if there is no batch of this size here */
const struct latency_sites *latency_sites_find(unsigned int sites)
{
	size_t i;

	if (!many[0].marker)
		return NULL;
	for (i = 0; i < ARRAY_SIZE(all); i++) {
		if (all[i].sites == sites)
			return &all[i];
	}
	return NULL;
}
