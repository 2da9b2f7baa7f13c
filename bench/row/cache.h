/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * cache.h - how large the caches of a processor are, and how to have them hold other things
 */
#ifndef BENCH_CACHE_H
#define BENCH_CACHE_H

#include <stddef.h>

#define CACHE_ROOT    "/sys/devices/system/cpu"
#define CACHE_LINE    64
#define CACHE_UNKNOWN (32ul << 20)  /* taken where sysfs does not say */
#define CACHE_MAX     (512ul << 20) /* no larger one is believed */

/** struct cache_walk - memory that is read through to put everything else out of the caches */
struct cache_walk {
	char *memory;
	size_t size;
};

size_t cache_size_parse(const char *text);
size_t cache_largest(const char *root, int cpu);
int cache_walk_alloc(struct cache_walk *walk, size_t cache);
void cache_walk(const struct cache_walk *walk);
void cache_walk_free(struct cache_walk *walk);

#endif
