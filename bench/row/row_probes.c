// SPDX-License-Identifier: GPL-2.0-only
/*
 * row_probes.c - a connected marker with one, two, four and eight probes
 *
 *	probes-N		the probes take a list: each is handed one of its own
 *	probes-N-register	the probes have the marker's own argument types
 *
 * All are empty, and told apart by their private data.
 */
#include "connect.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define PROBES_MAX 8

struct probes {
	const char *marker;
	unsigned int nr;
	bool direct;
};

static char private_data[PROBES_MAX];

static int connect_one(const struct probes *probes, void *data)
{
	if (!probes->direct)
		return connect_probe(probes->marker, BENCH_FORMAT, marker_bench_empty, data);
	return marker_probe_register_direct_general(probes->marker, BENCH_FORMAT,
						    marker_bench_direct_empty, data, int, void *);
}

static void disconnect(const struct probes *probes, unsigned int nr)
{
	marker_probe_fn *probe =
		probes->direct ? (marker_probe_fn *)(void (*)(void))marker_bench_direct_empty :
				 marker_bench_empty;

	while (nr--)
		marker_probe_unregister(probes->marker, probe, &private_data[nr]);
	marker_synchronize();
}

static int probes_init(const struct bench *bench, char *why, size_t len)
{
	const struct probes *probes = bench->data;
	unsigned int i;
	int ret = 1;

	for (i = 0; i < probes->nr && ret > 0; i++)
		ret = connect_one(probes, &private_data[i]);
	if (ret > 0)
		return 0;
	snprintf(why, len, "%s: probe %u: %s", probes->marker, i,
		 ret ? strerror(-ret) : "no such site");
	disconnect(probes, ret ? i - 1 : i);
	return ret ? ret : -ENOENT;
}

static void probes_exit(const struct bench *bench)
{
	const struct probes *probes = bench->data;

	disconnect(probes, probes->nr);
}

CONNECT_LOOP(jump, probes_1, MARK_JUMP)
CONNECT_LOOP(jump, probes_2, MARK_JUMP)
CONNECT_LOOP(jump, probes_4, MARK_JUMP)
CONNECT_LOOP(jump, probes_8, MARK_JUMP)
CONNECT_LOOP(jump, probes_1_register, MARK_JUMP)
CONNECT_LOOP(jump, probes_2_register, MARK_JUMP)
CONNECT_LOOP(jump, probes_4_register, MARK_JUMP)
CONNECT_LOOP(jump, probes_8_register, MARK_JUMP)

#define ROW(number, form, id, is_direct, phrase)                                             \
	{                                                                                    \
		.name = "probes-" #number form, .base = "loop-jump", .what = phrase,         \
		.weight = 10 * number, .init = probes_init, .exit = probes_exit,             \
		.run = run_jump_##id,                                                        \
		.data = &(const struct probes){ "bench_call_jump_" #id, number, is_direct }, \
	}

static const struct bench rows[] = {
	ROW(1, "", probes_1, false, "an empty probe, variable arguments"),
	ROW(2, "", probes_2, false, "two of them"),
	ROW(4, "", probes_4, false, "four"),
	ROW(8, "", probes_8, false, "eight"),
	ROW(1, "-register", probes_1_register, true, "an empty probe, arguments in registers"),
	ROW(2, "-register", probes_2_register, true, "two of them"),
	ROW(4, "-register", probes_4_register, true, "four"),
	ROW(8, "-register", probes_8_register, true, "eight"),
};

const struct bench_group bench_probes = {
	.name = "probes",
	.what = "a connected jump marker with several probes, over the same marker off",
	.rows = rows,
	.nr = ARRAY_SIZE(rows),
};
