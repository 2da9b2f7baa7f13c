// SPDX-License-Identifier: GPL-2.0-only
/*
 * connect.c - connects the probe of a row
 */
#include "connect.h"

static int connect_direct(const struct connection *c)
{
	return marker_probe_register_direct(c->marker, BENCH_FORMAT, c->direct, NULL, int, void *);
}

/** connect_init() - connect, and have it that there was a site to switch on */
int connect_init(const struct bench_row *row, char why[BENCH_WHY])
{
	const struct connection *c = row->data;
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

/** connect_exit() - disconnect */
void connect_exit(const struct bench_row *row)
{
	const struct connection *c = row->data;
	marker_probe_fn *probe =
		c->direct ? (marker_probe_fn *)(void (*)(void))c->direct : c->probe;

	marker_probe_unregister(c->marker, probe, NULL);
	marker_synchronize();
}
