/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * ring.h - the ring buffer of a perf event, as its reader sees it
 */
#ifndef BENCH_RING_H
#define BENCH_RING_H

#include <stddef.h>
#include <stdint.h>

#define RING_PAGES 64 /* of data, behind the page with its ends */

/** struct ring - a mapped one */
struct ring {
	void *page;
	size_t size;
};

int ring_open(struct ring *ring, int fd);
unsigned int ring_drain(const struct ring *ring);
void ring_close(struct ring *ring);

#endif
