// SPDX-License-Identifier: GPL-2.0-only
/*
 * connect.c - connects the probe of a row
 */
#include "connect.h"

static int connect_direct(const struct connection *c)
{
	return marker_probe_register_direct(c->marker, BENCH_FORMAT, c->direct, NULL, int, void *);
}

int connect(const struct connection *c, char why[BENCH_WHY])
{
	int ret;

	if (c->direct)
		ret = connect_direct(c);
	else
		ret = marker_probe_register(c->marker, BENCH_FORMAT, c->probe, NULL);
	if (ret > 0)
		return 0;
	snprintf(why, BENCH_WHY, "%s %s: error %d", c->marker,
		 ret ? "cannot be connected" : "is not a site", ret);
	return ret ? ret : -ENOENT;
}

void disconnect(const struct connection *c)
{
	marker_probe_fn *probe =
		c->direct ? (marker_probe_fn *)(void (*)(void))c->direct : c->probe;

	marker_probe_unregister(c->marker, probe, NULL);
	marker_synchronize();
}

int connect_init(const struct bench_row *row, char why[BENCH_WHY])
{
	return connect(row->data, why);
}

void connect_exit(const struct bench_row *row)
{
	disconnect(row->data);
}
