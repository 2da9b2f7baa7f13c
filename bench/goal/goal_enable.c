// SPDX-License-Identifier: GPL-2.0-only
/*
 * goal_enable.c - S8: how long it takes to switch 1, 1000 and 100,000 sites on
 *
 * Through the public call, in a process of one thread, the sites 64 bytes apart.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "../../probes/bench.h"
#include "goal.h"
#include "../many.h"

#define ROUNDS_MAX 501

static double now_us(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* One time on, timed, and off again; how many sites there were, or a negative errno. */
static int enable_once(const struct many *m, double *us)
{
	double begin = now_us();
	int ret = marker_probe_register(m->marker, MANY_FORMAT, marker_bench_empty, NULL);

	*us = now_us() - begin;
	if (ret <= 0)
		return ret ? ret : -ENOENT;
	marker_probe_unregister(m->marker, marker_bench_empty, NULL);
	marker_synchronize();
	return ret == (int)m->sites ? 0 : -ERANGE;
}

static int enable_rounds(const struct many *m, unsigned int rounds, uint64_t seed,
			 struct stat_interval *interval)
{
	double us[ROUNDS_MAX];
	unsigned int round;
	int ret = enable_once(m, &us[0]); /* the first one touches memory for all */

	for (round = 0; round < rounds && !ret; round++)
		ret = enable_once(m, &us[round]);
	return ret ? ret : stat_median_interval(us, rounds, seed, interval);
}

/** goal_enable() - S8 */
int goal_enable(struct goal_report *report)
{
	static const double limits_us[MANY_NR] = { 6, 100, 500 };
	static const unsigned int rounds[MANY_NR] = { 501, 201, 51 };
	unsigned int i;

	for (i = 0; i < MANY_NR; i++) {
		struct goal_part *part;
		char what[32];
		int ret;

		snprintf(what, sizeof(what), "%u site%s", many[i].sites,
			 many[i].sites > 1 ? "s" : "");
		part = goal_part_add(report, what, limits_us[i], " us");
		if (!many[i].marker) {
			snprintf(part->missing, sizeof(part->missing), "no jump kind here");
			continue;
		}
		ret = enable_rounds(&many[i],
				    rounds[i] < report->rounds ? rounds[i] : report->rounds,
				    report->seed, &part->measured);
		if (ret)
			snprintf(part->missing, sizeof(part->missing), "%s: %s", many[i].marker,
				 strerror(-ret));
	}
	return 0;
}
