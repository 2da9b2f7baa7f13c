// SPDX-License-Identifier: GPL-2.0-only
/*
 * connect.c - connects the probe of a row
 */
#include "connect.h"

#include <errno.h>
#include <stdio.h>

static int connect_direct(const struct connection *c)
{
	return marker_probe_register_direct_general(c->marker, BENCH_FORMAT, c->direct, NULL, int,
						    void *);
}

/** connect_probe() - marker_probe_register() of one of the bench's own probes (probes/bench.c) */
int connect_probe(const char *marker, const char *format, marker_probe_fn *function,
		  void *private_data)
{
	struct marker_probe probe = {
		.name = marker,
		.format = format,
		.func = function,
		.private_data = private_data,
		.general = 1,
	};

	return marker_probe_connect(&probe, NULL);
}

/** connect_init() - connect, and have it that there was a site to switch on */
int connect_init(const struct bench *bench, char *why, size_t len)
{
	const struct connection *c = bench->data;
	int ret;

	if (c->direct)
		ret = connect_direct(c);
	else
		ret = connect_probe(c->marker, BENCH_FORMAT, c->probe, NULL);
	if (ret > 0)
		return 0;
	snprintf(why, len, "%s: %s", c->marker, ret ? "cannot be connected" : "no such site");
	return ret ? ret : -ENOENT;
}

/** connect_exit() - disconnect */
void connect_exit(const struct bench *bench)
{
	const struct connection *c = bench->data;
	marker_probe_fn *probe =
		c->direct ? (marker_probe_fn *)(void (*)(void))c->direct : c->probe;

	marker_probe_unregister(c->marker, probe, NULL);
	marker_synchronize();
}
