// SPDX-License-Identifier: GPL-2.0-only
/*
 * cache.c - evicts by reading twice as much as the largest cache holds
 *
 * No instruction of user space empties all caches, and those that put one line out need its address:
 * the lines of code, flags, tables and page tables of a row are not all known.  A walk puts them all
 * out, whoever they belong to.  Replacement is not quite by age, hence twice the size.  The first
 * level for instructions is passed by where it does not follow the second; it is small.
 */
#include "cache.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INDEXES_MAX 16

/** cache_size_parse() - "512K", "32M" or "32768" of sysfs in bytes; 0 if it is no size */
size_t cache_size_parse(const char *text)
{
	unsigned long size;
	char *end;

	if (*text < '0' || *text > '9')
		return 0;
	size = strtoul(text, &end, 10);
	if (size > CACHE_MAX)
		return 0;
	if (*end == 'K')
		size <<= 10;
	else if (*end == 'M')
		size <<= 20;
	end += *end == 'K' || *end == 'M';
	return (*end && *end != '\n') || size > CACHE_MAX ? 0 : size;
}

static size_t read_size(const char *path)
{
	char text[32] = "";
	FILE *file = fopen(path, "re");

	if (!file)
		return 0;
	if (!fgets(text, sizeof(text), file))
		text[0] = '\0';
	fclose(file);
	return cache_size_parse(text);
}

/**
 * cache_largest() - bytes of the largest cache of a processor
 * @root:	CACHE_ROOT, or a tree that looks like it
 * @cpu:	its number
 *
 * Return: what sysfs says, CACHE_UNKNOWN if it says nothing that can be believed.
 */
size_t cache_largest(const char *root, int cpu)
{
	size_t largest = 0, size;
	char path[PATH_MAX];
	int index;

	for (index = 0; index < INDEXES_MAX; index++) {
		snprintf(path, sizeof(path), "%s/cpu%d/cache/index%d/size", root, cpu, index);
		size = read_size(path);
		if (size > largest)
			largest = size;
	}
	return largest ? largest : CACHE_UNKNOWN;
}

/** cache_walk_alloc() - memory for walks that put @cache bytes out; 0 or -ENOMEM */
int cache_walk_alloc(struct cache_walk *walk, size_t cache)
{
	walk->size = 2 * cache;
	walk->memory = malloc(walk->size);
	if (!walk->memory)
		return -ENOMEM;
	memset(walk->memory, 1, walk->size); /* or all of it would be the one page of noughts */
	return 0;
}

/** cache_walk() - read a byte of each line */
void cache_walk(const struct cache_walk *walk)
{
	const volatile char *memory = walk->memory;
	size_t at;

	for (at = 0; at < walk->size; at += CACHE_LINE)
		(void)memory[at];
}

/** cache_walk_free() - what cache_walk_alloc() allocated */
void cache_walk_free(struct cache_walk *walk)
{
	free(walk->memory);
	walk->memory = NULL;
}
